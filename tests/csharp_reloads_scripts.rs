//! The Unity Editor reloads scripts and keeps the library, which may work for them at that moment.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::mono::{Mono, empty_directory, sources, succeed};

const LIBRARY: &str = if cfg!(target_os = "macos") { "libgridstar.dylib" } else { "libgridstar.so" };

/// Takes 5 to 10 s. `GRIDSTAR_RELOADS=100`, as `cargo xtask test --all` sets it, reloads a hundred times.
#[test]
fn reloads_of_scripts_with_work_in_flight_leave_nothing_behind() {
    let Some(mono) = Mono::find() else { return };
    let directory = empty_directory("reloads_of_scripts");
    mono.compile_core(&directory);
    mono.compile(&directory, "UnityEngine.dll", &sources("tests/csharp/UnityEngine"), &[]);
    let mut references = vec!["GridStar.Core.dll", "UnityEngine.dll"];
    mono.compile(&directory, "GridStar.Unity.dll", &sources("unity-package/Runtime/Unity"), &references);
    mono.compile(&directory, "UnityEditor.dll", &sources("tests/csharp/UnityEditor"), &["UnityEngine.dll"]);
    references.push("GridStar.Unity.dll");
    mono.compile(&directory, "GridStar.Viewer.dll", &sources("unity-package/Runtime/Viewer"), &references);
    references.extend(["GridStar.Viewer.dll", "UnityEditor.dll"]);
    mono.compile(&directory, "GridStar.Editor.dll", &sources("unity-package/Editor"), &references);
    references.push("GridStar.Editor.dll");
    let program = mono.compile(&directory, "DomainReload.exe", &sources("tests/csharp/DomainReload"), &references);
    std::fs::copy(std::env::current_exe().unwrap().with_file_name(LIBRARY), directory.join(LIBRARY)).unwrap();
    let mut command = mono.command(&program);
    command.env("LD_LIBRARY_PATH", &directory).env("DYLD_LIBRARY_PATH", &directory);
    // Mono's hybrid mode, its default, seldom ends the process when it aborts a thread inside a native call: "Cannot
    // transition thread from STATE_BLOCKING with STATE_POLL" (mono/mono, issue 19264).
    command.env("MONO_THREADS_SUSPEND", "preemptive");
    let printed = succeed(&mut command);
    println!("{printed}");
    assert!(printed.contains(" reloads in ") && printed.contains("worker threads left: 0"), "{printed}");
}
