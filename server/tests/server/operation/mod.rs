//! What those see and do who run the server.

mod logs;
