//! Waiting for JavaScript: for a promise, a clock or an event.
//!
//! One function is called back for all of them and is told which wait is over.
//! A closure for each wait would be entered in the engine's registry of what to
//! free and taken out again, several times a call, which costs more than the
//! wait and more WebAssembly than the list here.

use js_sys::{Function, Promise};
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Function)]
    type Ender;
    #[wasm_bindgen(method)]
    fn bind(this: &Ender, itself: &JsValue, place: u32, turn: u32, failed: bool) -> Function;

    /// Promises, by what `then` takes.
    type Thenable;
    #[wasm_bindgen(method)]
    fn then(this: &Thenable, done: &Function, failed: &Function);

    // By hand and not `AbortSignal.timeout`, whose clock cannot be stopped and
    // does not keep Node running while a call is under way.
    #[wasm_bindgen(catch, js_name = setTimeout)]
    fn set_timeout(
        ender: &Ender,
        milliseconds: i32,
        place: u32,
        turn: u32,
        failed: bool,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue) -> Result<(), JsValue>;
}

type End = Result<JsValue, JsValue>;

/// Something that JavaScript will call back about.
#[derive(Debug)]
pub struct Wait {
    place: usize,
    turn: u32,
}

/// A place in the list, which many waits have in turn.
#[derive(Default)]
struct Slot {
    turn: u32,
    taken: bool,
    end: Option<End>,
    waker: Option<Waker>,
}

thread_local! {
    static WAITS: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static ENDER: Ender = Closure::<dyn Fn(u32, u32, bool, JsValue)>::new(end)
        .into_js_value()
        .unchecked_into();
}

/// Ends a wait. One that nobody waits for any more is passed over: the place may
/// be another's by then.
fn end(place: u32, turn: u32, failed: bool, value: JsValue) {
    let waker = WAITS.with_borrow_mut(|waits| {
        let slot = waits.get_mut(place as usize)?;
        if !slot.taken || slot.turn != turn || slot.end.is_some() {
            return None;
        }
        slot.end = Some(if failed { Err(value) } else { Ok(value) });
        slot.waker.take()
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Wait {
    fn new() -> Wait {
        let free = FREE.with_borrow_mut(Vec::pop);
        WAITS.with_borrow_mut(|waits| {
            let place = free.unwrap_or(waits.len());
            if place == waits.len() {
                waits.push(Slot::default());
            }
            let slot = &mut waits[place];
            slot.taken = true;
            Wait {
                place,
                turn: slot.turn,
            }
        })
    }

    /// A wait for a promise, or for anything else at once.
    pub fn of(value: &JsValue) -> Wait {
        let wait = Wait::new();
        let (done, failed) = (wait.ender(false), wait.ender(true));
        let promise = Promise::resolve(value);
        promise.unchecked_ref::<Thenable>().then(&done, &failed);
        wait
    }

    /// A wait for a function to be called.
    pub(super) fn call() -> (Wait, Function) {
        let wait = Wait::new();
        let ender = wait.ender(false);
        (wait, ender)
    }

    fn ender(&self, failed: bool) -> Function {
        ENDER.with(|ender| ender.bind(&JsValue::UNDEFINED, self.place as u32, self.turn, failed))
    }

    /// Whether it is over.
    pub(super) fn is_over(&self, context: &Context<'_>) -> bool {
        WAITS.with_borrow_mut(|waits| {
            let slot = &mut waits[self.place];
            if slot.end.is_none() {
                slot.waker = Some(context.waker().clone());
            }
            slot.end.is_some()
        })
    }
}

impl Future for Wait {
    type Output = End;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<End> {
        if !self.is_over(context) {
            return Poll::Pending;
        }
        let end = WAITS.with_borrow_mut(|waits| waits[self.place].end.take());
        end.map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let left = WAITS.with_borrow_mut(|waits| {
            let slot = &mut waits[self.place];
            let turn = slot.turn.wrapping_add(1);
            std::mem::replace(
                slot,
                Slot {
                    turn,
                    ..Slot::default()
                },
            )
        });
        FREE.with_borrow_mut(|free| free.push(self.place));
        // What was left may run code of its own when it goes.
        drop(left);
    }
}

/// A clock that is stopped when it is dropped.
pub(super) struct Clock {
    pub(super) wait: Wait,
    timer: JsValue,
}

impl Clock {
    /// A clock of so many milliseconds.
    pub(super) fn new(milliseconds: u64) -> Result<Clock, JsValue> {
        let wait = Wait::new();
        // Cut where a longer wait would count as none.
        let milliseconds = milliseconds.min(i32::MAX as u64) as i32;
        let (place, turn) = (wait.place as u32, wait.turn);
        let timer = ENDER.with(|ender| set_timeout(ender, milliseconds, place, turn, false))?;
        Ok(Clock { wait, timer })
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        let _ = clear_timeout(&self.timer);
    }
}
