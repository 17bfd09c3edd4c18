#!/bin/bash
# usage: rcmp.sh filter ; compiles and runs comparison
cd /work/w/reader
export CARGO_INCREMENTAL=1 REAL_TEXTS=/work/shared/real-texts READER_OUT=/tmp/readers
cargo test -q -p product-pool-readers ${1:-compare_} -- --ignored --nocapture --test-threads=2 2>&1 | grep -vE "^$|^running|test result|^\.+$" | head -${2:-120}
