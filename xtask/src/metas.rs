//! The `.meta` files of the Unity package: one for each visible file and folder, each with a GUID of its own that never
//! changes, since projects refer to scripts by them.

use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The longest path that Unity's package rules allow, from the package's folder.
const MAX_PATH: usize = 140;

/// Where the samples lie: one folder each, hidden from Unity until one is imported.
const SAMPLES: &str = "Samples~";

/// The scripts that several samples have copies of, since each is imported alone.
const SHARED: [&str; 2] = ["SampleStage.cs", "SamplePointer.cs"];

/// Writes what is missing in a package, and says which. A file that is there keeps its GUID.
pub fn write_missing(package: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for path in visible(package)?.into_iter().filter(|path| !meta_path(path).exists()) {
        std::fs::write(meta_path(&path), text_for(path.strip_prefix(package)?, path.is_dir()))?;
        written.push(meta_path(&path));
    }
    Ok(written)
}

/// The text of a new .meta file. Its GUID comes from the path, so that two people who add the same file agree.
fn text_for(inside: &Path, is_folder: bool) -> String {
    let name = format!("com.gridstar.pathfinding/{}", inside.display().to_string().replace('\\', "/"));
    let guid = Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes()).simple();
    let extension = inside.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let (importer, more) = match extension {
        _ if is_folder => ("folderAsset: yes\nDefaultImporter", ""),
        "cs" => (
            "MonoImporter",
            "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n",
        ),
        "asmdef" => ("AssemblyDefinitionImporter", ""),
        // For the Editor's own interface: unscaled, without mip levels.
        "png" => (
            "TextureImporter",
            "  serializedVersion: 11\n  mipmaps:\n    enableMipMap: 0\n  nPOTScale: 0\n  alphaIsTransparency: 1\n  \
             textureType: 2\n",
        ),
        "md" | "txt" => ("TextScriptImporter", ""),
        "json" if name.ends_with("/package.json") => ("PackageManifestImporter", ""),
        _ => ("DefaultImporter", ""),
    };
    format!(
        "fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  externalObjects: {{}}\n{more}  userData: \n  \
         assetBundleName: \n  assetBundleVariant: \n"
    )
}

/// Fails on a missing, stray or doubled .meta, on a path that Unity would refuse, on a package.json that says another
/// version than the crate, and on a changelog of the package that is not the project's.
pub fn check(workspace: &Workspace) -> Result<String> {
    let package = workspace.unity_package();
    let paths = visible(&package)?;
    check_metas(&package, &paths)?;
    let manifest: serde_json::Value = serde_json::from_str(
        &std::fs::read_to_string(package.join("package.json")).context("unity-package/package.json can't be read")?,
    )?;
    ensure!(
        manifest["version"] == workspace.version.as_str(),
        "package.json says version {}, Cargo.toml {}",
        manifest["version"],
        workspace.version
    );
    check_samples(&package, &manifest)?;
    check_modules(&package, &paths, &manifest)?;
    check_icons(&package, &paths)?;
    let changelog = |folder: &Path| std::fs::read_to_string(folder.join("CHANGELOG.md")).context("CHANGELOG.md");
    ensure!(
        changelog(&package)? == changelog(&workspace.root)?,
        "unity-package/CHANGELOG.md is not the CHANGELOG.md of the root: copy it"
    );
    check_version(&workspace.version, &changelog(&workspace.root)?)?;
    Ok(format!("{} files and folders", paths.len()))
}

/// Fails unless a version is one that Unity's Package Manager takes, and the changelog has a section for it: that of a
/// release, or the unreleased one for a state between two releases, which is named after the next.
fn check_version(version: &str, changelog: &str) -> Result<()> {
    let (numbers, label) = version.split_once('-').map_or((version, None), |(numbers, label)| (numbers, Some(label)));
    let is_number = |part: &str| part.parse::<u32>().is_ok_and(|number| number.to_string() == part);
    let are_three = numbers.split('.').count() == 3 && numbers.split('.').all(is_number);
    ensure!(are_three, "{version} does not begin with MAJOR.MINOR.PATCH, as Unity's Package Manager asks");
    ensure!(label.is_none_or(|label| label == "dev"), "{version} is neither a release nor X.Y.Z-dev");
    let headings: Vec<&str> = changelog.lines().filter_map(|line| line.strip_prefix("## [")).collect();
    let first = headings.first().context("the changelog has no section")?;
    if label.is_some() {
        ensure!(first.starts_with("Unreleased]"), "{version} is not released, and the changelog has no [Unreleased]");
        let is_released = headings.iter().any(|heading| heading.starts_with(&format!("{numbers}]")));
        ensure!(!is_released, "{numbers} is released, so what comes after it is not {version}");
    } else {
        let is_dated = headings.iter().any(|heading| heading.starts_with(&format!("{version}] - ")));
        ensure!(is_dated, "the changelog has no section \"## [{version}] - DATE\"");
        ensure!(
            !first.starts_with("Unreleased]"),
            "there are changes after {version}: call the next version X.Y.Z-dev"
        );
    }
    Ok(())
}

/// Names in scripts that use a module of Unity, which a project can switch off, and the module's name. The base of
/// overlays is a class of the Editor whose members have types of UI Elements.
const MODULES: [(&str, &str); 5] = [
    ("Physics.", "physics"),
    ("Physics2D.", "physics2d"),
    ("UnityEngine.Tilemaps", "tilemap"),
    ("GUILayout.", "imgui"),
    ("UnityEditor.Overlays", "uielements"),
];

/// Fails unless package.json asks for the modules that the package's scripts use.
fn check_modules(package: &Path, paths: &[PathBuf], manifest: &serde_json::Value) -> Result<()> {
    let samples = package.join(SAMPLES);
    let is_script = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "cs");
    for path in paths.iter().filter(is_script).filter(|path| !path.starts_with(&samples)) {
        let text = std::fs::read_to_string(path)?;
        for (_, module) in MODULES.iter().filter(|(mark, _)| text.contains(mark)) {
            let is_asked_for = manifest["dependencies"][format!("com.unity.modules.{module}")].is_string();
            ensure!(is_asked_for, "package.json lacks com.unity.modules.{module}, which {} uses", path.display());
        }
    }
    Ok(())
}

/// Fails on an icon that no script names as its own.
fn check_icons(package: &Path, paths: &[PathBuf]) -> Result<()> {
    let scripts = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "cs"));
    let metas = scripts.map(|script| std::fs::read_to_string(meta_path(script))).collect::<Result<Vec<_>, _>>()?;
    for icon in paths.iter().filter(|path| path.starts_with(package.join("Editor/Icons")) && path.is_file()) {
        let named = format!("  icon: {{fileID: 2800000, guid: {}, type: 3}}\n", guid_of(icon)?);
        ensure!(metas.iter().any(|meta| meta.contains(&named)), "no script names {}", icon.display());
    }
    Ok(())
}

/// Fails unless the folders of the samples are those that package.json names, each with an assembly definition of its
/// own, and their copies of one script are the same.
fn check_samples(package: &Path, manifest: &serde_json::Value) -> Result<()> {
    let listed = manifest["samples"].as_array().context("package.json names no samples")?;
    let mut shared = SHARED.map(|name| (name, None::<String>));
    for sample in listed {
        for key in ["displayName", "description"] {
            ensure!(sample[key].is_string(), "a sample in package.json has no {key}");
        }
        let path = sample["path"].as_str().context("a sample in package.json has no path")?;
        let assembly = format!("GridStar.Samples.{}.asmdef", path.rsplit('/').next().unwrap_or(path));
        let is_there = package.join(path).join(&assembly).exists();
        ensure!(is_there, "{path}, a sample in package.json, has no {assembly}");
        for (name, first) in &mut shared {
            if let Ok(copy) = std::fs::read_to_string(package.join(path).join(*name)) {
                let is_same = *first.get_or_insert_with(|| copy.clone()) == copy;
                ensure!(is_same, "{path}/{name} is not the same as in the samples before: copy it");
            }
        }
    }
    let (folders, count) = (std::fs::read_dir(package.join(SAMPLES))?.count(), listed.len());
    ensure!(folders == count, "there are {folders} folders in {SAMPLES}, and {count} samples in package.json");
    Ok(())
}

/// Fails unless exactly the visible `paths` below `package` have a .meta, each with a GUID of its own.
pub fn check_metas(package: &Path, paths: &[PathBuf]) -> Result<()> {
    let mut owners: HashMap<String, &Path> = HashMap::new();
    for path in paths {
        let inside = path.strip_prefix(package)?;
        ensure!(inside.as_os_str().len() <= MAX_PATH, "{} has over {MAX_PATH} characters", inside.display());
        let text = std::fs::read_to_string(meta_path(path))
            .with_context(|| format!("{} has no .meta: cargo xtask metas writes it", inside.display()))?;
        let guid = guid_in(&text).with_context(|| format!("the .meta of {} has no GUID", inside.display()))?;
        if let Some(other) = owners.insert(guid.to_owned(), inside) {
            bail!("{} and {} have the same GUID", inside.display(), other.display());
        }
    }
    let metas = entries(package)?.into_iter().filter(|path| is_meta(path));
    match metas.into_iter().find(|meta| !meta.with_extension("").exists()) {
        Some(meta) => bail!("{} belongs to nothing", meta.display()),
        None => Ok(()),
    }
}

/// The GUID of a file or folder.
fn guid_of(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(meta_path(path)).with_context(|| format!("{} has no .meta", path.display()))?;
    Ok(guid_in(&text).with_context(|| format!("the .meta of {} has no GUID", path.display()))?.to_owned())
}

fn guid_in(meta: &str) -> Option<&str> {
    let is_guid = |guid: &&str| guid.len() == 32 && guid.chars().all(|c| c.is_ascii_hexdigit());
    meta.lines().find_map(|line| line.strip_prefix("guid: ")).filter(is_guid)
}

/// Files that Unity imports: no name that begins with a dot or ends with a tilde, and no .meta; and the samples' files,
/// so that a sample that is imported again, from a later version, keeps its GUIDs.
pub fn visible(package: &Path) -> Result<Vec<PathBuf>> {
    Ok(entries(package)?.into_iter().filter(|path| !is_meta(path)).collect())
}

fn entries(package: &Path) -> Result<Vec<PathBuf>> {
    let is_hidden = |name: &str| name.starts_with('.') || (name.ends_with('~') && name != SAMPLES);
    let walk = walkdir::WalkDir::new(package).min_depth(1).sort_by_file_name().into_iter();
    let mut paths = walk
        .filter_entry(|entry| !is_hidden(&entry.file_name().to_string_lossy()))
        .map(|entry| Ok(entry?.into_path()))
        .collect::<Result<Vec<_>>>()?;
    // The samples' folders themselves are not imported: what is in them is copied.
    let samples = package.join(SAMPLES);
    paths.retain(|path| *path != samples && path.parent() != Some(&samples));
    Ok(paths)
}

fn is_meta(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "meta")
}

/// Where the .meta of a file or folder lies.
pub fn meta_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".meta");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn samples_that_package_json_does_not_have_or_that_differ_are_found() {
        let directory = tempfile::tempdir().unwrap();
        let package = directory.path();
        let write = |name: &str, text: &str| {
            let path = package.join(SAMPLES).join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("A/GridStar.Samples.A.asmdef", "{}");
        write("A/SampleStage.cs", "a");
        write("B/SampleStage.cs", "b");
        let sample = |name: &str| json!({"displayName": name, "description": "", "path": format!("Samples~/{name}")});
        let manifest = json!({"samples": [sample("A"), sample("B")]});
        let verdict = || check_samples(package, &manifest).map_err(|error| error.to_string());
        assert!(verdict().unwrap_err().contains("has no GridStar.Samples.B.asmdef"));
        write("B/GridStar.Samples.B.asmdef", "{}");
        assert!(verdict().unwrap_err().contains("Samples~/B/SampleStage.cs is not the same"));
        write("B/SampleStage.cs", "a");
        assert_eq!(verdict(), Ok(()));
        write("C/GridStar.Samples.C.asmdef", "{}");
        assert!(verdict().unwrap_err().contains("3 folders"));
        let paths = visible(package).unwrap();
        assert_eq!(paths.len(), 5, "{paths:?}");
    }

    #[test]
    fn a_module_that_package_json_does_not_ask_for_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let package = directory.path();
        std::fs::create_dir_all(package.join(SAMPLES).join("A")).unwrap();
        std::fs::write(package.join("A.cs"), "using UnityEditor.Overlays;").unwrap();
        std::fs::write(package.join(SAMPLES).join("A/B.cs"), "using UnityEngine.Tilemaps;").unwrap();
        let verdict = |manifest: serde_json::Value| {
            check_modules(package, &visible(package).unwrap(), &manifest).map_err(|error| error.to_string())
        };
        assert!(verdict(json!({"dependencies": {}})).unwrap_err().contains("com.unity.modules.uielements"));
        assert_eq!(verdict(json!({"dependencies": {"com.unity.modules.uielements": "1.0.0"}})), Ok(()));
    }

    #[test]
    fn changes_after_a_release_have_a_version_of_their_own() {
        let released = "# Changelog\n\n## [0.2.0] - 2026-11-23\n";
        let ahead = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n";
        for (version, changelog, is_right) in [
            ("0.2.0", released, true),
            ("0.3.0-dev", ahead, true),
            ("0.2.0", ahead, false),
            ("0.2.0-dev", ahead, false),
            ("0.3.0", ahead, false),
            ("0.3.0-dev", released, false),
            ("0.3-dev", ahead, false),
            ("0.03.0-dev", ahead, false),
            ("0.3.0-next", ahead, false),
        ] {
            assert_eq!(check_version(version, changelog).is_ok(), is_right, "{version} with {changelog}");
        }
    }

    #[test]
    fn missing_doubled_and_stray_metas_are_found() {
        let directory = tempfile::tempdir().unwrap();
        let package = directory.path();
        std::fs::create_dir_all(package.join("Hidden~")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(package.join(name), text).unwrap();
        write("A.cs", "");
        write("Hidden~/B.cs", "");
        let verdict = || check_metas(package, &visible(package).unwrap()).map_err(|error| error.to_string());
        assert!(verdict().unwrap_err().contains("A.cs has no .meta"));
        assert_eq!(write_missing(package).unwrap(), [package.join("A.cs.meta")]);
        assert_eq!(verdict(), Ok(()));
        write("C.cs", "");
        write("C.cs.meta", &text_for(Path::new("A.cs"), false));
        assert!(verdict().unwrap_err().contains("the same GUID"));
        std::fs::remove_file(package.join("C.cs")).unwrap();
        assert!(verdict().unwrap_err().contains("belongs to nothing"));
    }
}
