//! The import settings that make Unity load each native library on its own platform and nowhere else. The GUIDs are
//! fixed: a project refers to a plugin by them.

use std::fmt::Write;

/// A native library as Unity sees it.
pub struct Plugin {
    /// Path inside the package.
    pub path: &'static str,
    pub guid: &'static str,
    /// Those that load the library; the first one names its kind.
    pub players: &'static [Player],
    pub cpu: Cpu,
}

/// A kind of player, by Unity's names.
#[derive(Clone, Copy)]
pub struct Player {
    /// The group of platforms and the platform, as they stand in a .meta file.
    pub group: &'static str,
    pub name: &'static str,
    /// The system of the Editors that can load the library too.
    pub editor_os: Option<&'static str>,
}

pub const LINUX: &[Player] = &[Player { group: "Standalone", name: "Linux64", editor_os: Some("Linux") }];
pub const WINDOWS: &[Player] = &[Player { group: "Standalone", name: "Win64", editor_os: Some("Windows") }];
pub const MACOS: &[Player] = &[Player { group: "Standalone", name: "OSXUniversal", editor_os: Some("OSX") }];
// These have no Editor of their kind.
pub const APPLE_DEVICES: &[Player] = &[
    Player { group: "iPhone", name: "iOS", editor_os: None },
    Player { group: "tvOS", name: "tvOS", editor_os: None },
    Player { group: "VisionOS", name: "VisionOS", editor_os: None },
];
pub const ANDROID: &[Player] = &[Player { group: "Android", name: "Android", editor_os: None }];
pub const WEBGL: &[Player] = &[Player { group: "WebGL", name: "WebGL", editor_os: None }];

/// The processors that a library serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    Any,
    X86_64,
    Arm64,
    ArmV7,
}

impl Cpu {
    /// Unity's name among players of a group, which for Android is not that for desktops.
    fn name(self, group: &str) -> &'static str {
        match self {
            Self::Any => "AnyCPU",
            Self::X86_64 if group == "Android" => "X86_64",
            Self::X86_64 => "x86_64",
            Self::Arm64 => "ARM64",
            Self::ArmV7 => "ARMv7",
        }
    }
}

/// The players of which each plugin's settings say whether it is meant.
const PLAYERS: [&str; 9] = ["Android", "Linux64", "OSXUniversal", "VisionOS", "WebGL", "Win", "Win64", "iOS", "tvOS"];
/// Platforms of the desktop, for which settings stand a second time.
const DESKTOP: [&str; 4] = ["Linux64", "OSXUniversal", "Win", "Win64"];

impl Plugin {
    /// Whether Unity takes the library by itself. Versions that ignore the processor have one place for a desktop's
    /// libraries of one name, and a build stops at the second, so the one for arm64 waits until somebody needs it.
    pub fn is_on(&self) -> bool {
        self.editor_os().is_none() || self.cpu != Cpu::Arm64
    }

    /// The system of the Editors that can load the library too.
    pub fn editor_os(&self) -> Option<&'static str> {
        self.players.iter().find_map(|player| player.editor_os)
    }

    /// The text of the library's .meta file.
    pub fn meta(&self) -> String {
        let editor_os = self.editor_os();
        let is_meant = |name: &str| self.players.iter().any(|player| player.name == name);
        let mut text = format!(
            "fileFormatVersion: 2\nguid: {}\nPluginImporter:\n  externalObjects: {{}}\n  serializedVersion: 2\n  \
             iconMap: {{}}\n  executionOrder: {{}}\n  defineConstraints: []\n  isPreloaded: 0\n  isOverridable: 0\n  \
             isExplicitlyReferenced: 0\n  validateReferences: 1\n  platformData:\n",
            self.guid
        );
        // "Any" stays off: with it on, Unity would include the file everywhere but in the excluded places.
        let is_on = self.is_on();
        let excluded = |is_excluded: bool| if is_excluded { "1" } else { "0" };
        let names = PLAYERS.map(|player| (format!("Exclude {player}"), excluded(!is_meant(player) || !is_on)));
        let mut any = vec![("Exclude Editor", excluded(editor_os.is_none() || !is_on))];
        any.extend(names.iter().map(|(name, excluded)| (name.as_str(), *excluded)));
        platform(&mut text, ": Any", false, &any);
        platform(&mut text, "Any: ", false, &[]);
        let (cpu, os) = editor_os.map_or(("AnyCPU", "AnyOS"), |os| (self.cpu.name("Editor"), os));
        let editor = [("CPU", cpu), ("DefaultValueInitialized", "true"), ("OS", os)];
        platform(&mut text, "Editor: Editor", editor_os.is_some() && is_on, &editor);
        for player in DESKTOP.into_iter().filter(|player| !is_meant(player)) {
            platform(&mut text, &format!("Standalone: {player}"), false, &[("CPU", "None")]);
        }
        for Player { group, name, .. } in self.players {
            platform(&mut text, &format!("{group}: {name}"), is_on, &self.settings(group));
        }
        text + "  userData: \n  assetBundleName: \n  assetBundleVariant: \n"
    }

    /// Those of one of the plugin's own platforms.
    fn settings(&self, group: &str) -> Vec<(&'static str, &'static str)> {
        let mut settings = match group {
            "Android" => vec![("AndroidSharedLibraryType", "Executable"), ("CPU", self.cpu.name(group))],
            "Standalone" => vec![("CPU", self.cpu.name(group))],
            _ => Vec::new(),
        };
        // Devices with pages of 16 KB have 64 bits.
        if group == "Android" && self.cpu != Cpu::ArmV7 {
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
    use crate::libraries::targets::TARGETS;

    /// A name that Unity does not know is one for any processor, or none.
    #[test]
    fn processors_have_the_names_that_unity_gives_them_for_each_kind_of_player() {
        let names = |file: &str, platform: &str| {
            let target = TARGETS.iter().find(|target| target.plugin.path == file).unwrap();
            let meta = target.plugin.meta();
            let (_, entry) = meta.split_once(&format!("      {platform}\n")).unwrap();
            entry.lines().find_map(|line| line.trim().strip_prefix("CPU: ")).unwrap().to_owned()
        };
        for (file, platform, name) in [
            ("Plugins/Android/x86_64/libgridstar.so", "Android: Android", "X86_64"),
            ("Plugins/Android/arm64-v8a/libgridstar.so", "Android: Android", "ARM64"),
            ("Plugins/Android/armeabi-v7a/libgridstar.so", "Android: Android", "ARMv7"),
            ("Plugins/Linux/x86_64/libgridstar.so", "Standalone: Linux64", "x86_64"),
            ("Plugins/Linux/x86_64/libgridstar.so", "Editor: Editor", "x86_64"),
            ("Plugins/Windows/x86_64/gridstar.dll", "Standalone: Win64", "x86_64"),
            ("Plugins/Linux/arm64/libgridstar.so", "Standalone: Linux64", "ARM64"),
        ] {
            assert_eq!(names(file, platform), name, "{file}, {platform}");
        }
    }
}
