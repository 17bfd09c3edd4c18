//! [`Send`] and [`Sync`], except on WebAssembly, whose promises stay on one thread.

use std::future::Future;
use std::pin::Pin;

/// A future on the heap, which is [`Send`] except on WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A future on the heap, which is [`Send`] except on WebAssembly.
#[cfg(target_arch = "wasm32")]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// [`Send`], except on WebAssembly. Implemented for every type that may have it.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSend: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send + ?Sized> MaybeSend for T {}

/// [`Sync`], except on WebAssembly. Implemented for every type that may have it.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSync: Sync {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Sync + ?Sized> MaybeSync for T {}

/// `Send`, except on WebAssembly. Implemented for every type.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSend {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSend for T {}

/// `Sync`, except on WebAssembly. Implemented for every type.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSync {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSync for T {}

/// A function that fetches something, and is [`Send`] and [`Sync`] except on WebAssembly.
pub(crate) trait Fetches<T>: MaybeSend + MaybeSync {
    fn fetch(&self) -> T;
}

impl<T, F: Fn() -> T + MaybeSend + MaybeSync> Fetches<T> for F {
    fn fetch(&self) -> T {
        self()
    }
}
