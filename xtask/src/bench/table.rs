//! The tables, in Markdown with columns in line, so that they read well on a terminal too.

use super::engines::Engine;
use super::statistics::{GrowthPoint, MapFigures, geometric_mean};

/// More maps than these go into further tables.
const MAPS_IN_A_TABLE: usize = 12;

/// A row for each engine: what stands for all maps, and its time on each map relative to the base.
pub(super) fn engines(engines: &[Engine], base: usize, figures: &[MapFigures]) -> String {
    let mut tables = Vec::new();
    for (at, maps) in figures.chunks(MAPS_IN_A_TABLE).enumerate() {
        let mut columns = vec![Column::names(engines)];
        if at == 0 {
            columns.extend(summary(engines, base, figures));
        }
        columns.extend(maps.iter().map(|map| Column::new(&map.name, engines, |engine| map.ratio(engine, base))));
        tables.push(from_columns(&columns));
    }
    let remarks = remarks(engines, base, figures);
    format!("{}\n{remarks}", tables.join("\n"))
}

/// How many rows [`engines`] has in all.
pub(super) fn engine_rows(engines: usize, maps: usize) -> usize {
    engines * maps.div_ceil(MAPS_IN_A_TABLE)
}

/// Geometric means over the maps.
fn summary(engines: &[Engine], base: usize, figures: &[MapFigures]) -> [Column; 4] {
    let over_maps = |of_map: &dyn Fn(&MapFigures) -> Option<f64>| {
        let values: Option<Vec<f64>> = figures.iter().map(of_map).collect();
        values.and_then(geometric_mean)
    };
    let base_time = over_maps(&|map| map.mean_nanoseconds(base));
    let ratio = |engine| over_maps(&|map| map.ratio(engine, base));
    // By way of the ratio, since slow engines answer fewer queries.
    let microseconds = |engine| Some(ratio(engine)? * base_time? / 1e3);
    // Less than can be measured is not nothing.
    let preparation = |engine| over_maps(&|map| map.preparation_ms(engine).map(|ms| ms.max(1e-3)));
    [
        Column::new("**all maps**", engines, ratio),
        Column::new("a query, µs", engines, microseconds),
        Column::new("expansions", engines, |engine| over_maps(&|map| map.mean_expansions(engine))),
        Column::new("preparation, ms", engines, preparation),
    ]
}

/// A head and the cells below it.
struct Column(Vec<String>);

impl Column {
    fn names(engines: &[Engine]) -> Self {
        let names = engines.iter().map(|engine| engine.name.clone());
        Self(std::iter::once("engine".to_owned()).chain(names).collect())
    }

    fn new(head: &str, engines: &[Engine], value: impl Fn(usize) -> Option<f64>) -> Self {
        Self(std::iter::once(head.to_owned()).chain((0..engines.len()).map(|at| significant(value(at)))).collect())
    }
}

fn from_columns(columns: &[Column]) -> String {
    let row = |at: usize| columns.iter().map(|column| column.0[at].clone()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = (1..columns[0].0.len()).map(row).collect();
    markdown(&row(0), &rows)
}

/// One sentence a line, as the documents' lines end at 120 columns.
fn remarks(engines: &[Engine], base: usize, figures: &[MapFigures]) -> String {
    let mut text = format!("Times are relative to {}; those for all maps are geometric means.", engines[base].name);
    for (at, engine) in engines.iter().enumerate() {
        let runs = figures.iter().filter_map(|map| map.runs[at].as_ref());
        let (longer, count) =
            runs.fold((0, 0), |(longer, count), run| (longer + run.longer, count + run.samples.len()));
        if longer > 0 {
            text += &format!("\n{longer} of {count} paths of {} were not cheapest ones by its own rule.", engine.name);
        }
    }
    text + "\n"
}

/// A row for each kind of map and size: all engines' times, and what GridStar's take and hold.
pub(super) fn growth(points: &[GrowthPoint]) -> String {
    let mut engines: Vec<&str> = Vec::new();
    let mut maps: Vec<(&str, u32)> = Vec::new();
    for point in points {
        if !engines.contains(&point.engine.as_str()) {
            engines.push(&point.engine);
        }
        if !maps.contains(&(point.kind.as_str(), point.side)) {
            maps.push((&point.kind, point.side));
        }
    }
    let tells_bytes =
        |engine: &&str| points.iter().any(|point| point.engine == *engine && point.bytes_per_cell.is_some());
    let own: Vec<&str> = engines.iter().copied().filter(tells_bytes).collect();
    let columns: Vec<(&str, &str)> = [(&engines, "µs"), (&own, "building, ms"), (&own, "bytes a cell")]
        .into_iter()
        .flat_map(|(engines, what)| engines.iter().map(move |&engine| (engine, what)))
        .collect();
    let value = |map: (&str, u32), (engine, what): (&str, &str)| {
        let point = points.iter().find(|point| (point.kind.as_str(), point.side) == map && point.engine == engine)?;
        match what {
            "µs" => Some(point.nanoseconds / 1e3),
            "building, ms" => Some(point.building_ms),
            _ => point.bytes_per_cell,
        }
    };
    let heads = ["map".to_owned(), "side".to_owned()].into_iter();
    let heads = heads.chain(columns.iter().map(|(engine, what)| format!("{engine}: {what}")));
    let row = |&map: &(&str, u32)| {
        let cells = [map.0.to_owned(), map.1.to_string()].into_iter();
        cells.chain(columns.iter().map(|&column| significant(value(map, column)))).collect()
    };
    markdown(&heads.collect::<Vec<_>>(), &maps.iter().map(row).collect::<Vec<_>>())
}

/// Three significant digits; a dash where there is nothing.
fn significant(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(value) if value >= 99.95 => format!("{value:.0}"),
        Some(value) if value >= 9.995 => format!("{value:.1}"),
        Some(value) if value >= 0.9995 => format!("{value:.2}"),
        Some(value) => format!("{value:.3}"),
    }
}

/// The first column is words, the others are numbers.
fn markdown(heads: &[String], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..heads.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([heads[column].chars().count(), 3]).max().unwrap_or(3)
        })
        .collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!(" {cell:<width$} "),
            _ => format!(" {cell:>width$} "),
        });
        format!("|{}|\n", padded.collect::<Vec<_>>().join("|"))
    };
    let rule = widths.iter().enumerate().map(|(column, &width)| match column {
        0 => format!(" {} ", "-".repeat(width)),
        _ => format!(" {}: ", "-".repeat(width - 1)),
    });
    let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
    std::iter::once(line(heads)).chain([rule]).chain(rows.iter().map(|row| line(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        let shown = [0.001_23, 0.123_4, 1.234, 12.34, 123.4, 12_345.0].map(|value| significant(Some(value)));
        assert_eq!(shown, ["0.001", "0.123", "1.23", "12.3", "123", "12345"]);
        assert_eq!(significant(None), "-");
    }

    #[test]
    fn growth_has_a_row_for_each_map_and_a_column_for_each_engine() {
        let point = |engine: &str, bytes_per_cell| GrowthPoint {
            kind: "rooms".into(),
            side: 64,
            engine: engine.into(),
            nanoseconds: 1500.0,
            building_ms: 0.25,
            bytes_per_cell,
        };
        let table = growth(&[point("online", Some(4.0)), point("a crate", None)]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[0],
            "| map   | side | online: µs | a crate: µs | online: building, ms | online: bytes a cell |"
        );
        assert_eq!(
            lines[2],
            "| rooms |   64 |       1.50 |        1.50 |                0.250 |                 4.00 |"
        );
    }

    #[test]
    fn columns_stand_in_line() {
        let table = markdown(&["map".into(), "µs".into()], &[vec!["arena".into(), "12.5".into()]]);
        assert_eq!(table, "| map   |   µs |\n| ----- | ---: |\n| arena | 12.5 |\n");
    }
}
