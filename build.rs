//! Generates `include/gridstar.h` from `src/ffi`. The header is committed, so a tree that can't be written, or a
//! source file that doesn't parse yet, is a warning here; the test `header_is_current` is what fails on a difference.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=src/ffi");
    println!("cargo:rerun-if-changed=src/grid/cell.rs");
    println!("cargo:rerun-if-changed=cbindgen.toml");
    println!("cargo:rerun-if-changed=include/gridstar.h");
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into());
    if let Err(reason) = write_header(Path::new(&root)) {
        println!("cargo:warning=include/gridstar.h was not written: {reason}");
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
