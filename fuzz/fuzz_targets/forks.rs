#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gridstar_fuzz::targets::forks(bytes));
