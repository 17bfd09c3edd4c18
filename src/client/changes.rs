//! The change feed over List Products, and its checkpoint.
//!
//! The service has no events. The feed is its list sorted by `changed_at`, and
//! three things complicate "each change once":
//!
//! - **Seconds repeat.** Rows with the same second can span the edge of a page
//!   or the end of a walk.
//! - **Writes are late.** A record can appear with a `changed_at` before rows
//!   already listed.
//! - **Dates are coarse.** The filter is documented for dates only, and not
//!   whether it includes the day itself. So the day before is used.
//!
//! So a walk overlaps the previous one, and drops what was already reported.
//! The overlap follows from one assumption, that nothing is written more than
//! [`LATE`] after its `changed_at`: what is written during a walk is then at
//! most that much older than the walk's start. The start in the service's time
//! is unknown, but it is not earlier than the newest row that this walk has
//! listed less the time that it has run for. Rows older than that are
//! *settled*. The newest row of an earlier walk cannot be used: a walk that has
//! just begun has not listed the rows before it.
//!
//! A time in the future is an error, and would settle everything before it. So
//! it counts as an unreadable time; a wrong local clock costs memory but loses
//! no change.
//!
//! The version and status last reported for each product are remembered until
//! they are settled. Archiving is a change even if the version is the same; a
//! new `changed_at` alone is not, unless the record has no version. A record
//! without a `pool_id` is reported every time.

use super::pages::{Begins, next_cursor};
#[cfg(feature = "yew")]
use super::pages::{ItemStream, pages};
use super::time::{DAY, Date, Instant, SECOND, Stopwatch, instant, unix_time_now};
use super::{
    BoxFuture, DateFilter, Error, ListProducts, MAX_LIMIT, PoolClient, ProductSort, StatusFilter,
    Transport,
};
use crate::model::{ListedProduct, ProductPage, Value};
use futures_core::{FusedStream, Stream};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::task::{Context, Poll, ready};

/// How long after its `changed_at` a record may be written.
const LATE: Instant = 15 * 60 * SECOND;

/// How far ahead of the local clock the service's clock may be.
const AHEAD: Instant = DAY;

/// The number of remembered products above which settled ones are removed.
const FORGET_ABOVE: usize = 1024;

/// The last reported state of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reported {
    version: Box<str>,
    status: Box<str>,
    /// `None` for an unreadable time: the entry stays until a readable one replaces it.
    at: Option<Instant>,
}

/// A checkpoint of a change feed: store it to resume later, even on another
/// machine.
///
/// To store it, convert it to text with [`Display`](fmt::Display) and back with
/// [`FromStr`], as its `Serialize` and `Deserialize` do. The format of the text is not
/// documented.
///
/// ```
/// use product_pool::client::Checkpoint;
///
/// let checkpoint = Checkpoint::since("2024-10-12 08:30")?;
/// let stored = checkpoint.to_string();
/// assert_eq!(stored.parse::<Checkpoint>()?, checkpoint);
/// let json = serde_json::to_string(&checkpoint)?;
/// assert_eq!(serde_json::from_str::<Checkpoint>(&json)?, checkpoint);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// Older changes were reported, or lie before the start of the feed.
    settled: Option<Instant>,
    /// What was reported and is not settled, by `pool_id`.
    reported: BTreeMap<Box<str>, Reported>,
}

impl Checkpoint {
    /// The beginning of all changes: the feed reports every product once.
    pub fn beginning() -> Self {
        Self::default()
    }

    /// The changes from this time on: a date such as `2024-10-12`, with or
    /// without a time, UTC unless it has a zone.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`](super::ErrorCode::InvalidArgument) if the
    /// text is not a time.
    pub fn since(time: &str) -> Result<Self, Error> {
        let time = instant(time).ok_or_else(|| {
            Error::invalid_argument(
                "the time to begin at must be a date such as 2024-10-12 or 2024-10-12 08:30",
            )
        })?;
        Ok(Checkpoint {
            settled: Some(time),
            ..Self::default()
        })
    }

    /// Settles rows by how far a walk has got and how long it has run.
    fn settle(&mut self, reached: Option<Instant>, running: Instant) {
        let settled = reached.map(|reached| reached.saturating_sub(running + LATE));
        self.settled = self.settled.max(settled);
    }

    /// Removes settled entries. Once per page rather than once per item: none
    /// of a catalogue written within minutes is settled, and searching it for
    /// every item would take hours.
    fn forget_settled(&mut self) {
        if self.reported.len() > FORGET_ABOVE {
            let settled = self.settled;
            self.reported
                .retain(|_, reported| reported.may_recur(settled));
        }
    }

    /// Records a change as reported; returns whether it is new.
    fn record(&mut self, product: &ListedProduct, at: Option<Instant>) -> bool {
        let data = product.data();
        let Some(id) = data.pool_id().get().filter(|id| !id.is_empty()) else {
            // It cannot be distinguished from others without an id, so it is
            // reported every time: better twice than never.
            return true;
        };
        let reported = Reported {
            version: data.version().get().unwrap_or_default().into(),
            status: data.status().get().unwrap_or_default().into(),
            at,
        };
        let last = self.reported.get(id);
        let is_new = last.is_none_or(|last| !last.is_same(&reported));
        self.reported.insert(id.into(), reported);
        is_new
    }
}

impl Reported {
    /// Whether it is no other state than this one.
    fn is_same(&self, other: &Reported) -> bool {
        // Without a version only the time shows a change.
        (&self.version, &self.status) == (&other.version, &other.status)
            && (!self.version.is_empty() || self.at == other.at)
    }

    /// Whether it may be listed again.
    fn may_recur(&self, settled: Option<Instant>) -> bool {
        self.at.is_none() || self.at >= settled
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self
            .reported
            .iter()
            .filter(|(_, reported)| reported.may_recur(self.settled));
        let reported = open.map(|(id, last)| {
            let texts = [id, &last.version, &last.status].map(|text| Value::from(&**text));
            Value::List([written(last.at)].into_iter().chain(texts).collect())
        });
        let whole = [
            Value::from(FORMAT),
            written(self.settled),
            Value::List(reported.collect()),
        ];
        f.write_str(&Value::List(whole.into()).to_json())
    }
}

fn written(time: Option<Instant>) -> Value {
    match time {
        Some(time) => time.to_string().into(),
        None => Value::Null,
    }
}

/// The time that [`written`] wrote; `None` for any other value.
fn read(time: &Value) -> Option<Option<Instant>> {
    match time {
        Value::Null => Some(None),
        time => time.as_text()?.parse().ok().map(Some),
    }
}

/// The format of a checkpoint as text, with its version.
const FORMAT: &str = "changes-2";

impl FromStr for Checkpoint {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) wrote.
    fn from_str(text: &str) -> Result<Self, Error> {
        Checkpoint::read(text).ok_or_else(|| {
            Error::invalid_argument("the text is not a checkpoint written by this version")
        })
    }
}

impl serde::Serialize for Checkpoint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Checkpoint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Checkpoint {
    fn read(text: &str) -> Option<Checkpoint> {
        let whole = Value::parse(text).ok()?;
        let [form, settled, entries] = whole.as_list()? else {
            return None;
        };
        if form.as_text() != Some(FORMAT) {
            return None;
        }
        let mut checkpoint = Checkpoint {
            settled: read(settled)?,
            ..Checkpoint::default()
        };
        for entry in entries.as_list()? {
            let [at, id, version, status] = entry.as_list()? else {
                return None;
            };
            let reported = Reported {
                version: version.as_text()?.into(),
                status: status.as_text()?.into(),
                at: read(at)?,
            };
            checkpoint.reported.insert(id.as_text()?.into(), reported);
        }
        Some(checkpoint)
    }
}

/// A [`Stream`] of changes, oldest first; see [`PoolClient::changes`].
///
/// An error does not end it: polled again, it requests what failed once more, and skips nothing. So
/// stop at an error that will not go away, as `try_next` and `?` do.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use futures_util::TryStreamExt as _;
/// use product_pool::client::Checkpoint;
///
/// # pool::run(async |client| {
/// let mut changes = client.changes(Checkpoint::beginning());
/// // Page by page, for a program that shows how far it has got.
/// let mut sizes = Vec::new();
/// while changes.fetch_page().await? {
///     sizes.push(std::iter::from_fn(|| changes.next_in_page()).count());
/// }
/// assert_eq!(sizes, [1, 1]);
///
/// changes.restart();
/// assert_eq!(changes.try_next().await?, None);
/// # Ok(())
/// # });
/// ```
#[must_use = "streams do nothing unless polled"]
pub struct Changes<T> {
    client: PoolClient<T>,
    walk: Walk,
    /// The next page, while it is on its way.
    fetching: Option<Fetching>,
}

type Fetching = BoxFuture<'static, Result<ProductPage, Error>>;

/// How far a feed has got.
#[derive(Clone, Debug)]
struct Walk {
    options: ListProducts,
    /// The cursors of this walk so far: a faulty service may lead it in a circle.
    cursors: HashSet<String>,
    checkpoint: Checkpoint,
    /// What was settled when this walk began; fixed, unlike that of the
    /// checkpoint.
    begin: Option<Instant>,
    /// The time since this walk began; `None` before it has begun.
    begun: Option<Stopwatch>,
    /// How long the walk had run when the current page arrived.
    running: Instant,
    /// The latest plausible time of a change in the current page.
    latest: Instant,
    /// The newest time that this walk has listed.
    reached: Option<Instant>,
    page: VecDeque<ListedProduct>,
    ended: bool,
}

impl Walk {
    fn new(checkpoint: Checkpoint) -> Self {
        let mut walk = Walk {
            options: ListProducts::new(),
            cursors: HashSet::new(),
            checkpoint,
            begin: None,
            begun: None,
            running: 0,
            latest: 0,
            reached: None,
            page: VecDeque::new(),
            ended: false,
        };
        walk.restart();
        walk
    }

    fn restart(&mut self) {
        self.begin = self.checkpoint.settled;
        self.begun = None;
        self.reached = None;
        self.page.clear();
        self.ended = false;
        self.cursors.clear();
        self.options = ListProducts {
            sort: Some(ProductSort::OldestChange),
            status: Some(StatusFilter::All),
            changed_at: self
                .begin
                .map(|begin| DateFilter::After(Date::of(begin.saturating_sub(DAY)))),
            limit: Some(MAX_LIMIT),
            ..ListProducts::new()
        };
    }

    fn next_in_page(&mut self) -> Option<ListedProduct> {
        while let Some(product) = self.page.pop_front() {
            let at = product.data().changed_at().get().and_then(instant);
            let at = at.filter(|at| *at <= self.latest);
            if at.is_some() && at < self.begin {
                continue;
            }
            let is_new = self.checkpoint.record(&product, at);
            self.reached = self.reached.max(at);
            self.checkpoint.settle(self.reached, self.running);
            if is_new {
                return Some(product);
            }
        }
        None
    }

    /// Requests the next page, which [`accept`](Self::accept) takes.
    fn request<T>(&mut self, client: &PoolClient<T>) -> Fetching
    where
        T: Transport + Clone + 'static,
    {
        self.checkpoint.forget_settled();
        self.begun.get_or_insert_with(Stopwatch::start);
        let (client, options) = (client.clone(), self.options.clone());
        Box::pin(async move { client.list_products(&options).await })
    }

    fn accept(&mut self, page: Result<ProductPage, Error>) -> Result<(), Error> {
        let page = page.inspect_err(|error| {
            // The cursor may have expired. The next call begins another walk, which drops what
            // was already reported.
            if error.status() == Some(400) && self.options.cursor.is_some() {
                self.restart();
            }
        })?;
        self.running = self.begun.map_or(0, |begun| begun.elapsed());
        self.latest = unix_time_now().saturating_add(AHEAD);
        let next = next_cursor(page.next(), self.options.cursor.as_deref())
            .filter(|next| self.cursors.insert(next.clone()));
        self.page = page.into_items().into();
        self.ended = next.is_none();
        self.options.cursor = next;
        Ok(())
    }
}

// A feed goes on from its checkpoint.
impl Begins for Walk {}

impl<T> Changes<T> {
    /// Begins another walk where the last one ended, for changes since then.
    pub fn restart(&mut self) {
        self.walk.restart();
        self.fetching = None;
    }

    /// The next change of the page that was fetched last, without a request; `None`
    /// at its end. For callers that show progress page by page.
    pub fn next_in_page(&mut self) -> Option<ListedProduct> {
        self.walk.next_in_page()
    }

    /// The checkpoint after the last change that the stream has given.
    /// Store it once that change has been processed.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.walk.checkpoint
    }
}

impl<T: Transport + Clone + 'static> Changes<T> {
    /// Fetches the next page, after [`next_in_page`](Self::next_in_page) has
    /// returned all of the last; `false` at the end of the feed.
    ///
    /// # Errors
    /// As [`PoolClient::list_products`].
    pub async fn fetch_page(&mut self) -> Result<bool, Error> {
        if self.walk.ended {
            return Ok(false);
        }
        let fetching = match self.fetching.take() {
            Some(fetching) => fetching,
            None => self.walk.request(&self.client),
        };
        self.walk.accept(fetching.await).map(|()| true)
    }
}

impl<T: Transport + Clone + 'static> Stream for Changes<T> {
    type Item = Result<ListedProduct, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(product) = this.walk.next_in_page() {
                return Poll::Ready(Some(Ok(product)));
            }
            if this.walk.ended {
                return Poll::Ready(None);
            }
            let request = || this.walk.request(&this.client);
            let fetching = this.fetching.get_or_insert_with(request);
            let page = ready!(fetching.as_mut().poll(context));
            this.fetching = None;
            if let Err(error) = this.walk.accept(page) {
                return Poll::Ready(Some(Err(error)));
            }
        }
    }
}

// No field is pinned but the future, which is in a box of its own.
impl<T> Unpin for Changes<T> {}

impl<T: Transport + Clone + 'static> FusedStream for Changes<T> {
    fn is_terminated(&self) -> bool {
        self.walk.ended && self.walk.page.is_empty()
    }
}

impl<T> fmt::Debug for Changes<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes")
            .field("checkpoint", self.checkpoint())
            .field("buffered", &self.walk.page.len())
            .finish_non_exhaustive()
    }
}

impl<T: Transport + Clone> PoolClient<T> {
    /// The changes since a checkpoint, oldest first, each change of a product
    /// once; archiving is a change. The feed ends when it has caught up;
    /// [`Changes::restart`] continues from there.
    ///
    /// For a product that changed several times, only the newest state is
    /// reported.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use futures_util::TryStreamExt as _;
    /// use product_pool::client::Checkpoint;
    ///
    /// # pool::run(async |client| {
    /// let mut changes = client.changes(Checkpoint::since("2024-10-12")?);
    /// let mut ids = Vec::new();
    /// while let Some(product) = changes.try_next().await? {
    ///     ids.extend(product.data().pool_id().get().map(str::to_owned));
    /// }
    /// assert_eq!(ids, ["0f9a", "7c3e"]);
    ///
    /// // Later, or after a crash: nothing has changed since.
    /// let stored = changes.checkpoint().to_string();
    /// let mut changes = client.changes(stored.parse()?);
    /// assert_eq!(changes.try_next().await?, None);
    /// # Ok(())
    /// # });
    /// ```
    pub fn changes(&self, since: Checkpoint) -> Changes<T> {
        Changes {
            client: self.clone(),
            walk: Walk::new(since),
            fetching: None,
        }
    }
}

#[cfg(feature = "yew")]
impl<T: Transport + Clone + 'static> Changes<T> {
    /// The changes from here on page by page, for lists that request a page again.
    pub(crate) fn into_pages(self) -> ItemStream<ListedProduct> {
        ItemStream::new(pages(
            self.client,
            self.walk,
            |client, mut walk| async move {
                let mut items = Vec::new();
                while items.is_empty() && !walk.ended {
                    let page = walk.request(&client).await;
                    walk.accept(page)?;
                    items.extend(std::iter::from_fn(|| walk.next_in_page()));
                }
                let next = (!walk.ended).then_some(walk);
                Ok((items, next))
            },
        ))
    }
}
