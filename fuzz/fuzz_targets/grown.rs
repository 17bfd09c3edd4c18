//! Bodies grown from the field table, wrong in every way: the fuzzer chooses
//! fields and values where it could hardly spell them.

#![no_main]

#[path = "../../tests/native/hostile/checks.rs"]
#[allow(dead_code, reason = "each target has its part of the checks")]
mod checks;
#[path = "../../tests/native/hostile/grow.rs"]
mod grow;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    if first % 4 == 0 {
        let page = grow::page(bytes);
        checks::value(&page);
        checks::pages(&page);
    } else {
        let product = grow::product(bytes);
        checks::value(&product);
        checks::product(&product);
    }
});
