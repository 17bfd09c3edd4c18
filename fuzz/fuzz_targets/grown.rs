//! Fuzzes invalid bodies built from the field table: the fuzzer selects fields and
//! values, because mutated text would hardly reach them.

#![no_main]

#[path = "../../tests/native/records/hostile/checks.rs"]
#[allow(dead_code, reason = "each target uses some of the checks")]
mod checks;
#[path = "../../tests/native/records/hostile/grow.rs"]
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
