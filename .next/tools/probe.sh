cd /work/w/reader
B=$(ls -t target/debug/deps/readers-* | grep -v '\.d$' | head -1)
PROBE="$1" $B probe --nocapture 2>&1 | grep -vE "^$|running|test |PASS"
