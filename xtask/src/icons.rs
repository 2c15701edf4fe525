//! `cargo xtask icons`: the icons of the Unity components, which the .meta files of their scripts name.

use crate::metas;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;

/// Scripts of components and assets in Runtime, and the icons that they have.
const OWNERS: [(&str, &str); 6] = [
    ("Unity/PathGridComponent.cs", "PathGrid.png"),
    ("Unity/PathFollower.cs", "PathFollower.png"),
    ("Unity/PathFloorsComponent.cs", "PathFloors.png"),
    ("Unity/PathObstacle.cs", "PathObstacle.png"),
    ("Viewer/SearchViewer.cs", "SearchViewer.png"),
    ("Unity/TraversalProfileAsset.cs", "TraversalProfile.png"),
];

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.unity_package().join("Editor/Icons")
}

/// Draws all icons anew.
pub fn write(workspace: &Workspace) -> Result<()> {
    std::fs::create_dir_all(folder(workspace))?;
    for (name, png) in gridstar_pictures::icons()? {
        let file = folder(workspace).join(name);
        std::fs::write(&file, png)?;
        println!("wrote {}", workspace.display(&file));
    }
    Ok(())
}

/// Fails on an icon that is not what would be drawn, and on a script whose .meta does not name its icon.
pub fn check(workspace: &Workspace) -> Result<String> {
    let icons = gridstar_pictures::icons()?;
    for (name, png) in &icons {
        let file = std::fs::read(folder(workspace).join(name)).with_context(|| name.clone())?;
        ensure!(file == *png, "{name} is not what is drawn: cargo xtask icons");
    }
    for (script, icon) in OWNERS {
        let guid = metas::guid_of(&folder(workspace).join(icon))?;
        let meta = metas::meta_path(&workspace.unity_package().join("Runtime").join(script));
        let named = format!("  icon: {{fileID: 2800000, guid: {guid}, type: 3}}\n");
        ensure!(std::fs::read_to_string(&meta)?.contains(&named), "{} does not name {icon}", meta.display());
    }
    Ok(format!("{} icons", icons.len()))
}
