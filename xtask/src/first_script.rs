//! A reader's first script, on a machine without Rust: the tarball is unpacked, its C# sources are compiled with the
//! script, and the script runs with the library that lies in it.

use crate::command::quietly;
use crate::libraries::targets::Target;
use crate::tarball;
use crate::tools::Unavailable;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Prints the path's ends, its cost and the library's version.
const SCRIPT: &str = r#"
using System;
using System.Collections.Generic;
using GridStar;

static class FirstScript
{
    static void Main()
    {
        var path = new List<GridCell>();
        using (var grid = new PathGrid(32, 32))
        {
            grid.FillRect(16, 0, 1, 31, CellType.Obstacle);
            var query = new PathQuery
            {
                DiagonalRule = DiagonalRule.BothFree, StraightCost = 1.0, DiagonalCost = Math.Sqrt(2)
            };
            PathResult result = grid.FindPath(new GridCell(2, 0), new GridCell(29, 0), path, query);
            Console.WriteLine(result.Found + " " + path[0] + " " + path[path.Count - 1] + " " + (int)result.Cost);
            Console.WriteLine(GridStarLibrary.Version);
        }
    }
}
"#;

/// The detour over the gap at (16, 31), computed apart from the library.
fn expected_cost() -> i64 {
    // From (2, 0) to (15, 31), through (16, 31), to (17, 31), and down to (29, 0): the wall's corners can't be cut.
    let half = |dx: f64, dy: f64| dx.max(dy) - dx.min(dy) + dx.min(dy) * std::f64::consts::SQRT_2;
    (half(13.0, 31.0) + 2.0 + half(12.0, 31.0)) as i64
}

/// Compiles and runs the script with what is in the tarball alone.
pub fn run(tarball: &Path, version: &str, folder: &Path) -> Result<String> {
    for program in ["mcs", "mono"] {
        ensure!(which::which(program).is_ok(), Unavailable(format!("{program} is not installed")));
    }
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    tarball::unpack(tarball, folder)?;
    let package = folder.join("package");
    let target = Target::of_this_machine()?;
    let library = package.join(target.plugin.path);
    let script = folder.join("FirstScript.cs");
    std::fs::write(&script, SCRIPT)?;
    let mut compiler = Command::new("mcs");
    compiler.args(["-langversion:7.2", "-unsafe", "-out:FirstScript.exe", "-recurse:package/Runtime/Core/*.cs"]);
    // They need no Unity either, as the manual says.
    compiler.arg("-recurse:package/Runtime/Viewer/Drawing/*.cs");
    quietly(compiler.current_dir(folder).arg(&script)).context("the script does not compile")?;
    let plugins = library.parent().context("a library lies in a folder")?;
    let mut mono = Command::new("mono");
    mono.current_dir(folder).arg("FirstScript.exe");
    for variable in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
        mono.env(variable, plugins);
    }
    let printed = quietly(&mut mono)?;
    let expected = format!("True (2, 0) (29, 0) {}\n{version}\n", expected_cost());
    ensure!(printed == expected, "the script printed\n{printed}and not\n{expected}");
    Ok(printed.trim_end().replace('\n', ", version "))
}
