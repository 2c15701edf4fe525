//! Generates `include/gridstar.h` from `src/ffi`, and says how the shared library is linked. The header is committed,
//! so a tree that can't be written, or a source file that doesn't parse yet, is a warning here; the test
//! `header_is_current` is what fails on a difference.

use std::path::Path;

fn main() {
    // All of it: cells and steps of paths cross the boundary as they are, and any file may define the next one.
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=cbindgen.toml");
    println!("cargo:rerun-if-changed=include/gridstar.h");
    keep_loaded();
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into());
    if let Err(reason) = write_header(Path::new(&root)) {
        println!("cargo:warning=include/gridstar.h was not written: {reason}");
    }
}

/// Marks the shared library, where its format has a mark, so that a host that closes it does not unload it: its threads
/// may be at work. Where there is none, `src/ffi/boundary/module.rs` does it.
fn keep_loaded() {
    const WITH_ELF_FILES: [&str; 6] = ["linux", "android", "freebsd", "netbsd", "openbsd", "dragonfly"];
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if WITH_ELF_FILES.contains(&system.as_str()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}

fn write_header(root: &Path) -> Result<(), Box<dyn std::error::Error>> {
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
