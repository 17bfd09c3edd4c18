//! The HTTP layer of the server: connections and their limits ([`listener`]), the layers that
//! every request passes ([`layers`]), and responses of every kind ([`responses`]).
//!
//! Nothing here depends on where responses come from: a catalogue or a gateway.

mod base_address;
pub mod encoded;
pub mod layers;
pub mod listener;
pub mod memory;
pub mod nearest;
pub mod network;
pub mod params;
mod readiness;
pub mod responses;
mod service;
pub mod shares;
pub mod single_flight;
mod small_file;
mod whole_number;

pub use base_address::base_address;
pub use layers::cache_outcome::CacheOutcome;
pub use layers::compression::{decompressed, preferred_coding, with_compression};
pub use layers::internal::InternalRequest;
pub use layers::origin::Origin;
pub use listener::connection::Peer;
pub use listener::limits::{LimitArgs, MAX_URI};
pub use listener::metrics::ConnectionMetrics;
pub use listener::per_ip_limit::PerIpLimit;
pub use listener::tls::{Tls, TlsArgs, install_crypto};
pub use readiness::Readiness;
pub use responses::answer::Representation;
pub use responses::protected::{ProtectedFiles, identity};
pub use responses::representations::Representations;
pub use responses::static_files::Mount;
pub use service::HttpService;
pub use small_file::read_small_file;
pub use whole_number::whole_number;
