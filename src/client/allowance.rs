//! How many requests the account of a token may still make, as every response announces it.

/// What a service still allows of something that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowance {
    /// How many requests it allows in the period that it counts in.
    pub limit: u64,
    /// How many of them are left.
    pub remaining: u64,
}

impl Allowance {
    /// Of `limit` requests, `remaining` are left.
    pub fn new(limit: u64, remaining: u64) -> Allowance {
        Allowance { limit, remaining }
    }
}

/// The allowances that a response announces. A page of another origin sees them only if the
/// service lists their headers in `Access-Control-Expose-Headers`.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use product_pool::client::{GetProduct, Request};
///
/// # pool::run(async |client| {
/// let response = client.send(&Request::get_product("0f9a", &GetProduct::new())?).await?;
/// let quota = response.allowances().quota.expect("the service announces it");
/// assert_eq!((quota.remaining, quota.limit), (97, 2000));
/// # Ok(())
/// # });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowances {
    /// The requests in a short time: `x-ratelimit-limit` and `x-ratelimit-remaining`.
    pub rate: Option<Allowance>,
    /// The quota: `x-quota-limit` and `x-quota-remaining`. Its period is not documented.
    pub quota: Option<Allowance>,
}

impl Allowances {
    /// The names of the headers, as the limit and what is left of it, of the rate and the quota.
    pub const HEADERS: [[&'static str; 2]; 2] = [
        ["x-ratelimit-limit", "x-ratelimit-remaining"],
        ["x-quota-limit", "x-quota-remaining"],
    ];

    /// Reads the headers of a response. Pairs of which one is missing or no number are left out.
    ///
    /// ```
    /// use product_pool::client::Allowances;
    ///
    /// let announced = Allowances::from_headers(|name| match name {
    ///     "x-quota-limit" => Some("2000".into()),
    ///     "x-quota-remaining" => Some("97".into()),
    ///     _ => None,
    /// });
    /// assert_eq!(announced.quota.unwrap().remaining, 97);
    /// assert_eq!(announced.rate, None);
    /// ```
    pub fn from_headers(header: impl Fn(&str) -> Option<String>) -> Allowances {
        let number = |name: &str| header(name)?.trim().parse().ok();
        let [rate, quota] = Allowances::HEADERS.map(|[limit, remaining]| {
            Some(Allowance {
                limit: number(limit)?,
                remaining: number(remaining)?,
            })
        });
        Allowances { rate, quota }
    }
}
