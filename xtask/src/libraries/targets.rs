//! Every platform that the package has a library for: what `--targets` calls it, how it is built, where it lies in the
//! package.

use super::plugins::{ANDROID, APPLE_DEVICES, Cpu, LINUX, MACOS, Player, Plugin, WEBGL, WINDOWS};
use anyhow::{Context, Result};

/// A platform.
pub struct Target {
    /// Name that `--targets` takes.
    pub name: &'static str,
    /// Rust's names of what is compiled. Two are joined into one file.
    pub triples: &'static [&'static str],
    pub link: Link,
    pub plugin: Plugin,
}

/// How a library is made of what rustc compiled, and of which kind it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// By zig, which brings stubs of the oldest C library that we support.
    Zig,
    /// By zig, which brings MinGW-w64's libraries for arm64.
    ZigForWindows,
    /// By the GCC for Windows.
    MinGw,
    /// By Microsoft's linker, on Windows.
    Msvc,
    /// By Apple's linker on a Mac; elsewhere by LLVM's with a list of the names in Apple's libSystem.
    Apple,
    /// Not at all: Unity links the static library into the player with Xcode. iOS, tvOS and visionOS run the same
    /// instructions and have the same functions, so one library without the mark of a system serves all three.
    AppleStatic,
    /// By Android's NDK; where there is none, by LLVM's linker with lists of the names in Android's libraries.
    Android,
    /// Not at all: Unity links the static library into the player with its own Emscripten, so the code is what the
    /// oldest takes. It has atomics, without which it would not link into players with native multithreading.
    Emscripten,
}

impl Link {
    /// The library is static: Unity's build links it into the player.
    pub fn is_static(self) -> bool {
        matches!(self, Self::AppleStatic | Self::Emscripten)
    }
}

/// The oldest GNU C library that the libraries for Linux run with: that of CentOS 7 and of the Steam runtime's oldest.
pub const GLIBC: (u16, u16) = (2, 17);
/// The oldest Android, as a level of its API: 5.0. Rust's standard library asks for no newer one.
pub const ANDROID_API: u32 = 21;
/// 16 KB: devices with Android 15 may have pages of that size, and so may other arm64 machines.
pub const PAGE: u64 = 16384;
/// How programs on Linux and Android find the library.
pub const SONAME: &str = "libgridstar.so";
/// Name of all that is local in a static library. A list of calls still tells whose they are.
pub const SHORT_NAME: &str = "gridstar";
/// How programs on Apple's systems find the library: beside themselves, or wherever Unity puts it.
pub const INSTALL_NAME: &str = "@rpath/libgridstar.dylib";

const fn plugin(path: &'static str, guid: &'static str, players: &'static [Player], cpu: Cpu) -> Plugin {
    Plugin { path, guid, players, cpu }
}

/// All platforms.
pub const TARGETS: [Target; 10] = [
    Target {
        name: "linux-x86_64",
        triples: &["x86_64-unknown-linux-gnu"],
        link: Link::Zig,
        plugin: plugin("Plugins/Linux/x86_64/libgridstar.so", "2e8f51b7c3a04e9d86d2b90a7f1c5d33", LINUX, Cpu::X86_64),
    },
    Target {
        name: "linux-arm64",
        triples: &["aarch64-unknown-linux-gnu"],
        link: Link::Zig,
        plugin: plugin("Plugins/Linux/arm64/libgridstar.so", "914cd6f02b7e4c58a3e6f7d1580b2e44", LINUX, Cpu::Arm64),
    },
    Target {
        name: "windows-x86_64",
        triples: &[if cfg!(windows) { "x86_64-pc-windows-msvc" } else { "x86_64-pc-windows-gnu" }],
        link: if cfg!(windows) { Link::Msvc } else { Link::MinGw },
        plugin: plugin("Plugins/Windows/x86_64/gridstar.dll", "5b0b7d3a61c94a4f8e0c8f6c2f4d9a11", WINDOWS, Cpu::X86_64),
    },
    Target {
        name: "windows-arm64",
        triples: &[if cfg!(windows) { "aarch64-pc-windows-msvc" } else { "aarch64-pc-windows-gnullvm" }],
        link: if cfg!(windows) { Link::Msvc } else { Link::ZigForWindows },
        plugin: plugin("Plugins/Windows/arm64/gridstar.dll", "0f6c4be1d7a24c35b8e95a2c7d316f55", WINDOWS, Cpu::Arm64),
    },
    Target {
        name: "macos",
        triples: &["aarch64-apple-darwin", "x86_64-apple-darwin"],
        link: Link::Apple,
        plugin: plugin("Plugins/macOS/libgridstar.dylib", "c7a2e94d0f3b4d6b9a5178e3d04b6c22", MACOS, Cpu::Any),
    },
    Target {
        name: "ios",
        triples: &["aarch64-apple-ios"],
        link: Link::AppleStatic,
        plugin: plugin("Plugins/iOS/libgridstar.a", "3a9d0c7e52f84b169c47e1b8a06d2f66", APPLE_DEVICES, Cpu::Any),
    },
    Target {
        name: "android-arm64",
        triples: &["aarch64-linux-android"],
        link: Link::Android,
        plugin: plugin(
            "Plugins/Android/arm64-v8a/libgridstar.so",
            "d24b90e76fa1483c9e05b3c8172d6f99",
            ANDROID,
            Cpu::Arm64,
        ),
    },
    Target {
        name: "android-armv7",
        triples: &["armv7-linux-androideabi"],
        link: Link::Android,
        plugin: plugin(
            "Plugins/Android/armeabi-v7a/libgridstar.so",
            "8c3f17a5e6b0429dad81c4f9206e5baa",
            ANDROID,
            Cpu::ArmV7,
        ),
    },
    Target {
        name: "android-x86_64",
        triples: &["x86_64-linux-android"],
        link: Link::Android,
        plugin: plugin(
            "Plugins/Android/x86_64/libgridstar.so",
            "15e9b6d0a8c74f2e93d7a0f5b64c81bb",
            ANDROID,
            Cpu::X86_64,
        ),
    },
    Target {
        name: "webgl",
        triples: &["wasm32-unknown-emscripten"],
        link: Link::Emscripten,
        plugin: plugin("Plugins/WebGL/libgridstar.a", "f03c8a91e7d64b5ab21f6e4d9c5870cc", WEBGL, Cpu::Any),
    },
];

impl Target {
    /// The platform that this runs on.
    pub fn of_this_machine() -> Result<&'static Self> {
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH.replace("aarch64", "arm64"));
        let names = [system.to_owned(), format!("{system}-{processor}")];
        let target = TARGETS.iter().find(|target| names.iter().any(|name| name == target.name));
        target.with_context(|| format!("no library is known for {system} {processor}"))
    }

    /// The standard library that rustup has compiled would not do: it is too new for WebGL, and elsewhere brings what
    /// finds the lines of a backtrace, a tenth of the library.
    pub fn compiles_std(&self) -> bool {
        self.link != Link::Msvc
    }

    /// The platforms of a list of names; `all` is every one.
    pub fn named(names: &[String]) -> Result<Vec<&'static Self>> {
        if names == ["all"] {
            return Ok(TARGETS.iter().collect());
        }
        let known = || TARGETS.map(|target| target.name).join(", ");
        let find = |name: &String| {
            let target = TARGETS.iter().find(|target| target.name == name);
            target.with_context(|| format!("there is no target {name:?}: choose from {}, or all", known()))
        };
        names.iter().map(find).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_targets_share_a_name_a_place_or_a_guid() {
        let count = |of: fn(&Target) -> &str| TARGETS.iter().map(of).collect::<BTreeSet<_>>().len();
        assert_eq!(count(|target| target.name), TARGETS.len());
        assert_eq!(count(|target| target.plugin.path), TARGETS.len());
        assert_eq!(count(|target| target.plugin.guid), TARGETS.len());
    }

    #[test]
    fn names_are_found_and_unknown_ones_are_answered_with_the_list() {
        let named = |names: &[&str]| Target::named(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let found: Vec<&str> = named(&["macos", "webgl"]).unwrap().iter().map(|target| target.name).collect();
        assert_eq!(found, ["macos", "webgl"]);
        assert_eq!(named(&["all"]).unwrap().len(), TARGETS.len());
        assert!(named(&["mac"]).err().unwrap().to_string().contains("windows-arm64"));
    }

    /// The names of the platforms that a .meta enables, as they stand in it.
    fn enabled(meta: &str) -> Vec<String> {
        let entries = meta.split("  - first:\n").skip(1);
        let on = entries.filter(|entry| entry.contains("enabled: 1"));
        on.map(|entry| entry.lines().next().unwrap_or_default().trim().to_owned()).collect()
    }

    #[test]
    fn each_library_is_loaded_by_its_players_and_by_the_editor_of_a_desktop_unless_it_is_off() {
        for target in &TARGETS {
            let (plugin, meta) = (&target.plugin, target.plugin.meta());
            let own = plugin.players.iter().map(|player| format!("{}: {}", player.group, player.name));
            let mut expected: Vec<String> = own.collect();
            if let Some(os) = plugin.editor_os() {
                expected.insert(0, "Editor: Editor".into());
                assert!(meta.contains(&format!("OS: {os}\n")), "{}", target.name);
            }
            if !plugin.is_on() {
                expected.clear();
            }
            assert_eq!(enabled(&meta), expected, "{}", target.name);
            let is_included = |player: &Player| meta.contains(&format!("Exclude {}: 0\n", player.name));
            let others = meta.matches(": 0\n").count() - meta.matches("enabled: 0\n").count();
            assert!(plugin.players.iter().all(|player| is_included(player) == plugin.is_on()), "{}", target.name);
            // isPreloaded, isOverridable and isExplicitlyReferenced are 0 as well.
            assert_eq!(others, 3 + expected.len(), "{} is excluded everywhere else", target.name);
            assert_eq!(plugin.guid.len(), 32, "{}", target.name);
            assert!(plugin.guid.chars().all(|c| c.is_ascii_hexdigit()), "{}", target.name);
        }
    }

    /// A user who needs one writes `enabled: 1` below its platform: the processor has to stand there already.
    #[test]
    fn the_desktop_libraries_for_arm64_alone_are_off_and_name_their_processor() {
        let off: Vec<&str> = TARGETS.iter().filter(|target| !target.plugin.is_on()).map(|target| target.name).collect();
        assert_eq!(off, ["linux-arm64", "windows-arm64"]);
        for name in off {
            let plugin = &TARGETS.iter().find(|target| target.name == name).unwrap().plugin;
            let entry = format!(
                "      Standalone: {}\n    second:\n      enabled: 0\n      settings:\n        CPU: ARM64\n",
                plugin.players[0].name
            );
            assert!(plugin.meta().contains(&entry), "{}", plugin.meta());
        }
    }

    #[test]
    fn platforms_and_folders_agree() {
        for target in &TARGETS {
            let folder = match target.plugin.players[0].name {
                "Linux64" => "Linux",
                "Win64" => "Windows",
                "OSXUniversal" => "macOS",
                name => name,
            };
            assert!(target.plugin.path.starts_with(&format!("Plugins/{folder}/")), "{}", target.name);
            assert!(target.name.starts_with(&folder.to_lowercase()), "{}", target.name);
        }
    }

    #[test]
    fn processors_and_aligned_pages_are_named_as_unity_names_them() {
        for (name, cpu, is_aligned) in [
            ("linux-arm64", "ARM64", false),
            ("windows-x86_64", "x86_64", false),
            ("macos", "AnyCPU", false),
            ("android-armv7", "ARMv7", false),
            ("android-arm64", "ARM64", true),
            ("android-x86_64", "X86_64", true),
        ] {
            let target = TARGETS.iter().find(|target| target.name == name).unwrap();
            let meta = target.plugin.meta();
            assert!(meta.rsplit("CPU: ").next().unwrap().starts_with(&format!("{cpu}\n")), "{name}");
            assert_eq!(meta.contains("Is16KbAligned: true"), is_aligned, "{name}");
        }
    }
}
