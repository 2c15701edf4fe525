//! Where things lie.

use anyhow::{Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The checkout, and where its builds go.
#[derive(Clone)]
pub struct Workspace {
    /// The folder of the root Cargo.toml.
    pub root: PathBuf,
    /// Cargo's target folder, wherever it was set.
    pub target: PathBuf,
    /// Where tools go that are fetched for building, in cargo's target folder.
    pub tools: PathBuf,
    /// The version of the crate and of the Unity package.
    pub version: String,
    /// The project's address on the web, where Cargo.toml has one.
    pub repository: Option<String>,
}

impl Workspace {
    /// Asks cargo.
    pub fn find() -> Result<Self> {
        let metadata = metadata()?;
        let path = |key: &str| {
            metadata[key].as_str().map(PathBuf::from).with_context(|| format!("cargo metadata has no {key}"))
        };
        Ok(Self {
            root: path("workspace_root")?,
            target: path("target_directory")?,
            tools: path("target_directory")?.join("tools"),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            repository: repository(&metadata),
        })
    }

    /// The root files of all libraries and programs in the workspace, without tests and examples.
    pub fn crate_roots(&self) -> Result<Vec<PathBuf>> {
        let metadata = metadata()?;
        let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
        let targets = packages.iter().filter_map(|package| package["targets"].as_array()).flatten();
        let is_crate = |target: &&Value| ["lib", "cdylib", "bin"].map(Value::from).contains(&target["kind"][0]);
        Ok(targets.filter(is_crate).filter_map(|target| target["src_path"].as_str()).map(PathBuf::from).collect())
    }

    /// The names of the tests in tests/ without some, in their order.
    pub fn tests_but(&self, left_out: &[&str]) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(self.root.join("tests"))? {
            let path = entry?.path();
            let is_test = path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").exists();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if is_test && !left_out.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// The Unity package's sources.
    pub fn unity_package(&self) -> PathBuf {
        self.root.join("unity-package")
    }

    /// A path as a person in the checkout would write it.
    pub fn display<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// The `repository` of the root package.
fn repository(metadata: &Value) -> Option<String> {
    let packages = metadata["packages"].as_array()?;
    let root = packages.iter().find(|package| package["name"] == "gridstar")?;
    root["repository"].as_str().map(str::to_owned)
}

fn metadata() -> Result<Value> {
    let output = cargo()
        .args(["metadata", "--format-version=1", "--no-deps"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .context("cargo metadata could not be run")?;
    serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")
}

/// The file name of the native library on this platform.
pub fn native_file_name() -> String {
    format!("{}gridstar{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// The cargo that runs this.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
