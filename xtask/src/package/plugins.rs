//! The import settings that make Unity load each native library on its own platform and nowhere else. The GUIDs are fixed: a project
//! refers to a plugin by them.

use std::fmt::Write;

/// A native library as Unity sees it.
pub struct Plugin {
    /// Path inside the package.
    pub path: &'static str,
    pub guid: &'static str,
    pub player: Player,
    pub cpu: Cpu,
}

/// A kind of player, by Unity's names.
#[derive(Clone, Copy)]
pub struct Player {
    /// The group of platforms and the platform, as they stand in a .meta file.
    group: &'static str,
    name: &'static str,
    /// The system of the Editors that can load the library too.
    editor_os: Option<&'static str>,
}

pub const LINUX: Player = Player { group: "Standalone", name: "Linux64", editor_os: Some("Linux") };
pub const WINDOWS: Player = Player { group: "Standalone", name: "Win64", editor_os: Some("Windows") };
pub const MACOS: Player = Player { group: "Standalone", name: "OSXUniversal", editor_os: Some("OSX") };
pub const ANDROID: Player = only("Android", "Android");

/// A player without an Editor of its kind.
pub const fn only(group: &'static str, name: &'static str) -> Player {
    Player { group, name, editor_os: None }
}

/// The processors that a library serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    Any,
    X86_64,
    Arm64,
    ArmV7,
}

impl Cpu {
    /// Unity's name.
    fn name(self) -> &'static str {
        match self {
            Self::Any => "AnyCPU",
            Self::X86_64 => "x86_64",
            Self::Arm64 => "ARM64",
            Self::ArmV7 => "ARMv7",
        }
    }
}

/// The players of which each plugin's settings say whether it is meant.
const PLAYERS: [&str; 9] = ["Android", "Linux64", "OSXUniversal", "VisionOS", "WebGL", "Win", "Win64", "iOS", "tvOS"];
/// Of the desktop's, settings say it a second time.
const DESKTOP: [&str; 4] = ["Linux64", "OSXUniversal", "Win", "Win64"];

impl Plugin {
    /// The text of the library's .meta file.
    pub fn meta(&self) -> String {
        let mut text = format!(
            "fileFormatVersion: 2\nguid: {}\nPluginImporter:\n  externalObjects: {{}}\n  serializedVersion: 2\n  iconMap: {{}}\n  \
             executionOrder: {{}}\n  defineConstraints: []\n  isPreloaded: 0\n  isOverridable: 0\n  \
             isExplicitlyReferenced: 0\n  validateReferences: 1\n  platformData:\n",
            self.guid
        );
        self.any(&mut text);
        self.editor(&mut text);
        for player in DESKTOP.into_iter().filter(|&player| player != self.player.name) {
            platform(&mut text, &format!("Standalone: {player}"), false, &[("CPU", "None")]);
        }
        let own = format!("{}: {}", self.player.group, self.player.name);
        platform(&mut text, &own, true, &self.settings());
        text += "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";
        text
    }

    /// "Any" stays off: with it on, Unity would include the file everywhere but in the excluded places.
    fn any(&self, text: &mut String) {
        let mut excluded = vec![("Exclude Editor", if self.player.editor_os.is_some() { "0" } else { "1" })];
        let names: Vec<String> = PLAYERS.iter().map(|player| format!("Exclude {player}")).collect();
        for (player, name) in PLAYERS.iter().zip(&names) {
            excluded.push((name, if *player == self.player.name { "0" } else { "1" }));
        }
        platform(text, ": Any", false, &excluded);
        *text += "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n";
    }

    fn editor(&self, text: &mut String) {
        let (cpu, os) = match self.player.editor_os {
            Some(os) => (self.cpu.name(), os),
            None => ("AnyCPU", "AnyOS"),
        };
        let settings = [("CPU", cpu), ("DefaultValueInitialized", "true"), ("OS", os)];
        platform(text, "Editor: Editor", self.player.editor_os.is_some(), &settings);
    }

    /// Those of the plugin's own platform.
    fn settings(&self) -> Vec<(&'static str, &'static str)> {
        let mut settings = match (self.player.group, self.player.name) {
            ("Android", _) => vec![("AndroidSharedLibraryType", "Executable"), ("CPU", self.cpu.name())],
            ("Standalone", _) => vec![("CPU", self.cpu.name())],
            _ => Vec::new(),
        };
        // Devices with pages of 16 KB have 64 bits.
        if self.player.group == "Android" && self.cpu != Cpu::ArmV7 {
            settings.push(("Is16KbAligned", "true"));
        }
        settings
    }
}

fn platform(text: &mut String, name: &str, enabled: bool, settings: &[(&str, &str)]) {
    let enabled = u8::from(enabled);
    let _ = write!(text, "  - first:\n      {name}\n    second:\n      enabled: {enabled}\n      settings:");
    if settings.is_empty() {
        *text += " {}";
    }
    *text += "\n";
    for (key, value) in settings {
        let _ = writeln!(text, "        {key}: {value}");
    }
}

#[cfg(test)]
mod tests {
    use crate::package::targets::TARGETS;

    /// The names of the platforms that a .meta enables, as they stand in it.
    fn enabled(meta: &str) -> Vec<String> {
        let entries = meta.split("  - first:\n").skip(1);
        let on = entries.filter(|entry| entry.contains("enabled: 1"));
        on.map(|entry| entry.lines().next().unwrap_or_default().trim().to_owned()).collect()
    }

    #[test]
    fn each_library_is_loaded_by_one_player_and_by_the_editor_of_a_desktop() {
        for target in &TARGETS {
            let (plugin, meta) = (&target.plugin, target.plugin.meta());
            let own = format!("{}: {}", plugin.player.group, plugin.player.name);
            let mut expected = vec![own];
            if let Some(os) = plugin.player.editor_os {
                expected.insert(0, "Editor: Editor".into());
                assert!(meta.contains(&format!("OS: {os}\n")), "{}", target.name);
            }
            assert_eq!(enabled(&meta), expected, "{}", target.name);
            let mark = format!("Exclude {}: 0\n", plugin.player.name);
            let others = meta.matches(": 0\n").count() - meta.matches("enabled: 0\n").count();
            assert!(meta.contains(&mark), "{}", target.name);
            // isPreloaded, isOverridable and isExplicitlyReferenced are 0 as well.
            assert_eq!(others, 3 + expected.len(), "{} is excluded everywhere else", target.name);
            assert_eq!(plugin.guid.len(), 32, "{}", target.name);
            assert!(plugin.guid.chars().all(|c| c.is_ascii_hexdigit()), "{}", target.name);
        }
    }

    #[test]
    fn platforms_and_folders_agree() {
        for target in &TARGETS {
            let folder = match target.plugin.player.name {
                "Linux64" => "Linux",
                "Win64" => "Windows",
                "OSXUniversal" => "macOS",
                "VisionOS" => "visionOS",
                name => name,
            };
            assert!(target.plugin.path.starts_with(&format!("Plugins/{folder}/")), "{}", target.name);
            assert!(target.name.starts_with(&folder.to_lowercase()), "{}", target.name);
        }
    }

    #[test]
    fn android_libraries_of_64_bits_say_that_their_pages_are_aligned() {
        let aligned: Vec<&str> = TARGETS
            .iter()
            .filter(|target| target.plugin.meta().contains("Is16KbAligned: true"))
            .map(|target| target.name)
            .collect();
        assert_eq!(aligned, ["android-arm64", "android-x86_64"]);
    }

    #[test]
    fn processors_are_named_as_unity_names_them() {
        let cpu = |name: &str| {
            let target = TARGETS.iter().find(|target| target.name == name).unwrap();
            let meta = target.plugin.meta();
            meta.rsplit("CPU: ").next().unwrap().lines().next().unwrap().to_owned()
        };
        assert_eq!(cpu("linux-arm64"), "ARM64");
        assert_eq!(cpu("windows-x86_64"), "x86_64");
        assert_eq!(cpu("macos"), "AnyCPU");
        assert_eq!(cpu("android-armv7"), "ARMv7");
    }
}
