//! Reads the modules of a crate from its files.

use super::modules::{Meaning, Module, Names};
use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, ItemMod, UseTree};

/// Reads a file's text, if there is such a file.
pub(super) type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// Reads a crate's root and the files of all its modules.
pub(super) fn read(root: &Path, read: Read) -> Result<Vec<Module>> {
    let mut reader = Reader { modules: Vec::new(), current: 0, folder: PathBuf::new(), read, failed: None };
    reader.read_file(root.to_owned(), root.with_file_name(""), None)?;
    reader.failed.map_or(Ok(reader.modules), Err)
}

struct Reader<'a> {
    modules: Vec<Module>,
    /// The module that is read, and the folder of the files of its modules.
    current: usize,
    folder: PathBuf,
    read: Read<'a>,
    failed: Option<anyhow::Error>,
}

impl Reader<'_> {
    fn read_file(&mut self, file: PathBuf, folder: PathBuf, parent: Option<usize>) -> Result<usize> {
        let text = (self.read)(&file).with_context(|| format!("{} can't be read", file.display()))?;
        let items = syn::parse_file(&text).with_context(|| format!("{} can't be parsed", file.display()))?.items;
        Ok(self.read_module(&items, file, folder, parent))
    }

    fn read_module(&mut self, items: &[Item], file: PathBuf, folder: PathBuf, parent: Option<usize>) -> usize {
        let module = self.modules.len();
        self.modules.push(Module { file, parent, ..Module::default() });
        let around = (std::mem::replace(&mut self.current, module), std::mem::replace(&mut self.folder, folder));
        items.iter().for_each(|item| self.visit_item(item));
        (self.current, self.folder) = around;
        module
    }

    /// Reads `mod name;` or `mod name { .. }` in the current module.
    fn read_mod(&mut self, item: &ItemMod) -> Result<usize> {
        let file = self.modules[self.current].file.clone();
        let folder = self.folder.join(item.ident.to_string());
        if let Some((_, items)) = &item.content {
            return Ok(self.read_module(items, file, folder, Some(self.current)));
        }
        let flat = folder.with_extension("rs");
        let (file, folder) = match given_path(&item.attrs) {
            Some(path) => (file.with_file_name(&path), file.with_file_name(path).with_file_name("")),
            None if (self.read)(&flat).is_some() => (flat, folder),
            None => (folder.join("mod.rs"), folder),
        };
        self.read_file(file, folder, Some(self.current))
    }

    fn name(&mut self, name: &Ident, meaning: Meaning) {
        self.modules[self.current].names.entry(name.to_string()).or_default().push(meaning);
    }

    fn read_use(&mut self, tree: &UseTree, mut path: Names) {
        match tree {
            UseTree::Path(next) => {
                path.push(next.ident.to_string());
                self.read_use(&next.tree, path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.read_use(tree, path.clone())),
            UseTree::Glob(_) => self.modules[self.current].globs.push(path),
            UseTree::Name(last) if last.ident == "self" => {
                let name = path.last().map(|name| Ident::new(name, last.ident.span()));
                self.import(name.as_ref().unwrap_or(&last.ident), path);
            }
            UseTree::Name(last) => {
                path.push(last.ident.to_string());
                self.import(&last.ident, path);
            }
            UseTree::Rename(last) => {
                if last.ident != "self" {
                    path.push(last.ident.to_string());
                }
                self.import(&last.rename, path);
            }
        }
    }

    fn import(&mut self, name: &Ident, path: Names) {
        self.modules[self.current].paths.push(path.clone());
        self.name(name, Meaning::Import(path));
    }

    /// Takes the paths from what a macro is given.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Names::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) if colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.modules[self.current].paths.push(std::mem::take(&mut path));
                    colons = 0;
                    match other {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.read_tokens(group.stream()),
                        _ => {}
                    }
                }
            }
        }
        self.modules[self.current].paths.push(path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, named) = described(item);
        if attributes.iter().any(is_for_tests) {
            return;
        }
        if let Some((name, meaning)) = named {
            self.name(name, meaning);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        match self.read_mod(item) {
            Ok(module) => self.name(&item.ident, Meaning::Module(module)),
            Err(error) => self.failed = Some(error),
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.read_use(&item.tree, Names::new());
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !function.attrs.iter().any(is_for_tests) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names = path.segments.iter().map(|segment| segment.ident.to_string());
            self.modules[self.current].paths.push(names.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.read_tokens(called.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// An item's attributes, and what its name stands for.
fn described(item: &Item) -> (&[Attribute], Option<(&Ident, Meaning)>) {
    match item {
        Item::Const(item) => (&item.attrs, Some((&item.ident, Meaning::Value))),
        Item::Enum(item) => (&item.attrs, Some((&item.ident, Meaning::Type))),
        Item::Fn(item) => (&item.attrs, Some((&item.sig.ident, Meaning::Value))),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref().map(|name| (name, Meaning::Value))),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some((&item.ident, Meaning::Value))),
        Item::Struct(item) => (&item.attrs, Some((&item.ident, Meaning::Type))),
        Item::Trait(item) => (&item.attrs, Some((&item.ident, Meaning::Type))),
        Item::Type(item) => (&item.attrs, Some((&item.ident, Meaning::Type))),
        Item::Union(item) => (&item.attrs, Some((&item.ident, Meaning::Type))),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

/// `#[test]`, `#[cfg(test)]` or `#[cfg(all(test, ..))]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    let condition = attribute.parse_args::<TokenStream>().map(|tokens| tokens.to_string()).unwrap_or_default();
    let mut words = condition.split(|mark: char| !mark.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_condition = attribute.path().is_ident("cfg");
    attribute.path().is_ident("test")
        || is_condition && (condition == "test" || words.next() == Some("all") && words.any(|word| word == "test"))
}

/// The file that `#[path = ".."]` names.
fn given_path(attributes: &[Attribute]) -> Option<String> {
    let path = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    match &path.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
