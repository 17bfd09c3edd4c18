//! The client over a transport that answers from a script.
