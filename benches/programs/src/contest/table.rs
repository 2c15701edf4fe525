//! The tables, in Markdown with columns in line, so that they read well on a terminal too.

use super::engines::Engine;
use super::figures::{GrowthPoint, MapFigures};
use crate::timing::mean;

/// More maps than these go into further tables.
const MAPS_IN_A_TABLE: usize = 12;

/// A head and the cells below it.
type Column = Vec<String>;

fn column(head: &str, values: impl IntoIterator<Item = Option<f64>>) -> Column {
    std::iter::once(head.to_owned()).chain(values.into_iter().map(significant)).collect()
}

/// A row for each engine: what stands for all maps, and its time on each map relative to the base.
pub(crate) fn engines(engines: &[Engine], base: usize, figures: &[MapFigures]) -> String {
    let all = 0..engines.len();
    let over_maps = |of_map: &dyn Fn(&MapFigures) -> Option<f64>| {
        let values: Option<Vec<f64>> = figures.iter().map(of_map).collect();
        values.and_then(mean)
    };
    let ratio = |engine| over_maps(&|map| map.ratio(engine, base));
    let base_time = over_maps(&|map| map.mean_nanoseconds(base));
    // By way of the ratio, since slow engines answer fewer queries.
    let microseconds = |engine| Some(ratio(engine)? * base_time? / 1e3);
    // Less than can be measured is not nothing.
    let preparation = |engine: usize| {
        over_maps(&|map| map.runs[engine].as_ref()?.preparation_ms.map(|milliseconds| milliseconds.max(1e-3)))
    };
    let summary = [
        column("**all maps**", all.clone().map(ratio)),
        column("a query, µs", all.clone().map(microseconds)),
        column("expansions", all.clone().map(|engine| over_maps(&|map| map.mean_expansions(engine)))),
        column("preparation, ms", all.clone().map(preparation)),
    ];
    let names = || std::iter::once("engine".to_owned()).chain(engines.iter().map(|engine| engine.name.clone()));
    let tables = figures.chunks(MAPS_IN_A_TABLE).enumerate().map(|(at, maps)| {
        let mut columns = vec![names().collect()];
        columns.extend(summary.iter().filter(|_| at == 0).cloned());
        columns.extend(maps.iter().map(|map| column(&map.name, all.clone().map(|engine| map.ratio(engine, base)))));
        markdown(&columns)
    });
    // One sentence a line, as the documents' lines end at 120 columns.
    let mut text = tables.collect::<Vec<_>>().join("\n");
    text += &format!("\nTimes are relative to {}; those for all maps are geometric means.\n", engines[base].name);
    for (at, Engine { name, .. }) in engines.iter().enumerate() {
        let runs = || figures.iter().filter_map(|map| map.runs[at].as_ref());
        let longer: usize = runs().map(|run| run.longer).sum();
        let count: usize = runs().map(|run| run.samples.len()).sum();
        if longer > 0 {
            text += &format!("{longer} of {count} paths of {name} were not optimal by its own rule.\n");
        }
    }
    text
}

/// A row for each kind of map and size: all engines' times, and what GridStar's take and hold.
pub(crate) fn growth(points: &[GrowthPoint]) -> String {
    let maps = distinct(points.iter().map(|point| (point.kind, point.side)));
    let engines = distinct(points.iter().map(|point| point.engine));
    let own = distinct(points.iter().filter(|point| point.bytes_per_cell.is_some()).map(|point| point.engine));
    let mut columns = vec![
        std::iter::once("map".to_owned()).chain(maps.iter().map(|map| map.0.to_owned())).collect::<Column>(),
        std::iter::once("side".to_owned()).chain(maps.iter().map(|map| map.1.to_string())).collect(),
    ];
    type Value = fn(&GrowthPoint) -> Option<f64>;
    let kinds: [(&[&str], &str, Value); 3] = [
        (&engines, "µs", |point| Some(point.microseconds)),
        (&own, "building, ms", |point| Some(point.building_ms)),
        (&own, "bytes a cell", |point| point.bytes_per_cell),
    ];
    for (engines, what, value) in kinds {
        for &engine in engines {
            let of_map = |map| points.iter().find(|point| (point.kind, point.side) == map && point.engine == engine);
            columns.push(column(&format!("{engine}: {what}"), maps.iter().map(|&map| of_map(map).and_then(value))));
        }
    }
    markdown(&columns)
}

/// In the order in which they first come.
pub(crate) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    values.for_each(|value| {
        if !distinct.contains(&value) {
            distinct.push(value)
        }
    });
    distinct
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
fn markdown(columns: &[Column]) -> String {
    let width = |column: &Column| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let line = |cell: &dyn Fn(usize) -> String| {
        let cells = (0..columns.len()).map(|at| match at {
            0 => format!("{:<1$}", cell(at), widths[at]),
            _ => format!("{:>1$}", cell(at), widths[at]),
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = |at: usize| if at == 0 { "-".repeat(widths[at]) } else { "-".repeat(widths[at] - 1) + ":" };
    let rows = (1..columns[0].len()).map(|row| line(&|at| columns[at][row].clone()));
    line(&|at| columns[at][0].clone()) + &line(&rule) + &rows.collect::<String>()
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
        let point = |engine, bytes_per_cell| GrowthPoint {
            kind: "rooms",
            side: 64,
            engine,
            microseconds: 1.5,
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
            lines[1],
            "| ----- | ---: | ---------: | ----------: | -------------------: | -------------------: |"
        );
        assert_eq!(
            lines[2],
            "| rooms |   64 |       1.50 |        1.50 |                0.250 |                 4.00 |"
        );
    }
}
