//! What a label may say.
