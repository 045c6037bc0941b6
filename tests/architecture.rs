//! Tests the imports of every source file: each import between folders is listed in `docs/architecture.md`,
//! none points upwards, and files form no cycles.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;

/// The path of a module from the root of its crate: `["schema", "normalize"]`. The modules of library and
/// binary form one tree, since the binary has only `cli` at its root.
type ModulePath = Vec<String>;

/// The imports and paths of a source file, tests excluded.
#[derive(Default)]
struct SourceFile {
    /// Every path that begins at a crate or at an enclosing module.
    paths: BTreeSet<Vec<String>>,
    /// The imported names, each with its path.
    imports: BTreeMap<String, Vec<String>>,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl SourceFile {
    fn import(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.import(item, before)),
            syn::UseTree::Glob(_) => self.add(before.to_vec(), None),
            syn::UseTree::Name(name) => self.add(with(&name.ident), Some(name.ident.to_string())),
            syn::UseTree::Rename(name) => self.add(with(&name.ident), Some(name.rename.to_string())),
        }
    }

    fn add(&mut self, path: Vec<String>, name: Option<String>) {
        if let Some(name) = name {
            self.imports.insert(name, path.clone());
        }
        self.paths.insert(path);
    }
}

impl<'ast> Visit<'ast> for SourceFile {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if matches!(segments[0].as_str(), "crate" | "super" | "apimint") {
            self.paths.insert(segments);
        }
        syn::visit::visit_path(self, path);
    }
}

/// All source files, by module.
struct Sources(BTreeMap<ModulePath, SourceFile>);

impl Sources {
    fn read() -> Self {
        let mut files = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![(root, ModulePath::new())];
        while let Some((folder, module)) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                if path.is_dir() {
                    folders.push((path, [module.as_slice(), &[name]].concat()));
                    continue;
                }
                if name == "tests" || name == "fixture" || path.extension().is_none_or(|end| end != "rs") {
                    continue;
                }
                let mut file = SourceFile::default();
                file.visit_file(&syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap());
                let module = match name.as_str() {
                    "mod" | "lib" => module.clone(),
                    _ => [module.as_slice(), &[name]].concat(),
                };
                files.insert(module, file);
            }
        }
        Self(files)
    }

    /// Returns the module that defines the target of a path, following re-exports; `None` outside this crate.
    fn target(&self, from: &[String], path: &[String], steps: usize) -> Option<ModulePath> {
        let mut at = from.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" | "apimint" => at.clear(),
            "self" => {}
            "super" => {
                at.pop()?;
            }
            first => {
                let child = [from, &[first.to_owned()]].concat();
                if !self.0.contains_key(&child) {
                    return None;
                }
                at = child;
            }
        }
        rest = &rest[1..];
        while let Some(next) = rest.first() {
            if next == "super" {
                at.pop()?;
            } else {
                let child = [at.as_slice(), std::slice::from_ref(next)].concat();
                if !self.0.contains_key(&child) {
                    break;
                }
                at = child;
            }
            rest = &rest[1..];
        }
        let exported = rest.first().and_then(|name| self.0.get(&at)?.imports.get(name));
        match exported.filter(|_| steps < 8) {
            Some(exported) => self.target(&at, exported, steps + 1).or(Some(at)),
            None => Some(at),
        }
    }

    /// Returns the modules that each module uses.
    fn arrows(&self) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let of = |(module, file): (&ModulePath, &SourceFile)| {
            let targets = file.paths.iter().filter_map(|path| self.target(module, path, 0));
            (module.clone(), targets.filter(|target| target != module).collect())
        };
        self.0.iter().map(of).collect()
    }
}

/// Returns the folders in `docs/architecture.md`, bottom layer first, each with its imports.
fn listed() -> Vec<(String, BTreeSet<String>)> {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).unwrap();
    let table = page.split("| folder | imports from |\n|---|---|\n").nth(1).expect("the page has the table");
    let words = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    table
        .lines()
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').collect();
            (words(cells[1]).remove(0), words(cells[2]).into_iter().collect())
        })
        .collect()
}

#[test]
fn folders_import_what_is_listed() {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, targets) in Sources::read().arrows() {
        let Some(folder) = module.first().filter(|folder| *folder != "main") else { continue };
        let targets = targets.iter().filter_map(|target| target.first()).filter(|target| *target != folder);
        found.entry(folder.clone()).or_default().extend(targets.cloned());
    }
    let listed = listed();
    let as_lines = |folders: &mut dyn Iterator<Item = (&String, &BTreeSet<String>)>| {
        let mut lines: Vec<String> = folders
            .map(|(folder, targets)| format!("| `{folder}` | {targets:?} |").replace(['{', '}'], ""))
            .collect();
        lines.sort();
        lines.join("\n").replace('"', "`")
    };
    let (found, expected) = (
        as_lines(&mut found.iter()),
        as_lines(&mut listed.iter().map(|(folder, targets)| (folder, targets))),
    );
    assert!(found == expected, "the imports are:\n{found}\nand docs/architecture.md lists:\n{expected}");
    for (at, (folder, targets)) in listed.iter().enumerate() {
        for target in targets {
            let is_below = listed[..at].iter().any(|(below, _)| below == target);
            assert!(is_below, "the arrow from `{folder}` to `{target}` runs back up");
        }
    }
}

#[test]
fn nothing_inside_imports_what_the_root_re_exports() {
    let sources = Sources::read();
    for (module, file) in sources.0.iter().filter(|(module, _)| module.first().is_none_or(|one| one != "cli"))
    {
        let from_root = file.paths.iter().find(|path| {
            path[0] == "crate" && path.len() > 1 && !sources.0.contains_key(std::slice::from_ref(&path[1]))
        });
        assert_eq!(from_root, None, "{module:?} imports a name of the root; its module is meant");
    }
}

/// Returns whether one module contains the other; imports between them do not count.
#[test]
fn files_form_no_cycles() {
    let mut arrows = Sources::read().arrows();
    arrows.retain(|module, _| !module.is_empty());
    for (module, targets) in &mut arrows {
        targets.retain(|target| !target.starts_with(module) && !module.starts_with(target));
    }
    // A module without imports is on no cycle.
    while let Some(end) =
        arrows.iter().find(|(_, targets)| targets.is_empty()).map(|(module, _)| module.clone())
    {
        arrows.remove(&end);
        for targets in arrows.values_mut() {
            targets.remove(&end);
        }
    }
    // Neither is a module that nothing imports.
    loop {
        let reached: BTreeSet<ModulePath> = arrows.values().flatten().cloned().collect();
        let before = arrows.len();
        arrows.retain(|module, _| reached.contains(module));
        if arrows.len() == before {
            break;
        }
    }
    let cycles: Vec<String> = arrows
        .iter()
        .flat_map(|(module, targets)| {
            targets.iter().map(|target| format!("{} -> {}", module.join("/"), target.join("/")))
        })
        .collect();
    assert!(cycles.is_empty(), "files import one another:\n{}", cycles.join("\n"));
}

#[test]
fn type_names_are_unique() {
    let mut seen: BTreeMap<String, (String, bool)> = BTreeMap::new();
    let mut repeated = (0, 0);
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|end| end != "rs") {
                continue;
            }
            let file = syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap();
            for item in &file.items {
                let (name, visibility) = match item {
                    syn::Item::Struct(item) => (&item.ident, &item.vis),
                    syn::Item::Enum(item) => (&item.ident, &item.vis),
                    syn::Item::Trait(item) => (&item.ident, &item.vis),
                    syn::Item::Type(item) => (&item.ident, &item.vis),
                    _ => continue,
                };
                let is_private = matches!(visibility, syn::Visibility::Inherited);
                repeated.1 += usize::from(is_private);
                let here = (path.display().to_string(), is_private);
                if let Some(first) = seen.insert(name.to_string(), here) {
                    assert!(is_private && first.1, "`{name}` of {} is also in {}", path.display(), first.0);
                    repeated.0 += 2;
                }
            }
        }
    }
    // Private names may repeat in files that do not know of each other.
    assert!(
        repeated.0 * 100 < repeated.1 * 15,
        "{} of {} private type names are shared",
        repeated.0,
        repeated.1
    );
}
