//! Addresses of the project on the web, which a package names in its package.json. All follow from the `repository` of
//! the root Cargo.toml. Where it is not set, a package names none, and Unity's Package Manager opens what lies in the
//! package.

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Adds the addresses of a version to a package.json.
pub fn add(file: &Path, repository: Option<&str>, version: &str) -> Result<()> {
    let Some(repository) = repository else { return Ok(()) };
    check(repository)?;
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let with = insert(&text, &of(repository, version))?;
    Ok(std::fs::write(file, with)?)
}

/// Fails on an address to which paths can't be added.
fn check(repository: &str) -> Result<()> {
    let rest = repository.strip_prefix("https://");
    let is_plain = |rest: &str| rest.chars().all(|it| it.is_ascii_alphanumeric() || "-._~/".contains(it));
    let is_right = rest.is_some_and(|rest| rest.contains('/') && is_plain(rest) && !rest.contains("//"));
    let is_bare = !repository.ends_with('/') && !repository.ends_with(".git");
    ensure!(
        is_right && is_bare,
        "repository of Cargo.toml is {repository:?}, and not https://HOST/OWNER/NAME without .git and / at its end"
    );
    Ok(())
}

/// Fields of package.json. The pages are those of the version's tag.
fn of(repository: &str, version: &str) -> Map<String, Value> {
    let page = |path: &str| json!(format!("{repository}/blob/v{version}/unity-package/{path}"));
    let git = json!({ "type": "git", "url": format!("{repository}.git") });
    [
        ("documentationUrl", page("Documentation~/index.md")),
        ("changelogUrl", page("CHANGELOG.md")),
        ("licensesUrl", page("LICENSE.md")),
        ("repository", git),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

/// Writes fields behind the licence's line, so that the rest of the file stays as people wrote it.
fn insert(text: &str, fields: &Map<String, Value>) -> Result<String> {
    let before = fields.keys().find(|name| text.contains(&format!("\"{name}\"")));
    ensure!(
        before.is_none(),
        "package.json has {} already, which is made of Cargo.toml",
        before.map_or("", |name| name)
    );
    let line = text.lines().find(|line| line.trim_start().starts_with("\"license\":"));
    let line = line.filter(|line| line.ends_with(',')).context("package.json has no line of its licence")?;
    let written: String = fields.iter().map(|(name, value)| format!("\n  \"{name}\": {value},")).collect();
    Ok(text.replacen(line, &format!("{line}{written}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: &str = "https://example.com/owner/gridstar";

    fn standing() -> String {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../unity-package/package.json")).unwrap()
    }

    fn added(text: &str, repository: Option<&str>) -> Result<String, String> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("package.json");
        std::fs::write(&file, text).unwrap();
        let verdict = add(&file, repository, "1.2.3").map_err(|error| error.to_string());
        let after = std::fs::read_to_string(&file).unwrap();
        assert!(verdict.is_ok() || after == text, "nothing is half made");
        verdict.map(|()| after)
    }

    #[test]
    fn the_standing_manifest_gets_the_addresses_of_the_versions_tag_and_keeps_the_rest() {
        let text = standing();
        let with: Value = serde_json::from_str(&added(&text, Some(SET)).unwrap()).unwrap();
        let page = |path: &str| format!("{SET}/blob/v1.2.3/unity-package/{path}");
        assert_eq!(with["documentationUrl"], page("Documentation~/index.md"));
        assert_eq!(with["changelogUrl"], page("CHANGELOG.md"));
        assert_eq!(with["licensesUrl"], page("LICENSE.md"));
        assert_eq!(with["repository"], json!({ "type": "git", "url": format!("{SET}.git") }));
        let mut rest = with.as_object().unwrap().clone();
        for name in of(SET, "1.2.3").keys() {
            rest.remove(name);
        }
        assert_eq!(Value::Object(rest), serde_json::from_str::<Value>(&text).unwrap());
    }

    #[test]
    fn without_a_repository_the_manifest_stays_as_it_is() {
        assert_eq!(added(&standing(), None), Ok(standing()));
        let root = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml")).unwrap();
        let named = root.lines().find_map(|line| line.strip_prefix("repository = "));
        named.into_iter().for_each(|address| check(address.trim_matches('"')).unwrap());
    }

    #[test]
    fn what_is_no_address_of_a_repository_is_told_in_a_line_and_changes_nothing() {
        for wrong in [
            "",
            "http://a.b/c",
            "git@a.b:c/d.git",
            "https://a.b",
            "https://a.b/c.git",
            "https://a.b/c/",
            "https://a b/c\"",
            "https://a.b//c",
        ] {
            let error = added(&standing(), Some(wrong)).unwrap_err();
            assert!(error.starts_with("repository of Cargo.toml") && error.lines().count() == 1, "{error}");
        }
        let twice = added(&added(&standing(), Some(SET)).unwrap(), Some(SET)).unwrap_err();
        assert!(twice.contains("has changelogUrl already"), "{twice}");
        assert!(added("{}", Some(SET)).unwrap_err().contains("no line of its licence"));
    }
}
