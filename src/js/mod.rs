//! The functions that the npm package calls.
