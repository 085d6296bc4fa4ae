//! The text forms of Okiya.
