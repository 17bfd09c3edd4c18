//! Seeds a catalogue of demonstration products in one transaction, so that there is never half a
//! catalogue, and a server that has it open serves the new products at once.

mod fill;

use std::path::Path;

pub use fill::Counts;
use product_pool_store::{SCHEMA, StoreError, Writer};

/// What to seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of products.
    pub products: u32,
    /// The seed of the random numbers from which all products are generated.
    pub seed: u64,
    /// Whether to add the well-known demo token.
    pub demo: bool,
}

/// The name under which a catalogue stores the plan that it was seeded with.
const PLAN_NOTE: &str = "seeded";

impl Plan {
    /// Identifies the catalogue of this plan. It includes the versions of the generator and of the
    /// schema, so that a catalogue of older ones is not kept.
    fn fingerprint(&self) -> String {
        format!(
            "products {}, seed {}, demo {}, generator {}, server {}, schema {SCHEMA}",
            self.products,
            self.seed,
            self.demo,
            fill::generator(self.seed),
            env!("CARGO_PKG_VERSION"),
        )
    }
}

/// Seeds a catalogue. Tokens of the existing catalogue stay valid. Returns `None` if the
/// existing catalogue was kept, because it was seeded by the same plan.
///
/// # Errors
/// The file is something else, or holds imported records, or cannot be written.
pub fn seed(db: &Path, plan: Plan) -> Result<Option<Counts>, StoreError> {
    let writer = Writer::to_replace(db)?;
    // A catalogue of another schema may lack the table of properties.
    let property = |name| writer.property(name).unwrap_or_default();
    if property(PLAN_NOTE) == Some(plan.fingerprint()) {
        return Ok(None);
    }
    if property("imported").is_some() {
        return Err(StoreError::HoldsImports(db.to_owned()));
    }
    writer.clear()?;
    let counts = fill::fill(&writer, plan)?;
    if plan.demo {
        writer.add_demo_token(fill::DEMO_WHOLESALER)?;
    }
    writer.set_property(PLAN_NOTE, &plan.fingerprint())?;
    writer.finish()?;
    Ok(Some(counts))
}
