//! The page's files: the scripts in one, and the library as WebAssembly, which must export what the header declares.

use super::abi;
use crate::command::quietly;
use crate::header::Header;
use crate::libraries::checks;
use crate::libraries::rust::Rust;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::fs;
use std::path::{Path, PathBuf};

/// Rust's name of the web. Unity's has another one, because Unity links a static library with Emscripten.
const TRIPLE: &str = "wasm32-unknown-unknown";

/// The files of `playground/` that become one script, in their order.
const SCRIPTS: [&str; 15] = [
    "words.js",
    "library.js",
    "layouts.js",
    "sides.js",
    "maps.js",
    "grid.js",
    "field.js",
    "apart.js",
    "crowd.js",
    "view.js",
    "page.js",
    "pointer.js",
    "check.js",
    "checkhexagons.js",
    "checksides.js",
];
/// Script that runs last.
const MAIN: &str = "main.js";

/// Writes the page's files and returns their size in bytes, without the copy of the library that only a page without a
/// server reads.
pub(super) fn build(workspace: &Workspace, out: &Path) -> Result<u64> {
    let library = fs::read(compile(workspace)?)?;
    check_exports(&library, &checks::declared(workspace)?)?;
    fs::create_dir_all(out).with_context(|| format!("{} can't be made", out.display()))?;
    let script = script(workspace)?;
    let encoded = format!("window.GRIDSTAR_WASM = \"{}\";\n", BASE64_STANDARD.encode(&library));
    let sources = workspace.root.join("playground");
    let mut files = vec![("gridstar.wasm", library), ("playground.js", script.into_bytes())];
    for name in ["index.html", "playground.css"] {
        files.push((name, fs::read(sources.join(name))?));
    }
    let size = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    // Browsers fetch nothing for a page that was opened as a file, but run its scripts.
    files.push(("gridstar.wasm.js", encoded.into_bytes()));
    for (name, bytes) in files {
        fs::write(out.join(name), bytes).with_context(|| out.join(name).display().to_string())?;
    }
    Ok(size)
}

/// The library as one WebAssembly module that imports nothing. What it has no use for, panics that unwind and threads,
/// the web does not have.
fn compile(workspace: &Workspace) -> Result<PathBuf> {
    let rust = Rust::find(TRIPLE, false)?;
    let mut command = rust.cargo();
    command.current_dir(&workspace.root).args(["rustc", "--quiet", "--locked", "--lib", "--profile=shipping"]);
    command.args(["--crate-type=cdylib", "--target", TRIPLE]).args(rust.std_arguments("abort"));
    command.env("CARGO_TARGET_DIR", &workspace.target);
    let mut flags = rust.web_linker_flags()?;
    flags.push("-Cpanic=abort".into());
    quietly(rust.set_flags(&mut command, workspace, flags)?)?;
    Ok(workspace.target.join(TRIPLE).join("shipping/gridstar.wasm"))
}

/// The module exports each function of the header, and imports nothing: a browser has nothing to give it.
fn check_exports(library: &[u8], declared: &[String]) -> Result<()> {
    let mut missing: Vec<&str> = declared.iter().map(String::as_str).collect();
    for payload in wasmparser::Parser::new(0).parse_all(library) {
        match payload? {
            wasmparser::Payload::ImportSection(imports) => {
                ensure!(imports.count() == 0, "the library for the web imports {} things", imports.count());
            }
            wasmparser::Payload::ExportSection(exports) => {
                for export in exports {
                    let name = export?.name;
                    missing.retain(|function| *function != name);
                }
            }
            _ => {}
        }
    }
    ensure!(missing.is_empty(), "the library for the web lacks {}", missing.join(", "));
    Ok(())
}

/// All scripts in one function, so that the page has no other names. The header's listing and the demo's island come
/// first.
fn script(workspace: &Workspace) -> Result<String> {
    let read = |path: &str| {
        let path = workspace.root.join(path);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let listing = abi::listing(&Header::parse(&read("include/gridstar.h")?));
    let island = serde_json::to_string(&read("examples/demo/maps/island.map")?.replace('\r', ""))?;
    let mut script = format!("(() => {{\n\"use strict\";\nconst ABI = {listing};\nconst ISLAND = {island};\n");
    for name in SCRIPTS.iter().chain([&MAIN]) {
        script += &read(&format!("playground/{name}"))?;
    }
    script += "})();\n";
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_script_of_the_folder_is_in_the_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground");
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let there: BTreeSet<String> = names.filter(|name| name.ends_with(".js")).collect();
        let listed: BTreeSet<String> = SCRIPTS.iter().chain([&MAIN]).map(|&name| name.to_owned()).collect();
        assert_eq!(there, listed);
    }
}
