//! Unity's rule for plugins of one name: a build, and the Editor, take no two enabled files to one place.

use crate::metas;
use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::path::Path;

/// How a version of Unity places the plugins of desktops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// By name alone, whatever processor a plugin is for: Windows up to 2022.3, Linux up to 6000.2.
    ByName,
    /// In a folder for each processor.
    ByProcessor,
}

/// Fails if a version of Unity would take two libraries of a package to one place.
pub fn check(package: &Path) -> Result<()> {
    let mut plugins = Vec::new();
    for path in metas::visible(&package.join("Plugins"))?.iter().filter(|path| path.is_file()) {
        let meta = std::fs::read_to_string(metas::meta_path(path)).with_context(|| path.display().to_string())?;
        plugins.push((path.strip_prefix(package)?.display().to_string().replace('\\', "/"), meta));
    }
    check_metas(&plugins)
}

/// Checks the paths and the .meta texts of plugins likewise.
pub fn check_metas(plugins: &[(String, String)]) -> Result<()> {
    for placing in [Placing::ByName, Placing::ByProcessor] {
        let mut takers: HashMap<String, &str> = HashMap::new();
        for (path, meta) in plugins {
            for place in places(path, meta, placing) {
                let other = takers.insert(place.clone(), path);
                ensure!(
                    other.is_none(),
                    "Unity would put {} and {path} at {place}, where it places plugins {placing:?}",
                    other.unwrap_or_default()
                );
            }
        }
    }
    Ok(())
}

/// Where an enabled plugin goes: in the players and Editors that its .meta enables.
fn places(path: &str, meta: &str, placing: Placing) -> Vec<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let enabled = meta.split("  - first:\n").skip(1).filter(|entry| entry.contains("enabled: 1"));
    let place = |entry: &str| {
        let platform = entry.lines().next().unwrap_or_default().trim().to_owned();
        let setting = |key: &str| {
            let line = entry.lines().find_map(|line| line.trim().strip_prefix(key));
            line.unwrap_or_default().to_owned()
        };
        // Android has always had a folder for each processor.
        let is_placed = placing == Placing::ByProcessor || platform == "Android: Android";
        let processor = if is_placed { setting("CPU: ") } else { String::new() };
        format!("{platform}/{}{processor}/{file}", setting("OS: "))
    };
    enabled.map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libraries::targets::TARGETS;

    #[test]
    fn no_unity_puts_two_libraries_at_one_place() {
        let plugins = TARGETS.iter().map(|target| (target.plugin.path.to_owned(), target.plugin.meta()));
        check_metas(&plugins.collect::<Vec<_>>()).unwrap();
    }

    #[test]
    fn two_enabled_files_of_one_name_for_one_player_are_found() {
        let meta = |platform: &str, cpu: &str| {
            format!(
                "  - first:\n      {platform}\n    second:\n      enabled: 1\n      settings:\n        CPU: {cpu}\n"
            )
        };
        let verdict = |one: &str, other: &str| {
            let plugins = [("a/x.so".to_owned(), one.to_owned()), ("b/x.so".to_owned(), other.to_owned())];
            check_metas(&plugins).map_err(|error| error.to_string())
        };
        for platform in ["Standalone: Linux64", "Standalone: Win64", "Editor: Editor"] {
            let error = verdict(&meta(platform, "x86_64"), &meta(platform, "ARM64")).unwrap_err();
            assert!(error.contains("a/x.so and b/x.so") && error.contains("ByName"), "{error}");
        }
        // Even a Unity that looks at processors has one place for two files of one processor.
        assert!(verdict(&meta("Android: Android", "ARM64"), &meta("Android: Android", "ARM64")).is_err());
        assert_eq!(verdict(&meta("Android: Android", "ARM64"), &meta("Android: Android", "ARMv7")), Ok(()));
        let off = meta("Standalone: Linux64", "ARM64").replace("enabled: 1", "enabled: 0");
        assert_eq!(verdict(&meta("Standalone: Linux64", "x86_64"), &off), Ok(()));
    }
}
