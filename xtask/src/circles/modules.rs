//! The modules of a crate, the names in each, and where the item lies that a path names.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// By file and imported file: an item that the first names and the second defines.
pub(super) type Imports = BTreeMap<PathBuf, BTreeMap<PathBuf, String>>;

/// A path as it is written, without generics.
pub(super) type Names = Vec<String>;

/// A module: a file, or a block of one.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) parent: Option<usize>,
    pub(super) names: HashMap<String, Vec<Meaning>>,
    pub(super) globs: Vec<Names>,
    /// All paths in it, in imports and elsewhere.
    pub(super) paths: Vec<Names>,
}

/// Meaning of a name in a module. A name can have several.
pub(super) enum Meaning {
    Module(usize),
    /// A type or a trait of this file: a path can go on behind it, as in `Type::new`.
    Type,
    /// A function, a constant or a macro of this file.
    Value,
    Import(Names),
}

/// Target of a path.
enum Target {
    Module(usize),
    Item { module: usize, is_type: bool },
}

/// A path that leads through more imports leads nowhere.
const MOST_IMPORTS: usize = 8;

/// Imports of each file. The root of the crate is the first module.
pub(super) fn imports(modules: &[Module]) -> Imports {
    let mut imports: Imports = modules.iter().map(|module| (module.file.clone(), Default::default())).collect();
    for (at, module) in modules.iter().enumerate() {
        for path in &module.paths {
            for target in find(modules, at, path, 0) {
                let Target::Item { module: other, .. } = target else { continue };
                let other = &modules[other].file;
                if let Some(imported) = imports.get_mut(&module.file).filter(|_| *other != module.file) {
                    imported.insert(other.clone(), path.join("::"));
                }
            }
        }
    }
    imports
}

/// Targets of a path in a module: none if it leaves the crate or names what is no item.
fn find(modules: &[Module], from: usize, path: &[String], passed: usize) -> Vec<Target> {
    let Some((first, rest)) = path.split_first() else { return vec![Target::Module(from)] };
    if passed > MOST_IMPORTS {
        return Vec::new();
    }
    match first.as_str() {
        "crate" => return find(modules, 0, rest, passed),
        "self" => return find(modules, from, rest, passed),
        "super" => return modules[from].parent.map_or(Vec::new(), |parent| find(modules, parent, rest, passed)),
        _ => {}
    }
    let go_on = |target: Target| match target {
        Target::Module(module) => find(modules, module, rest, passed),
        Target::Item { is_type, .. } if is_type || rest.is_empty() => vec![target],
        Target::Item { .. } => Vec::new(),
    };
    let meant = |meaning: &Meaning| match meaning {
        Meaning::Module(module) => vec![Target::Module(*module)],
        Meaning::Type => vec![Target::Item { module: from, is_type: true }],
        Meaning::Value => vec![Target::Item { module: from, is_type: false }],
        Meaning::Import(path) => find(modules, from, path, passed + 1),
    };
    let named =
        modules[from].names.get(first).into_iter().flatten().flat_map(meant).flat_map(go_on).collect::<Vec<_>>();
    if !named.is_empty() {
        return named;
    }
    let opened = modules[from].globs.iter().flat_map(|glob| find(modules, from, glob, passed + 1));
    opened.filter_map(module_of).flat_map(|module| find(modules, module, path, passed + 1)).collect()
}

fn module_of(target: Target) -> Option<usize> {
    match target {
        Target::Module(module) => Some(module),
        Target::Item { .. } => None,
    }
}
