//! Files on disk: what is written is read, and what is not as it was written is refused.

mod container;
mod damage;
mod favours;
mod fuzz;
mod kept;
mod policy;
mod strategies;
