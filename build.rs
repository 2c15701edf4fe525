//! Generates `include/gridstar.h` from the exported items in `src`, and sets link options of the shared library.
//!
//! The header is generated with the feature `header`, which the commands of this workspace turn on: see
//! `header/Cargo.toml`. It is committed. A read-only tree, or a source file that does not parse yet, is therefore only
//! a warning here; the test program `documents` fails if the header differs from the sources.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    keep_loaded();
    #[cfg(feature = "header")]
    generate_header();
}

#[cfg(feature = "header")]
fn generate_header() {
    // All of src: structs outside src/ffi are exported too, such as `Cell` and `FloorStep`.
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=cbindgen.toml");
    println!("cargo:rerun-if-changed=include/gridstar.h");
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into());
    if let Err(reason) = write_header(std::path::Path::new(&root)) {
        println!("cargo:warning=include/gridstar.h was not written: {reason}");
    }
}

/// Keeps the shared library loaded when a host closes it, because its threads may still run. Only ELF has a link option
/// for this; elsewhere `src/ffi/boundary/module.rs` does it.
fn keep_loaded() {
    const WITH_ELF_FILES: [&str; 6] = ["linux", "android", "freebsd", "netbsd", "openbsd", "dragonfly"];
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if WITH_ELF_FILES.contains(&system.as_str()) {
        // Two arguments, as compilers' drivers and linkers alike take them.
        println!("cargo:rustc-cdylib-link-arg=-z");
        println!("cargo:rustc-cdylib-link-arg=nodelete");
    }
}

#[cfg(feature = "header")]
fn write_header(root: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    let bindings = cbindgen::generate_with_config(root, config)?;
    let mut header = Vec::new();
    bindings.write(&mut header);
    let path = root.join("include/gridstar.h");
    if std::fs::read(&path).ok().as_deref() != Some(&header) {
        std::fs::write(&path, header)?;
    }
    Ok(())
}
