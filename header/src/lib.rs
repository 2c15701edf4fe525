//! Nothing but a dependency. Cargo builds a package once for all packages of a command, with the features of all of
//! them. So `cargo build` at the root, which builds this package too, builds GridStar with the feature `header`.
