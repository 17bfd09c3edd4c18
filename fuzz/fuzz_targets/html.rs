//! Fuzzes the conversion of suppliers' HTML with any text.

#![no_main]

#[path = "../../tests/native/records/hostile/checks.rs"]
#[allow(dead_code, reason = "each target uses some of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::html(text));
