//! Where the native libraries lie in the Unity package, and the import settings that make Unity load each on its own
//! platform and nowhere else. The GUIDs are fixed: a project refers to a plugin by them.

use std::fmt::Write;

/// A native library of the package.
pub struct Plugin {
    /// Rust's names for the platform: `std::env::consts::OS` and `ARCH`; `universal` where one file serves all.
    os: &'static str,
    arch: &'static str,
    /// Path inside the package.
    pub path: &'static str,
    guid: &'static str,
    /// Unity's name of the player platform, and of the Editor's system.
    player: &'static str,
    editor_os: &'static str,
    cpu: &'static str,
}

/// All libraries of the package. A platform that is added gets a line here.
const PLUGINS: [Plugin; 4] = [
    Plugin {
        os: "windows",
        arch: "x86_64",
        path: "Plugins/Windows/x86_64/gridstar.dll",
        guid: "5b0b7d3a61c94a4f8e0c8f6c2f4d9a11",
        player: "Win64",
        editor_os: "Windows",
        cpu: "x86_64",
    },
    Plugin {
        os: "macos",
        arch: "universal",
        path: "Plugins/macOS/libgridstar.dylib",
        guid: "c7a2e94d0f3b4d6b9a5178e3d04b6c22",
        player: "OSXUniversal",
        editor_os: "OSX",
        cpu: "AnyCPU",
    },
    Plugin {
        os: "linux",
        arch: "x86_64",
        path: "Plugins/Linux/x86_64/libgridstar.so",
        guid: "2e8f51b7c3a04e9d86d2b90a7f1c5d33",
        player: "Linux64",
        editor_os: "Linux",
        cpu: "x86_64",
    },
    Plugin {
        os: "linux",
        arch: "aarch64",
        path: "Plugins/Linux/arm64/libgridstar.so",
        guid: "914cd6f02b7e4c58a3e6f7d1580b2e44",
        player: "Linux64",
        editor_os: "Linux",
        cpu: "ARM64",
    },
];

/// Unity's desktop players: each plugin's settings say of all of them whether it is meant.
const PLAYERS: [&str; 4] = ["Linux64", "OSXUniversal", "Win", "Win64"];

/// The library of the platform this runs on.
pub fn of_this_platform() -> Option<&'static Plugin> {
    let is_this = |plugin: &&Plugin| {
        plugin.os == std::env::consts::OS && (plugin.arch == "universal" || plugin.arch == std::env::consts::ARCH)
    };
    PLUGINS.iter().find(is_this)
}

impl Plugin {
    /// The text of the library's .meta file.
    pub fn meta(&self) -> String {
        let mut text = format!(
            "fileFormatVersion: 2\nguid: {}\nPluginImporter:\n  externalObjects: {{}}\n  serializedVersion: 2\n  iconMap: {{}}\n  \
             executionOrder: {{}}\n  defineConstraints: []\n  isPreloaded: 0\n  isOverridable: 0\n  \
             isExplicitlyReferenced: 0\n  validateReferences: 1\n  platformData:\n",
            self.guid
        );
        // "Any" stays off: with it on, Unity would include the file everywhere but in the excluded places.
        let excluded: String = PLAYERS
            .iter()
            .map(|&player| format!("        Exclude {player}: {}\n", u8::from(player != self.player)))
            .collect();
        text += &format!(
            "  - first:\n      : Any\n    second:\n      enabled: 0\n      settings:\n        Exclude Editor: 0\n{excluded}"
        );
        text += "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n";
        self.platform(
            &mut text,
            "Editor: Editor",
            true,
            &[("CPU", self.cpu), ("DefaultValueInitialized", "true"), ("OS", self.editor_os)],
        );
        for player in PLAYERS {
            let enabled = player == self.player;
            self.platform(
                &mut text,
                &format!("Standalone: {player}"),
                enabled,
                &[("CPU", if enabled { self.cpu } else { "None" })],
            );
        }
        text += "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";
        text
    }

    fn platform(&self, text: &mut String, name: &str, enabled: bool, settings: &[(&str, &str)]) {
        let _ = writeln!(
            text,
            "  - first:\n      {name}\n    second:\n      enabled: {}\n      settings:",
            u8::from(enabled)
        );
        for (key, value) in settings {
            let _ = writeln!(text, "        {key}: {value}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_is_loaded_by_one_player_and_its_editor() {
        for plugin in &PLUGINS {
            let meta = plugin.meta();
            assert_eq!(meta.matches("enabled: 1").count(), 2, "{}: editor and one player", plugin.path);
            assert!(meta.contains(&format!("OS: {}", plugin.editor_os)), "{}", plugin.path);
            let player = format!("Standalone: {}\n    second:\n      enabled: 1", plugin.player);
            assert!(meta.contains(&player), "{}", plugin.path);
            assert_eq!(plugin.guid.len(), 32, "{}", plugin.path);
        }
    }
}
