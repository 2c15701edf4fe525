//! Shared libraries for Android: by the NDK that the environment names, else by LLVM's linker.
//!
//! Without the NDK, stand-ins take the place of Android's libraries: they have the names below and no code. What the
//! NDK would add is compiled by zig: LLVM's libunwind, from zig's own sources, and the little that is in
//! `android/begin.c`. The unwinder goes into the library, as with the NDK, and none of its names can be seen outside.

use super::rust::{BY_LIKENESS, Rust};
use super::targets::{ANDROID_API, PAGE, SONAME};
use super::unwinder;
use crate::command::quietly;
use crate::fetched;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All that a library may ask of Android, for every processor, by library. Each name was looked up in Android's own
/// lists (libc.map.txt and libdl.map.txt of bionic, as of 2016, which tell since which level a name is there): it is
/// there since level 21 or earlier. What is not in these lists has to be looked up before it is added.
const NAMES: [(&str, &str); 4] = [
    (
        "c",
        "__cxa_atexit __cxa_finalize __errno __sF __stack_chk_fail abort calloc clock_gettime close fflush fprintf \
         free fstat fstat64 fwrite getauxval getcwd getenv getpid gettid lseek lseek64 malloc memchr memcmp memcpy \
         memmove memset mmap mmap64 munmap nice open open64 poll posix_memalign prctl pthread_attr_destroy \
         pthread_attr_init pthread_attr_setstacksize pthread_create pthread_detach pthread_getspecific pthread_join \
         pthread_key_create pthread_key_delete pthread_mutex_lock pthread_mutex_unlock pthread_once \
         pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setname_np \
         pthread_setspecific read readlink realloc realpath sched_getaffinity sched_yield sigaction sigaltstack \
         snprintf stat stat64 strerror_r strlen syscall sysconf vfprintf vsnprintf write writev",
    ),
    ("dl", "dl_iterate_phdr dladdr dlclose dlopen dlsym"),
    ("m", ""),
    ("log", ""),
];

/// Whether every Android that the libraries are for has a name.
pub(super) fn has(name: &str) -> bool {
    NAMES.iter().flat_map(|(_, names)| names.split_whitespace()).any(|known| known == name)
}

/// Flags for rustc.
pub(super) fn flags(workspace: &Workspace, triple: &str, rust: &Rust) -> Result<Vec<String>> {
    if let Some(flags) = ndk(triple) {
        return Ok(flags);
    }
    let folder = stand_ins(workspace, triple)?;
    Ok(vec![
        "-Clinker-flavor=ld.lld".into(),
        format!("-Clink-arg=-soname={SONAME}"),
        format!("-Clink-arg=-zmax-page-size={PAGE}"),
        "-Clink-arg=-zdefs".into(),
        "-Clink-arg=--build-id=sha1".into(),
        BY_LIKENESS.into(),
        format!("-Clinker={}", rust.lld("ld.lld")?.display()),
        format!("-Lnative={}", folder.display()),
        format!("-Clink-arg={}", folder.join("begin.o").display()),
    ])
}

/// Version of what links beside rustc's linker.
pub(super) fn linker_version() -> String {
    match ndk_folder() {
        Some(folder) => format!("NDK {}", ndk_revision(&folder)),
        None => format!("libunwind of {}", fetched::ZIG[0]),
    }
}

/// Android's NDK, if the environment says where one is.
fn ndk_folder() -> Option<PathBuf> {
    let named = ["ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"].into_iter().find_map(std::env::var_os);
    named.map(PathBuf::from).filter(|folder| folder.join("toolchains/llvm/prebuilt").exists())
}

fn ndk_revision(folder: &Path) -> String {
    let properties = std::fs::read_to_string(folder.join("source.properties")).unwrap_or_default();
    let revision = properties.lines().find_map(|line| line.strip_prefix("Pkg.Revision = "));
    revision.unwrap_or("of an unknown revision").to_owned()
}

fn ndk(triple: &str) -> Option<Vec<String>> {
    let prebuilt = ndk_folder()?.join("toolchains/llvm/prebuilt");
    let machine = std::fs::read_dir(prebuilt).ok()?.find_map(Result::ok)?.path();
    // The NDK calls the 32-bit one otherwise.
    let name = triple.replace("armv7-", "armv7a-");
    let extension = if cfg!(windows) { ".cmd" } else { "" };
    let clang = machine.join(format!("bin/{name}{ANDROID_API}-clang{extension}"));
    Some(vec![
        "-Clink-arg=-Wl,--build-id=sha1".into(),
        format!("-Clink-arg=-Wl,-soname,{SONAME}"),
        format!("-Clinker={}", clang.display()),
        format!("-Clink-arg=-Wl,-z,max-page-size={PAGE}"),
    ])
}

/// A folder with all that rustc's linker is told to look for, and the object that begins a library.
fn stand_ins(workspace: &Workspace, triple: &str) -> Result<PathBuf> {
    let zig = fetched::zig(workspace)?;
    let own = workspace.root.join("xtask/src/libraries/android");
    let folder = workspace.tools.join("android").join(triple);
    std::fs::create_dir_all(&folder)?;
    // zig knows no Android. musl's calls and layouts are the same as far as these sources use them.
    let system = triple.replace("armv7-", "arm-").replace("android", "musl");
    let compiler = || {
        let mut compiler = Command::new(&zig.program);
        compiler.current_dir(&folder).args(["cc", "-target", &system, "-O2", "-fPIC", "-g0"]);
        if triple.starts_with("armv7") {
            compiler.arg("-mcpu=generic+v7a+vfp3d16");
        }
        compiler
    };
    let compile = |source: &Path, file: &str, arguments: &[&str]| -> Result<()> {
        quietly(compiler().args(arguments).arg(source).arg("-o").arg(folder.join(file))).map(drop)
    };
    for (library, names) in NAMES {
        let functions =
            names.split_whitespace().map(|name| format!(".globl {name}\n.type {name},%function\n{name}:\n"));
        let source = folder.join(format!("{library}.s"));
        std::fs::write(&source, functions.collect::<String>())?;
        let file = format!("lib{library}.so");
        compile(&source, &file, &["-shared", "-nostdlib", &format!("-Wl,-soname,{file}")])?;
    }
    compile(&own.join("begin.c"), "begin.o", &["-c", &format!("-DANDROID_API={ANDROID_API}")])?;
    let objects = unwinder::compile(&zig, &folder, || {
        let mut compiler = compiler();
        compiler.arg("-include").arg(own.join("unwind.h"));
        compiler
    })?;
    let archive = folder.join("libunwind.a");
    if archive.exists() {
        std::fs::remove_file(&archive)?;
    }
    let mut ar = Command::new(&zig.program);
    ar.args(["ar", "rcsD"]).arg(&archive).args(objects);
    quietly(&mut ar)?;
    Ok(folder)
}
