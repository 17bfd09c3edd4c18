//! Requests, answers and errors.
