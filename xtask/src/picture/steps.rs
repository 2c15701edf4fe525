//! Searches step by step, as the C# program wrote them down: what its view shows in each cell and says beside the map.

use super::canvas::Color;
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::path::Path;

/// What decides a cell's color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Walkable,
    Open,
    Closed,
    Expanded,
    Added,
    Improved,
    Path,
    Obstacle,
    Goal,
    Start,
}

impl Kind {
    const ALL: [(&str, Self); 10] = [
        ("Walkable", Self::Walkable),
        ("Open", Self::Open),
        ("Closed", Self::Closed),
        ("Expanded", Self::Expanded),
        ("Added", Self::Added),
        ("Improved", Self::Improved),
        ("Path", Self::Path),
        ("Obstacle", Self::Obstacle),
        ("Goal", Self::Goal),
        ("Start", Self::Start),
    ];

    fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(own, _)| *own == name);
        Ok(found.with_context(|| format!("there is no kind of cells {name}"))?.1)
    }
}

/// A cell as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownCell {
    pub(super) kind: Kind,
    pub(super) is_closed: bool,
    /// The step to the cell it was reached from; (0, 0): no arrow.
    pub(super) arrow: (i32, i32),
    /// g, h and F, or nothing.
    pub(super) texts: Vec<String>,
}

impl ShownCell {
    const PLAIN: Self = Self { kind: Kind::Walkable, is_closed: false, arrow: (0, 0), texts: Vec::new() };
}

/// One picture.
#[derive(Debug)]
pub(crate) struct Frame {
    is_searching: bool,
    /// Lines of "name: value".
    pub(super) summary: Vec<String>,
    pub(super) open: Vec<String>,
    /// Row by row.
    pub(super) cells: Vec<ShownCell>,
}

/// One search, from its beginning to the laid path.
#[derive(Debug)]
pub(crate) struct Search {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(crate) title: String,
    pub(crate) frames: Vec<Frame>,
}

impl Search {
    /// How long a frame is shown: a whole search takes about ten seconds, a cell of the path 0.2.
    pub(super) fn seconds(&self, frame: &Frame) -> f32 {
        let steps = self.frames.iter().filter(|frame| frame.is_searching).count();
        if frame.is_searching { (10.0 / steps as f32).clamp(0.05, 0.4) } else { 0.2 }
    }
}

/// All searches, and the colors of cells and of what is written on them.
#[derive(Debug)]
pub(crate) struct StepsReport {
    pub(super) colors: HashMap<Kind, (Color, Color)>,
    pub(crate) searches: Vec<Search>,
}

impl StepsReport {
    pub(crate) fn load(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
        Self::parse(&text).with_context(|| format!("{} is not a report of steps", file.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        ensure!(lines.next() == Some("gridstar-steps 1"), "its first line is another");
        let mut report = Self { colors: HashMap::new(), searches: Vec::new() };
        for line in lines {
            let (word, values) = line.split_once(' ').unwrap_or((line, ""));
            report.add(word, values).with_context(|| line.to_owned())?;
        }
        ensure!(report.colors.len() == Kind::ALL.len(), "a color is missing");
        ensure!(report.searches.iter().all(|search| !search.frames.is_empty()), "a search has no frame");
        Ok(report)
    }

    fn add(&mut self, word: &str, values: &str) -> Result<()> {
        if word == "color" {
            let [kind, color, ink] = words(values)?;
            self.colors.insert(Kind::named(kind)?, (parse_color(color)?, parse_color(ink)?));
            return Ok(());
        }
        if word == "search" {
            self.searches.push(begin_search(values)?);
            return Ok(());
        }
        let search = self.searches.last_mut().context("no search has begun")?;
        if word == "frame" {
            let cells = vec![ShownCell::PLAIN; search.width * search.height];
            let is_searching = values == "0";
            search.frames.push(Frame { is_searching, summary: Vec::new(), open: Vec::new(), cells });
            return Ok(());
        }
        let frame = search.frames.last_mut().context("no frame has begun")?;
        match word {
            "say" => frame.summary.push(values.to_owned()),
            "open" => frame.open.push(values.to_owned()),
            "cell" => add_cell(frame, search.width, values)?,
            _ => bail!("the word {word} is unknown"),
        }
        Ok(())
    }
}

fn begin_search(values: &str) -> Result<Search> {
    let mut parts = values.splitn(3, ' ');
    let mut side = || parts.next().unwrap_or_default().parse::<usize>();
    let (width, height) = (side()?, side()?);
    ensure!((1..=1024).contains(&width) && (1..=1024).contains(&height), "no such map is shown");
    Ok(Search { width, height, title: parts.next().unwrap_or_default().to_owned(), frames: Vec::new() })
}

fn add_cell(frame: &mut Frame, width: usize, values: &str) -> Result<()> {
    let (head, texts): (Vec<&str>, Vec<&str>) = {
        let all: Vec<&str> = values.split_whitespace().collect();
        let (head, texts) = all.split_at_checked(7).context("values are missing")?;
        (head.to_vec(), texts.to_vec())
    };
    let (x, y): (usize, usize) = (head[0].parse()?, head[1].parse()?);
    ensure!(x < width, "the cell lies outside");
    let cell = frame.cells.get_mut(y * width + x).context("the cell lies outside")?;
    *cell = ShownCell {
        kind: Kind::named(head[2])?,
        is_closed: head[3] == "1",
        arrow: (head[5].parse()?, head[6].parse()?),
        texts: texts.into_iter().map(str::to_owned).collect(),
    };
    Ok(())
}

fn words<const N: usize>(values: &str) -> Result<[&str; N]> {
    let words: Vec<&str> = values.split_whitespace().collect();
    words.try_into().ok().with_context(|| format!("{N} values are expected"))
}

fn parse_color(text: &str) -> Result<Color> {
    let number = u32::from_str_radix(text, 16)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok(Color(red, green, blue))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A search on 2 x 1 cells: a start, a goal, and the first step.
    pub(in super::super) fn small_report() -> StepsReport {
        let colors: String = (Kind::ALL.iter().enumerate())
            .map(|(index, (name, _))| format!("color {name} {:06X} 000000\n", 0x102030 * (index + 1)))
            .collect();
        let frames = "search 2 1 A*, Octile\nframe 0\nsay expansions: 0\nopen (0, 0)  g 0\ncell 0 0 Start 0 0 0 0 0 10 10\n\
            cell 1 0 Goal 0 0 0 0\nframe 1\nsay expansions: 1\nsay cost: 10\ncell 0 0 Start 1 1 0 0 0 10 10\n\
            cell 1 0 Goal 0 0 -1 0 10 0 10\nframe 2\nsay expansions: 1\ncell 0 0 Start 1 1 0 0 0 10 10\n";
        StepsReport::parse(&format!("gridstar-steps 1\n{colors}{frames}")).unwrap()
    }

    #[test]
    fn a_report_is_read_back() {
        let report = small_report();
        assert_eq!(report.colors[&Kind::Open].0, Color(0x20, 0x40, 0x60));
        let [search] = &report.searches[..] else { panic!("{report:?}") };
        assert_eq!((search.width, search.height, search.title.as_str()), (2, 1, "A*, Octile"));
        let [first, second, third] = &search.frames[..] else { panic!("{search:?}") };
        assert_eq!(first.summary, ["expansions: 0"]);
        assert_eq!(first.open, ["(0, 0)  g 0"]);
        assert_eq!((second.cells[1].arrow, second.cells[1].texts.join(" ")), ((-1, 0), "10 0 10".to_owned()));
        assert!(second.cells[0].is_closed && !first.cells[0].is_closed);
        assert_eq!(third.cells[1], ShownCell::PLAIN);
        assert_eq!([search.seconds(first), search.seconds(third)], [0.4, 0.2]);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "gridstar-steps 2\n", "gridstar-steps 1\n", "gridstar-steps 1\nframe 0\n"] {
            assert!(StepsReport::parse(text).is_err(), "{text}");
        }
        let mut report = small_report();
        for (word, values) in [
            ("cell", "9 0 Open 0 0 0 0"),
            ("cell", "0 0"),
            ("cell", "0 0 Odd 0 0 0 0"),
            ("odd", ""),
            ("search", "0 1 A"),
        ] {
            assert!(report.add(word, values).is_err(), "{word} {values}");
        }
    }
}
