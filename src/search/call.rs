//! Inputs and outputs of a slice of a run.

use super::choose::Choice;
use super::query::Query;
use super::record::Record;
use super::scratch::Scratch;
use crate::index::AgentView;

/// A query, the grid as its agent sees it, and the memory and the limits of the slice.
pub(super) struct Call<'a, 'r> {
    pub(super) view: &'a AgentView<'a>,
    pub(super) query: &'a Query,
    pub(super) choice: Choice,
    pub(super) scratch: &'a mut Scratch,
    pub(super) record: &'a mut Record<'r>,
}
