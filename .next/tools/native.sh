#!/bin/bash
cd /work/w/reader
B=$(ls -t target/debug/deps/readers-* | grep -v '\.d$' | head -1)
$B allergen_texts > /tmp/native.out 2>&1
grep -E "^test .*FAILED|test result" /tmp/native.out
