//! Files on disk: written data is read again, and altered data is refused.

mod container;
mod damage;
mod favours;
mod fuzz;
mod kept;
mod policy;
mod strategies;
