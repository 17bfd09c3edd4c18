//! Runs what the package has set going.
//!
//! The package gives the two functions of its promise, so that none is made
//! here; and what little an executor has to do for one thread stands here,
//! because wasm-bindgen's, which also serves several, is three times as large.

use super::{Work, failure};
use js_sys::{Function, Promise};
use std::cell::RefCell;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Thenable;
    #[wasm_bindgen(method)]
    fn then(this: &Thenable, next: &Function);
}

/// Work under way, and whom to tell.
struct Task {
    work: Work,
    waker: Waker,
    resolve: Function,
    reject: Function,
}

/// Puts a task in the list of those to go on with.
struct Knock(usize);

impl Wake for Knock {
    fn wake(self: Arc<Self>) {
        let is_first = DUE.with_borrow_mut(|due| {
            due.push(self.0);
            due.len() == 1
        });
        if is_first {
            READY.with(|ready| RUN.with(|run| ready.unchecked_ref::<Thenable>().then(run)));
        }
    }
}

thread_local! {
    /// By the numbers of their knocks; one that runs is out of its place.
    static TASKS: RefCell<Vec<Option<Task>>> = const { RefCell::new(Vec::new()) };
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static DUE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static READY: Promise = Promise::resolve(&JsValue::UNDEFINED);
    static RUN: Function = Closure::<dyn Fn()>::new(run)
        .into_js_value()
        .unchecked_into();
}

/// Sets work going, once whoever calls has done: its result goes to `resolve`,
/// its error to `reject`.
pub(super) fn spawn(work: Work, resolve: Function, reject: Function) {
    let free = FREE.with_borrow_mut(Vec::pop);
    let knock = TASKS.with_borrow_mut(|tasks| {
        let number = free.unwrap_or(tasks.len());
        let knock = Arc::new(Knock(number));
        let waker = Waker::from(Arc::clone(&knock));
        let task = Some(Task {
            work,
            waker,
            resolve,
            reject,
        });
        match tasks.get_mut(number) {
            Some(place) => *place = task,
            None => tasks.push(task),
        }
        knock
    });
    knock.wake();
}

/// Goes on with all tasks that are due. One that knocks meanwhile is due again.
fn run() {
    for number in DUE.take() {
        let take = |tasks: &mut Vec<Option<Task>>| tasks.get_mut(number).and_then(Option::take);
        // One that knocked twice may have come to its end, and another may have
        // its place, which a look for nothing does no harm.
        if let Some(task) = TASKS.with_borrow_mut(take) {
            go_on(number, task);
        }
    }
}

fn go_on(number: usize, mut task: Task) {
    let result = task
        .work
        .as_mut()
        .poll(&mut Context::from_waker(&task.waker));
    let (tell, value) = match result {
        Poll::Pending => {
            TASKS.with_borrow_mut(|tasks| {
                if let Some(place) = tasks.get_mut(number) {
                    *place = Some(task);
                }
            });
            return;
        }
        Poll::Ready(Ok(value)) => (&task.resolve, value),
        Poll::Ready(Err(error)) => (&task.reject, failure::to_js(&error)),
    };
    FREE.with_borrow_mut(|free| free.push(number));
    // The functions of a promise do not throw.
    let _ = tell.call1(&JsValue::UNDEFINED, &value);
}
