//! An engine's figures on one map, as its program prints them.

use super::programs::Printed;
use anyhow::{Context, Result, bail};

/// One query's figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// Its fastest time.
    pub(super) nanoseconds: f64,
    pub(super) cost: f64,
    pub(super) expanded: u64,
}

/// An engine's answers to one scenario.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) samples: Vec<Sample>,
    pub(super) preparation_ms: Option<f64>,
    /// How many of its paths were longer than need be.
    pub(super) longer: usize,
}

impl Run {
    /// Reads `index,ns,cost,reference,expanded` lines, and from standard error `prep_ms=` and `longer=`.
    pub(super) fn parse(printed: &Printed) -> Result<Self> {
        let mut lines = printed.stdout.lines();
        if lines.next() != Some("index,ns,cost,reference,expanded") {
            bail!("the program printed no CSV");
        }
        let samples: Vec<Sample> = lines.map(parse_sample).collect::<Result<_>>()?;
        let said = |mark: &str| printed.stderr.lines().find_map(|line| line.strip_prefix(mark)?.parse().ok());
        let longer = said("longer=").unwrap_or(0.0) as usize;
        Ok(Self { samples, preparation_ms: said("prep_ms="), longer })
    }

    /// Takes over what another run of the same queries did faster.
    pub(super) fn improve(&mut self, other: &Self) {
        for (mine, others) in self.samples.iter_mut().zip(&other.samples) {
            mine.nanoseconds = mine.nanoseconds.min(others.nanoseconds);
        }
        if let (Some(mine), Some(others)) = (&mut self.preparation_ms, other.preparation_ms) {
            *mine = mine.min(others);
        }
    }
}

fn parse_sample(line: &str) -> Result<Sample> {
    let fields: Vec<&str> = line.split(',').collect();
    let [_, nanoseconds, cost, _, expanded] = fields[..] else { bail!("{line:?} has not 5 fields") };
    let wrong = || format!("{line:?} is no line of figures");
    Ok(Sample {
        // A clock that ticks slowly may say 0, of which there is no ratio.
        nanoseconds: nanoseconds.parse::<f64>().with_context(wrong)?.max(1.0),
        cost: cost.parse().with_context(wrong)?,
        expanded: expanded.parse().with_context(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(stdout: &str, stderr: &str) -> Printed {
        Printed { stdout: stdout.into(), stderr: stderr.into() }
    }

    #[test]
    fn figures_are_read_from_what_the_programs_print() {
        let csv = "index,ns,cost,reference,expanded\n0,120,3.5,3.5,7\n1,0,0,0,1\n";
        let run = Run::parse(&printed(csv, "note: hello\nprep_ms=1.250\nlonger=2\n")).unwrap();
        assert_eq!(run.samples[0], Sample { nanoseconds: 120.0, cost: 3.5, expanded: 7 });
        assert_eq!((run.samples[1].nanoseconds, run.preparation_ms, run.longer), (1.0, Some(1.25), 2));
        assert!(Run::parse(&printed("", "")).is_err());
        assert!(Run::parse(&printed("index,ns,cost,reference,expanded\n0,120,3.5\n", "")).is_err());
    }
}
