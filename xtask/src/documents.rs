//! The documents are part of the product: their code compiles, their links lead somewhere, the commands they name
//! exist, and a translation keeps to its original.

mod code;
mod commands;
mod comments;
mod length;
mod links;
mod markdown;
mod pictures;
mod replaced;
mod switched;
mod translations;
mod unit;

use crate::csharp::{self, Build};
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use markdown::{Document, Kind};
use std::path::Path;

/// `cargo xtask docs`: what [`check_texts`] and [`check_code`] say, without the rest of the tests.
pub fn run(workspace: &Workspace, known: &clap::Command) -> Result<()> {
    tools::ensure_mono()?;
    println!("texts: {}", check_texts(workspace, known)?);
    let build = Build::without_library(workspace, "documents")?;
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER])?;
    build.compile_all(&csharp::PACKAGE_STANDINS)?;
    build.compile(&csharp::BURST)?;
    println!("code: {}", check_code(workspace, &build)?);
    Ok(())
}

/// Links, translations, and commands, which must be among the known ones.
pub fn check_texts(workspace: &Workspace, known: &clap::Command) -> Result<String> {
    let documents = read_all(&workspace.root)?;
    links::check(&workspace.root, &documents)?;
    length::check(&documents, |path| Ok(std::fs::read_to_string(workspace.root.join(path))?))?;
    let shown = pictures::check(&workspace.root, &documents)?;
    pictures::check_figures(&workspace.root, &documents)?;
    let named = commands::check(&documents, known)?;
    let pairs = translations::check(&documents)?;
    let links: usize = documents.iter().map(|document| document.of(&Kind::Link).count()).sum();
    Ok(format!(
        "{} documents, {links} links, {shown} pictures, {named} commands, {pairs} translations",
        documents.len()
    ))
}

/// Compiles the code blocks; the assemblies of the package have to be in `build`. Those of translations are left out,
/// being the same.
pub fn check_code(workspace: &Workspace, build: &Build) -> Result<String> {
    let mut documents = read_all(&workspace.root)?;
    documents.retain(|document| markdown::original(&document.path).is_none());
    code::check(workspace, build, &documents)
}

/// The tests of the pages about coming from other scripts.
pub const SWITCHED_TESTS: &str = switched::TESTS;

/// Compiles [`SWITCHED_TESTS`]; the package and its samples have to be in `build`.
pub fn compile_switched(workspace: &Workspace, build: &Build) -> Result<String> {
    switched::compile(workspace, build, &read_all(&workspace.root)?)
}

/// Compiles the scripts of a folder's documents; the package has to be in `build`. Says how many there are.
pub fn compile_scripts(build: &Build, folder: &Path) -> Result<usize> {
    let scripts = build.folder.join("scripts");
    std::fs::create_dir_all(&scripts)?;
    let mut count = 0;
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let document = Document::parse(name, &std::fs::read_to_string(&path)?);
            for block in document.blocks_of("csharp") {
                let text = unit::csharp_file(&document, block, &format!("Script{count}"));
                std::fs::write(scripts.join(format!("Script{count}.cs")), text)?;
                count += 1;
            }
        }
    }
    build.compile_folder("Scripts.dll", &scripts, csharp::GAME_WITH_PACKAGES)?;
    Ok(count)
}

/// All Markdown that people read, with paths from the root.
fn read_all(root: &Path) -> Result<Vec<Document>> {
    let mut documents = Vec::new();
    let flat = ["", "benches", "docs", "fuzz"].map(|folder| (root.join(folder), 1));
    for (folder, depth) in flat.into_iter().chain([(root.join("unity-package"), usize::MAX)]) {
        for entry in walkdir::WalkDir::new(folder).max_depth(depth).sort_by_file_name() {
            let path = entry?.into_path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let inside = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
                documents.push(Document::parse(inside, &text));
            }
        }
    }
    Ok(documents)
}
