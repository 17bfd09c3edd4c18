//! The card.
