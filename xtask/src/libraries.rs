//! The native libraries of all platforms: what they are called, how they are built, and what each must hold to.

mod android;
mod apple_names;
pub mod builder;
pub mod checks;
pub mod collisions;
mod facts;
pub mod for_package;
mod linking;
pub mod planted;
mod plugins;
pub mod rust;
pub mod static_library;
pub mod targets;
mod unwinder;
pub mod web_names;
mod web_threads;
mod windows_arm64;
