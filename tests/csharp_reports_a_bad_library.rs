//! A missing or wrong native library gives a one-line message that names the file and says what to do.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::mono::{Mono, empty_directory, root, sources, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

const FILE: &str = if cfg!(target_os = "macos") { "libgridstar.dylib" } else { "libgridstar.so" };

/// The message of a process whose library path is a folder with only the files that `put_library` writes.
fn message(test: &str, put_library: impl FnOnce(&Path)) -> Option<String> {
    let (mono, directory, program) = program(test)?;
    put_library(&directory);
    Some(run(&mono, &directory, &program))
}

/// The message for each of these libraries, which are C code.
fn messages(test: &str, libraries: &[String]) -> Option<Vec<String>> {
    let (mono, directory, program) = program(test)?;
    let message = |code: &String| {
        put_c_library(&directory, code);
        run(&mono, &directory, &program)
    };
    Some(libraries.iter().map(message).collect())
}

/// The program that prints messages, in a folder of its own.
fn program(test: &str) -> Option<(Mono, PathBuf, PathBuf)> {
    let mono = Mono::find()?;
    let directory = empty_directory(test);
    mono.compile_core(&directory);
    let program =
        mono.compile(&directory, "LibraryErrors.exe", &sources("tests/csharp/LibraryErrors"), &["GridStar.Core.dll"]);
    Some((mono, directory, program))
}

fn run(mono: &Mono, directory: &Path, program: &Path) -> String {
    let mut command = mono.command(program);
    // Without this, cargo's own search path would lead to the real library.
    command.env("LD_LIBRARY_PATH", directory).env("DYLD_LIBRARY_PATH", directory);
    let message = succeed(&mut command);
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(
        message.contains(FILE) && message.contains("Plugins"),
        "neither the file nor its folder is named: {message}"
    );
    assert!(
        message.contains("\"Install\" of GridStar's README") && message.contains("Restart"),
        "no instruction: {message}"
    );
    assert!(
        readme.lines().any(|line| line.starts_with("## Install")),
        "the README lacks the section that the message names"
    );
    assert_eq!(message.lines().count(), 1, "more than one line, which Unity's console hides: {message}");
    message
}

fn put_c_library(directory: &Path, code: &str) {
    let source = directory.join("library.c");
    std::fs::write(&source, code).unwrap();
    succeed(Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(directory.join(FILE)).arg(source));
}

#[test]
fn a_missing_library_is_reported_with_its_file_name() {
    let Some(message) = message("missing_library", |_| {}) else { return };
    assert!(message.contains("was not found"), "{message}");
}

/// The functions that the scripts declare.
fn functions() -> Vec<String> {
    let files = sources("unity-package/Runtime/Core/Interop");
    let declared: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let externs = declared.split("static extern ").skip(1).filter_map(|rest| rest.split_once('('));
    let names: Vec<_> = externs.filter_map(|(before, _)| before.split_whitespace().last()).map(str::to_owned).collect();
    assert!(names.len() > 90, "only {names:?}");
    names
}

/// A library with all functions of the scripts but some: each returns 0.
fn stubs_but_for(others: &[&str]) -> String {
    let names = functions();
    assert!(others.iter().all(|other| names.iter().any(|name| name == other)), "{others:?}");
    let stub = |name: &String| format!("int {name}(void) {{ return 0; }}\n");
    names.iter().filter(|name| !others.contains(&name.as_str())).map(stub).collect()
}

#[test]
fn an_outdated_library_is_reported_with_both_versions() {
    let version = gridstar::ffi::GRIDSTAR_ABI_VERSION;
    let found = [version - 1, version + 1, 77];
    let stubs = stubs_but_for(&["gridstar_abi_version"]);
    let library = |found| format!("unsigned gridstar_abi_version(void) {{ return {found}; }} {stubs}");
    let Some(messages) = messages("outdated_library", &found.map(library)) else { return };
    for (found, message) in found.iter().zip(messages) {
        let versions = [format!("ABI version {found},"), format!("need ABI version {version}.")];
        assert!(versions.iter().all(|version| message.contains(version)), "{message}");
    }
}

/// Later versions have more functions, and the same ABI version.
#[test]
fn a_library_that_lacks_a_function_is_reported_before_any_is_used() {
    let names = functions();
    // The program calls none of these.
    let lacking = ["gridstar_version", "gridstar_reservations_plan", names.last().unwrap()];
    let library = |name| {
        let stubs = stubs_but_for(&["gridstar_abi_version", name]);
        format!("unsigned gridstar_abi_version(void) {{ return 2; }} {stubs}")
    };
    let Some(messages) = messages("lacking_library", &lacking.map(library)) else { return };
    for (name, message) in lacking.iter().zip(messages) {
        assert!(message.contains("lacks functions: it is older than these scripts"), "without {name}: {message}");
    }
}

#[test]
fn a_library_without_gridstars_functions_is_reported() {
    let code = "int something_else(void) { return 0; }";
    let Some(message) = message("foreign_library", |directory| put_c_library(directory, code)) else { return };
    assert!(message.contains("lacks functions"), "{message}");
}

#[test]
fn a_file_that_is_no_library_is_reported() {
    let put = |directory: &Path| std::fs::write(directory.join(FILE), "no library").unwrap();
    let Some(message) = message("no_library", put) else { return };
    assert!(message.contains("was not found, or a library that it needs is missing"), "{message}");
}

#[test]
fn an_error_inside_the_library_is_reported_with_what_it_said() {
    let Some(mono) = Mono::find() else { return };
    let directory = empty_directory("error_inside_library");
    mono.compile_core(&directory);
    let program = mono.compile(&directory, "PanicText.exe", &sources("tests/csharp/PanicText"), &["GridStar.Core.dll"]);
    let code = r#"
        #include <string.h>
        unsigned gridstar_abi_version(void) { return 2; }
        const char *gridstar_status_message(int status) { return status == -18 ? "An error inside." : "?"; }
        int gridstar_grid_def_default(void *def, unsigned size) { memset(def, 0, size); return 0; }
        int gridstar_grid_create(const void *def, unsigned long long *grid) { *grid = 0; return def == 0 ? -1 : -18; }
    "#;
    let said = r#"
        int gridstar_last_panic(unsigned char *text, unsigned capacity, unsigned *length) {
            const char *said = "path.rs:1: index 7 \xe4\xb8\x96";
            *length = (unsigned)strlen(said);
            if (capacity < *length) return -16;
            memcpy(text, said, *length);
            return 0;
        }
        int gridstar_function_of_a_later_version(void) { return 0; }
    "#;
    let defined = ["abi_version", "status_message", "grid_def_default", "grid_create", "last_panic"];
    let defined = defined.map(|name| format!("gridstar_{name}"));
    let stubs = stubs_but_for(&defined.each_ref().map(String::as_str));
    put_c_library(&directory, &format!("{code}{said}{stubs}"));
    let mut command = mono.command(&program);
    command.env("LD_LIBRARY_PATH", &directory).env("DYLD_LIBRARY_PATH", &directory).env("LC_ALL", "C.UTF-8");
    assert_eq!(succeed(&mut command), "-18\nAn error inside.\npath.rs:1: index 7 \u{4e16}\n");
}

#[test]
fn grids_can_be_made_without_the_library_and_init_components_inspectors_and_sample_report_it_once() {
    let Some(mono) = Mono::find() else { return };
    let directory = empty_directory("grids_without_library");
    mono.compile_core(&directory);
    mono.compile(&directory, "UnityEngine.dll", &sources("tests/csharp/UnityEngine"), &[]);
    let mut references = vec!["GridStar.Core.dll", "UnityEngine.dll"];
    mono.compile(&directory, "GridStar.Unity.dll", &sources("unity-package/Runtime/Unity"), &references);
    references.push("GridStar.Unity.dll");
    mono.compile(&directory, "GridStar.Viewer.dll", &sources("unity-package/Runtime/Viewer"), &references);
    references.push("GridStar.Viewer.dll");
    mono.compile(&directory, "UnityEditor.dll", &sources("tests/csharp/UnityEditor"), &["UnityEngine.dll"]);
    references.push("UnityEditor.dll");
    mono.compile(&directory, "GridStar.Editor.dll", &sources("unity-package/Editor"), &references);
    references.push("GridStar.Editor.dll");
    let sample = "GridStar.Samples.CellMap.dll";
    mono.compile(&directory, sample, &sources("unity-package/Samples~/CellMap"), &references);
    references.push(sample);
    let program = mono.compile(&directory, "WithoutLibrary.exe", &sources("tests/csharp/WithoutLibrary"), &references);
    let message = run(&mono, &directory, &program);
    assert!(message.contains("was not found"), "{message}");
}
