//! Any text for the body of Get Product: decoded, written again, checked, and its
//! allergens, nutrition and ingredients read.

#![no_main]

#[path = "../../tests/native/hostile/checks.rs"]
#[allow(dead_code, reason = "each target has its part of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::product(text));
