//! Rules that every library must keep before it goes into the package, whatever it was built for and by.

use super::android;
use super::facts::{Facts, Part};
use super::targets::{ANDROID_API, GLIBC, INSTALL_NAME, Link, PAGE, SONAME, Target};
use crate::header::Header;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use object::macho::PLATFORM_MACOS;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A rule: what holds, or an error that says what does not.
type Rule = fn(&Target, &Facts, &[String]) -> Result<String>;

/// All rules, by what they look at. They are given the functions that the header declares, sorted.
const RULES: [(&str, Rule); 7] = [
    ("kind", kind),
    ("exports", exports),
    ("traces of the building machine", traces),
    ("system", system),
    ("pages", pages),
    ("signature", signature),
    ("size", size),
];

/// Bytes that a library may have, as it ships, for each processor that it has code for.
const SIZE_LIMIT: usize = 2_200_000;

/// Applies all rules to a file; a line for each that has something to say.
pub fn run(workspace: &Workspace, target: &Target, file: &Path) -> Result<Vec<String>> {
    let bytes = std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let facts = Facts::read(&bytes, &places(workspace)).with_context(|| file.display().to_string())?;
    let declared = declared(workspace)?;
    let (mut lines, mut broken) = (Vec::new(), Vec::new());
    for (name, rule) in RULES {
        match rule(target, &facts, &declared) {
            Ok(line) if line.is_empty() => {}
            Ok(line) => lines.push(format!("{name}: {line}")),
            Err(error) => broken.push(format!("{name}: {error:#}")),
        }
    }
    ensure!(broken.is_empty(), "{} must not ship:\n  {}", file.display(), broken.join("\n  "));
    Ok(lines)
}

/// Fails unless a library of this machine exports exactly what the header declares, and says how many functions.
pub fn check_exports(workspace: &Workspace, target: &Target, library: &Path) -> Result<String> {
    let facts = Facts::read(&std::fs::read(library)?, &[]).with_context(|| library.display().to_string())?;
    exports(target, &facts, &declared(workspace)?)
}

/// The functions that the header declares, sorted.
pub fn declared(workspace: &Workspace) -> Result<Vec<String>> {
    let header = Header::parse(&std::fs::read_to_string(workspace.root.join("include/gridstar.h"))?);
    let mut names: Vec<String> = header.functions.into_iter().map(|function| function.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Parts of paths that no library needs, on any machine; the folders of this machine that a build may have seen; and
/// its user's name.
fn places(workspace: &Workspace) -> Vec<String> {
    const FOLDERS: &str = "/home/ /root/ /Users/ \\Users\\ /tmp/ /.cargo/ \\.cargo\\ /.rustup/ /registry/src/ /Xcode";
    let variables = ["HOME", "USERPROFILE", "CARGO_HOME", "RUSTUP_HOME"].into_iter().filter_map(std::env::var_os);
    let folders = variables.map(PathBuf::from).chain([workspace.root.clone(), workspace.target.clone()]);
    let users = ["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(|name| std::env::var(name).ok());
    let mut places: Vec<String> = folders.map(|folder| folder.to_string_lossy().into_owned()).collect();
    places.extend(users.flat_map(|user| [format!("/{user}/"), format!("\\{user}\\")]));
    places.retain(|place| place.len() > 3);
    places.extend(FOLDERS.split(' ').map(str::to_owned));
    places
}

/// A library lies where its own kind belongs: format and processor are those of its target. A pointer of Git LFS, or a
/// library in another's folder, would be found by players and nobody before.
fn kind(target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    let format = match target.link {
        Link::Zig | Link::Android => "Elf",
        Link::ZigForWindows | Link::MinGw | Link::Msvc => "Pe",
        Link::Apple | Link::AppleStatic => "MachO",
        Link::Emscripten => "Wasm",
    };
    let takes_static = target.link.is_static();
    if facts.is_archive != takes_static {
        bail!("this is {} library", if facts.is_archive { "a static" } else { "no static" });
    }
    let mut wanted: Vec<&str> = target.triples.iter().map(|triple| architecture(triple)).collect();
    for part in &facts.parts {
        ensure!(part.format == format, "this is a file of {}, not of {format}", part.format);
        ensure!(part.is_linked != facts.is_archive, "a part is of the wrong kind");
        let place = wanted.iter().position(|&wanted| wanted == part.architecture);
        wanted.remove(place.with_context(|| format!("a part is for {}", part.architecture))?);
    }
    ensure!(wanted.is_empty(), "there is no part for {}", wanted.join(", "));
    let links = target.link != Link::Emscripten || facts.parts.iter().all(|part| part.has_atomics);
    ensure!(links, "this does not link into a player with native multithreading");
    Ok(String::new())
}

fn architecture(triple: &str) -> &str {
    match triple.split('-').next() {
        Some("x86_64") => "X86_64",
        Some("aarch64") => "Aarch64",
        Some("armv7") => "Arm",
        Some("wasm32") => "Wasm32",
        _ => triple,
    }
}

/// A library shows what the header declares and nothing else: any other name could collide with one of the player's.
fn exports(_target: &Target, facts: &Facts, declared: &[String]) -> Result<String> {
    for part in &facts.parts {
        let names = &part.visible;
        let lacks = |some: &[String], all: &[String]| {
            some.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>().join(", ")
        };
        if names != declared {
            let (more, fewer) = (lacks(names, declared), lacks(declared, names));
            bail!("it differs from include/gridstar.h: exported [{more}]; declared and not exported [{fewer}]");
        }
    }
    Ok(format!("{} functions", declared.len()))
}

/// Nothing in a library tells where it was built or by whom: no folder of a person, of a package registry or of a
/// compiler.
fn traces(_target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    ensure!(facts.traces.is_empty(), "it holds {}", facts.traces.join(", "));
    Ok(String::new())
}

/// Every Linux with a GNU C library has these.
const LINUX_LIBRARIES: &str =
    "libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1";
/// Every Android has these.
const ANDROID_LIBRARIES: &str = "libc.so libm.so libdl.so liblog.so";
/// Every Windows since 10 has these. bcryptprimitives gives Rust's hash maps their seeds.
const WINDOWS_LIBRARIES: &str = "kernel32.dll ntdll.dll msvcrt.dll bcryptprimitives.dll userenv.dll ws2_32.dll";
const APPLE_LIBRARY: &str = "/usr/lib/libSystem.B.dylib";

/// A library asks for no newer system than we say, and for nothing that may be missing from one.
fn system(target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    let mut lines = Vec::new();
    for part in &facts.parts {
        lines.push(match target.link {
            Link::Zig => {
                known_libraries(part, LINUX_LIBRARIES)?;
                elf(part)?;
                let (major, minor) = part.glibc.context("it asks for no version of the C library")?;
                ensure!((major, minor) <= GLIBC, "it needs version {major}.{minor} of the C library, over {GLIBC:?}");
                format!("GLIBC {major}.{minor}")
            }
            Link::Android => {
                known_libraries(part, ANDROID_LIBRARIES)?;
                elf(part)?;
                let level = part.android_api.context("it has no note of Android's API level")?;
                ensure!(level == ANDROID_API, "it is for level {level} of Android's API, not {ANDROID_API}");
                all_known(part, android::has)?;
                ensure!(part.has_build_id, "it has no number by which a crash report knows it");
                format!("Android API {level}")
            }
            Link::ZigForWindows | Link::MinGw | Link::Msvc => {
                known_libraries(part, WINDOWS_LIBRARIES)?;
                part.libraries.join(", ")
            }
            Link::Apple | Link::AppleStatic => apple(target, part)?,
            // What the player's Emscripten lacks is found when it links: node runs that.
            Link::Emscripten => String::new(),
        });
    }
    lines.dedup();
    Ok(lines.join(", "))
}

fn known_libraries(part: &Part, known: &str) -> Result<()> {
    // Windows 10 and later have all of these two families.
    let is_windows = |name: &str| ["core", "crt"].iter().any(|of| name.starts_with(&format!("api-ms-win-{of}-")));
    let is_known = |name: &&String| known.split(' ').any(|known| known == *name) || is_windows(name);
    ensure!(!part.libraries.is_empty(), "it needs no library, not even for memory");
    match part.libraries.iter().find(|name| !is_known(name)) {
        Some(name) => bail!("it needs {name}, which a player's machine may lack"),
        None => Ok(()),
    }
}

/// The oldest macOS that the library runs on.
const OLDEST_MACOS: u32 = 11;

/// All that the library asks of libSystem: C, POSIX threads, the unwinder, the loader, semaphores, numbers of 128 bits.
/// They are in every system since the oldest one above; what is not in this list has to be looked up before it is
/// added.
const APPLE_NAMES: &str = "\
    __bzero __divti3 __fixdfti __fixunsdfti __floattidf __floatuntidf __modti3 __udivti3 __umodti3 _Unwind_Backtrace \
    _Unwind_DeleteException _Unwind_GetCFA _Unwind_GetDataRelBase _Unwind_GetIP _Unwind_GetIPInfo \
    _Unwind_GetLanguageSpecificData _Unwind_GetRegionStart _Unwind_GetTextRelBase _Unwind_RaiseException \
    _Unwind_Resume _Unwind_SetGR _Unwind_SetIP __error _dyld_get_image_header _dyld_get_image_name \
    _dyld_get_image_vmaddr_slide _dyld_image_count _tlv_atexit _tlv_bootstrap abort bzero calloc clock_gettime close \
    close$NOCANCEL closedir dirfd dispatch_release dispatch_semaphore_create dispatch_semaphore_signal \
    dispatch_semaphore_wait dladdr dlopen dyld_stub_binder free fstat fstat$INODE64 getcwd getenv getpid malloc \
    memcmp memcpy memmove memset memset_pattern16 mmap munmap open opendir opendir$INODE64 pause posix_memalign \
    pthread_attr_destroy pthread_attr_init pthread_attr_setstacksize pthread_cond_destroy \
    pthread_cond_broadcast \
    pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_timedwait_relative_np \
    pthread_cond_wait pthread_create pthread_detach pthread_getspecific pthread_join pthread_key_create \
    pthread_key_delete pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock \
    pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype pthread_self \
    pthread_setname_np pthread_setspecific pthread_threadid_np read readdir_r readdir_r$INODE64 readlink realloc \
    realpath realpath$DARWIN_EXTSN sched_yield stat stat$INODE64 strerror_r strlen sysconf write writev";

/// The library calls itself by the name by which programs look for it.
fn named(part: &Part, name: &str) -> Result<()> {
    let own = part.own_name.as_deref();
    ensure!(own == Some(name), "it calls itself {own:?}, not {name}");
    Ok(())
}

fn elf(part: &Part) -> Result<()> {
    ensure!(part.stays_loaded, "a program that closes it would take it away from its threads");
    named(part, SONAME)
}

/// Every name that a library asks for is one of those that the oldest system has.
fn all_known(part: &Part, is_known: impl Fn(&str) -> bool) -> Result<()> {
    ensure!(!part.undefined.is_empty(), "it needs nothing of the system, not even memory");
    match part.undefined.iter().find(|name| !is_known(name)) {
        Some(name) => bail!("it needs {name}: is that in the oldest system?"),
        None => Ok(()),
    }
}

fn apple(target: &Target, part: &Part) -> Result<String> {
    let system = match (target.link, part.apple) {
        (Link::AppleStatic, None) => "iOS, tvOS and visionOS".to_owned(),
        (Link::AppleStatic, Some((system, _))) => bail!("it is for Apple's system number {system} alone"),
        (_, None) => bail!("it names no oldest system"),
        (_, Some((system, oldest))) => {
            ensure!(system == PLATFORM_MACOS, "it is for Apple's system number {system}, not {PLATFORM_MACOS}");
            ensure!(oldest <= OLDEST_MACOS, "it asks for macOS {oldest}, newer than {OLDEST_MACOS}");
            format!("macOS {oldest}")
        }
    };
    let plain = |name: &str| name.strip_prefix('_').unwrap_or(name).to_owned();
    all_known(part, |name| APPLE_NAMES.split_whitespace().any(|known| known == plain(name)))?;
    if target.link == Link::Apple {
        known_libraries(part, APPLE_LIBRARY)?;
        named(part, INSTALL_NAME)?;
    }
    Ok(system)
}

/// A segment that is aligned to less than a page can't be loaded. arm64 machines have pages of up to 16 KB, or 64 KB.
fn pages(target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    let asks = |part: &&Part| part.format == "Elf" && (target.link == Link::Android || part.architecture == "Aarch64");
    match facts.parts.iter().filter(asks).map(|part| part.alignment.unwrap_or(0)).min() {
        None => Ok(String::new()),
        Some(least) if least < PAGE => bail!("segments are aligned to {least} bytes, not to {PAGE}"),
        Some(least) => Ok(format!("segments aligned to {} KB", least / 1024)),
    }
}

/// An arm64 Mac loads nothing that is not signed, if only by its own hash.
fn signature(target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    if target.link != Link::Apple {
        return Ok(String::new());
    }
    let is_loaded = |part: &Part| part.is_signed || part.architecture != "Aarch64";
    ensure!(facts.parts.iter().all(is_loaded), "the arm64 part is not signed");
    Ok("arm64 is signed".into())
}

/// A limit on the size of a library: what makes it grow beyond this is noticed.
fn size(_target: &Target, facts: &Facts, _declared: &[String]) -> Result<String> {
    let mut sections: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, size) in facts.parts.iter().flat_map(|part| &part.sections) {
        *sections.entry(name).or_default() += size;
    }
    let mut largest: Vec<_> = sections.into_iter().collect();
    largest.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let largest = largest.iter().take(4).map(|(name, size)| format!("{name} {}", size / 1000));
    let largest = largest.collect::<Vec<_>>().join(", ");
    let limit = SIZE_LIMIT * facts.parts.len().max(1);
    ensure!(facts.size < limit, "it has {} bytes, and must have fewer than {limit}: {largest}", facts.size);
    Ok(format!("{} KB: {largest}", facts.size / 1000))
}

#[cfg(test)]
mod tests {
    use super::super::targets::TARGETS;
    use super::*;

    /// Facts of a sound library of a target.
    fn sound(target: &Target) -> Facts {
        let is_archive = target.link.is_static();
        let text = |text: &str| text.to_owned();
        let (format, library) = match target.link {
            Link::Zig => ("Elf", "libc.so.6"),
            Link::Android => ("Elf", "libc.so"),
            Link::ZigForWindows | Link::MinGw | Link::Msvc => ("Pe", "kernel32.dll"),
            Link::Apple | Link::AppleStatic => ("MachO", APPLE_LIBRARY),
            Link::Emscripten => ("Wasm", ""),
        };
        let part = |triple: &&str| Part {
            format: text(format),
            architecture: text(architecture(triple)),
            is_linked: !is_archive,
            visible: vec![text("gridstar_version")],
            libraries: vec![text(library)],
            glibc: Some(GLIBC),
            android_api: Some(ANDROID_API),
            alignment: Some(PAGE),
            apple: (target.link == Link::Apple).then_some((PLATFORM_MACOS, OLDEST_MACOS)),
            undefined: vec![text(if format == "Elf" { "malloc" } else { "_malloc" })],
            own_name: Some(text(if format == "Elf" { SONAME } else { INSTALL_NAME })),
            stays_loaded: true,
            has_build_id: true,
            is_signed: true,
            sections: BTreeMap::from([(text(".text"), 9000)]),
            has_atomics: target.link == Link::Emscripten,
        };
        Facts { size: 10_000, is_archive, parts: target.triples.iter().map(part).collect(), traces: Vec::new() }
    }

    /// The names of the rules that a library breaks.
    fn broken(target: &Target, facts: &Facts) -> Vec<&'static str> {
        let declared = ["gridstar_version".to_owned()];
        let broken = RULES.iter().filter(|(_, rule)| rule(target, facts, &declared).is_err());
        broken.map(|(name, _)| *name).collect()
    }

    #[test]
    fn a_library_is_taken_in_its_own_place_alone() {
        for target in &TARGETS {
            for other in &TARGETS {
                let is_same = (target.triples, target.link) == (other.triples, other.link);
                assert_eq!(broken(other, &sound(target)).is_empty(), is_same, "{} as {}", target.name, other.name);
            }
        }
    }

    #[test]
    fn each_rule_refuses_a_library_in_which_just_what_it_looks_at_is_spoilt() {
        let wrong = || vec!["wrong".to_owned()];
        type Spoil<'a> = &'a dyn Fn(&mut Facts);
        let every = "linux-x86_64,linux-arm64,windows-x86_64,macos,ios,android-arm64,webgl";
        let cases: [(&str, &str, Spoil); 21] = [
            ("webgl", "kind", &|facts| facts.parts[0].has_atomics = false),
            (every, "kind", &|facts| facts.is_archive = !facts.is_archive),
            (every, "kind", &|facts| facts.parts.clear()),
            (every, "kind", &|facts| facts.parts[0].architecture = "Mips".to_owned()),
            (every, "exports", &|facts| facts.parts[0].visible = wrong()),
            (every, "exports", &|facts| facts.parts[0].visible.push("free".to_owned())),
            (every, "traces of the building machine", &|facts| facts.traces = wrong()),
            (every, "size", &|facts| facts.size = SIZE_LIMIT * facts.parts.len()),
            ("linux-x86_64", "system", &|facts| facts.parts[0].glibc = Some((2, 18))),
            ("linux-x86_64,linux-arm64,windows-x86_64,macos,android-arm64", "system", &|facts| {
                facts.parts[0].libraries = wrong();
            }),
            ("linux-x86_64,windows-x86_64,android-arm64", "system", &|facts| facts.parts[0].libraries.clear()),
            ("android-arm64", "system", &|facts| facts.parts[0].android_api = Some(30)),
            ("macos,ios,android-arm64", "system", &|facts| facts.parts[0].undefined = wrong()),
            ("macos,ios,android-arm64", "system", &|facts| facts.parts[0].undefined.clear()),
            ("macos,ios", "system", &|facts| facts.parts[0].apple = Some((PLATFORM_MACOS, 99))),
            ("macos", "system", &|facts| facts.parts[0].apple = None),
            ("macos,linux-x86_64,android-arm64", "system", &|facts| facts.parts[0].own_name = None),
            ("linux-x86_64,android-arm64", "system", &|facts| facts.parts[0].stays_loaded = false),
            ("android-arm64", "system", &|facts| facts.parts[0].has_build_id = false),
            ("macos", "signature", &|facts| facts.parts[0].is_signed = false),
            ("linux-arm64,android-arm64", "pages", &|facts| facts.parts[0].alignment = Some(4096)),
        ];
        for (targets, rule, spoil) in cases {
            for name in targets.split(',') {
                let target = TARGETS.iter().find(|target| target.name == name).unwrap();
                let mut facts = sound(target);
                spoil(&mut facts);
                let broken = broken(target, &facts);
                assert!(broken.contains(&rule), "{name}, {rule}: {broken:?}");
            }
        }
    }
}
