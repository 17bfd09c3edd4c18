//! The replica: what the gateway has of the upstream, and whether it may be served.
//!
//! ```text
//! filling ─▶ index ─▶ list: the listed products and their GTINs ┐
//!   │                                                           ├─▶ disk: one SQLite file
//!   ├──────▶ cache ◀─ responses to requests ────────────────────┘
//!   └──────▶ mirror ◀─ responses requested in advance ────────────▶ one SQLite file
//! ```
//!
//! A gateway has one of these files, in the same form.
//!
//! It fills as it is asked: the list at once, in the background, and responses when they are
//! requested. With `--mirror` they are requested in advance, and lists are served from the
//! listed products.

pub(crate) mod cache;
pub(crate) mod changes;
pub(crate) mod disk;
pub(crate) mod index;
pub(crate) mod list;
pub(crate) mod mirror;

use std::sync::Arc;
use std::time::Duration;

use product_pool::operations::Returns;

use self::cache::Cache;
use self::changes::Changed;
use self::disk::Disk;
use self::index::{GtinIndex, Store};
use self::mirror::{Lookup, Mirror};
use crate::access::redact::Hidden;
use crate::entry::{Entry, State, Times};
use crate::options::GatewayArgs;
use crate::respond::Source;
use crate::target::Target;

/// What the gateway has of the upstream.
pub(crate) struct Replica {
    pub(crate) cache: Cache,
    /// Everything that the upstream has, if the gateway is a mirror.
    pub(crate) mirror: Option<Arc<Mirror>>,
    /// The index of GTINs, unless it is turned off.
    pub(crate) index: Option<GtinIndex>,
}

/// What a response from the replica depends on, beside the request.
pub(crate) struct Context<'a> {
    /// The fields that are removed.
    pub(crate) hidden: &'a Hidden,
    /// How long responses are fresh.
    pub(crate) times: &'a Times,
    /// The time of the request.
    pub(crate) now: Duration,
    /// The account that requests to the upstream are made for.
    pub(crate) account: &'a str,
}

/// What the replica has for a request.
pub(crate) enum Held {
    /// A response that needs no request to the upstream.
    Hit(Arc<Entry>, Source),
    /// A response to be revalidated by that request.
    Stale(Request, Stale),
    /// Nothing: this request is to be sent to the upstream.
    Miss(Request),
}

/// A request to the upstream.
pub(crate) struct Request {
    pub(crate) target: Target,
    /// The key under which its response is cached.
    pub(crate) key: Arc<str>,
    /// Whether the mirror would have the response if it were complete.
    pub(crate) is_incomplete: bool,
}

/// A response to be revalidated.
pub(crate) struct Stale {
    pub(crate) entry: Arc<Entry>,
    /// Whether it may be served while it is revalidated.
    pub(crate) is_aging: bool,
    /// The mirror's copy, if it has one.
    copied: Option<Arc<Entry>>,
}

impl Stale {
    /// The response to serve if the upstream fails: the mirror's copy however old it is.
    pub(crate) fn if_error(self, times: &Times, now: Duration) -> Option<Arc<Entry>> {
        match self.entry.state(times, now) {
            State::Dead => self.copied,
            _ => Some(self.entry),
        }
    }
}

impl Replica {
    /// Opens the replica: the cache, the mirror if there is one, and the index.
    ///
    /// # Errors
    /// In one line: why not.
    pub(crate) fn open(
        args: &GatewayArgs,
        settings: &str,
        account: &str,
    ) -> Result<Replica, String> {
        let base = args.upstream.as_deref().unwrap_or_default();
        let mirror = args.mirror.as_deref();
        let mirror = mirror.map(|file| Mirror::open(file, base, account));
        let mirror = mirror.transpose()?.map(Arc::new);
        let disk = args.cache_file();
        let disk = disk.map(|path| Disk::open(path, settings, args.cache_size));
        let cache = Cache::new(args.cache_memory, disk.transpose()?);
        let store = match (&mirror, cache.disk()) {
            (Some(mirror), _) => Some(Store::Mirror(mirror.clone())),
            // It would never be up to date.
            (None, _) if args.follow == 0 => None,
            (None, Some(disk)) => Some(Store::Cache(disk.clone())),
            (None, None) => Some(Store::Memory),
        };
        let index = store
            .map(|store| GtinIndex::open(store, account, args.max_products))
            .transpose()?;
        Ok(Replica {
            cache,
            mirror,
            index,
        })
    }

    /// The key under which the response to a request is cached: path and query, and the account
    /// that got it, which is the only one that it is served to. The account is behind a `#`, which
    /// no path or query contains.
    pub(crate) fn key(target: &Target, account: &str) -> Arc<str> {
        format!("{}#{account}", target.text).into()
    }

    /// What there is for a request.
    pub(crate) async fn get(&self, context: &Context<'_>, target: Target) -> Held {
        let (mut target, mut lookup) = (target, Lookup::NotStored);
        if let (Some(mirror), Some(index)) = (&self.mirror, &self.index) {
            target = index.by_id(target);
            lookup = mirror.lookup(context, &target).await;
        }
        let is_incomplete = matches!(lookup, Lookup::Incomplete);
        let copied = match lookup {
            Lookup::Answer(entry) => return Held::Hit(Arc::new(entry), Source::Mirror),
            Lookup::Stored(entry) => Some(Arc::new(entry)),
            Lookup::NotStored | Lookup::Incomplete => None,
        };
        let key = Replica::key(&target, context.account);
        let cached = self.cache.get(&key).await;
        let request = Request {
            target,
            key,
            is_incomplete,
        };
        let Some((entry, source)) = newest(cached, copied.clone()) else {
            return Held::Miss(request);
        };
        match entry.state(context.times, context.now) {
            State::Fresh => Held::Hit(entry, source),
            state => {
                let is_aging = state == State::Aging;
                let stale = Stale {
                    entry,
                    is_aging,
                    copied,
                };
                Held::Stale(request, stale)
            }
        }
    }

    /// Removes what the upstream has withdrawn by a response with that status: the response to the
    /// request, and where it was `stored` and is a record, all others about its product. Returns
    /// whether it was.
    pub(crate) async fn withdraw(
        &self,
        key: &Arc<str>,
        target: &Target,
        stored: Option<&Entry>,
        status: u16,
    ) -> bool {
        if status != 404 {
            self.cache.remove(key);
        }
        let record = stored.filter(|_| target.operation.returns == Returns::Product);
        let product = record.and_then(|entry| entry.product.as_deref());
        if let Some(product) = product {
            self.cache.purge(Changed {
                products: [product.to_owned()].into(),
                purged: true,
                ..Changed::default()
            });
        }
        if let Some(mirror) = &self.mirror {
            mirror.withdraw(target, status != 404).await;
        }
        product.is_some()
    }

    /// Writes what is pending to disk.
    pub(crate) fn close(&self) {
        if let Some(disk) = self.cache.disk() {
            disk.close();
        }
    }
}

/// The newer of a cache entry and the mirror's copy, and where it is from. One that a change
/// has invalidated comes second.
fn newest(cached: Option<Arc<Entry>>, copied: Option<Arc<Entry>>) -> Option<(Arc<Entry>, Source)> {
    match (cached, copied) {
        (Some(cached), Some(copied))
            if (cached.invalidated, copied.at) > (copied.invalidated, cached.at) =>
        {
            Some((copied, Source::Mirror))
        }
        (Some(cached), _) => Some((cached, Source::Cache)),
        (None, copied) => Some((copied?, Source::Mirror)),
    }
}
