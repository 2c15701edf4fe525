//! Whom each agent can touch in a tick.

use crate::OutOfMemory;
use crate::held::{Held, held};
use parking_lot::Mutex;

/// Agents that one thread works on without a break.
pub(super) const PART: usize = 1024;

/// The most contacts of an agent.
const MOST: usize = 12;

/// The contacts of the agents of a part, one agent after another.
///
/// Aligned, so that parts which threads write at the same time share no cache line. Processors load two lines at once.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Contacts {
    places: Vec<u32>,
    /// The places of agents with contacts, and where the contacts of each end in `places`.
    agents: Vec<(u32, u32)>,
    /// Where the contacts of the next agent begin.
    first: usize,
}

held!(Contacts: places, agents);

impl Contacts {
    /// Forgets all. Nothing is allocated afterwards: there is room for [`MOST`] contacts of each agent.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.agents.clear();
        self.first = 0;
    }

    /// Adds a contact of the agent at hand, unless it has too many.
    #[inline(always)]
    pub(super) fn add(&mut self, place: u32) {
        if self.places.len() < self.first + MOST {
            self.places.push(place);
        }
    }

    /// Ends the list of the agent at a place, and returns whether it has contacts.
    #[inline(always)]
    pub(super) fn end_agent(&mut self, place: usize) -> bool {
        let has_contacts = self.places.len() > self.first;
        self.first = self.places.len();
        if has_contacts {
            self.agents.push((place as u32, self.first as u32));
        }
        has_contacts
    }

    /// The agents that have contacts, by place, with their contacts.
    #[inline(always)]
    pub(super) fn by_agent(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let mut first = 0;
        self.agents.iter().map(move |&(place, end)| {
            let contacts = self.places.get(first..end as usize).unwrap_or_default();
            first = end as usize;
            (place as usize, contacts)
        })
    }

    fn reserve(&mut self, agents: usize) -> Result<(), OutOfMemory> {
        self.clear();
        self.agents.try_reserve_exact(agents)?;
        self.places.try_reserve_exact(agents * MOST)?;
        Ok(())
    }
}

/// The contacts of all agents, in parts. Only the thread that has a part in hand uses it.
#[derive(Debug, Default)]
pub(super) struct ContactLists {
    parts: Vec<Mutex<Contacts>>,
}

impl Held for ContactLists {
    fn bytes(&self) -> usize {
        self.parts.bytes() + self.parts.iter().map(Held::bytes).sum::<usize>()
    }
}

impl ContactLists {
    /// Memory for a number of agents.
    pub(super) fn reserve(&mut self, agents: usize) -> Result<(), OutOfMemory> {
        let parts = agents.div_ceil(PART);
        self.parts.try_reserve(parts.saturating_sub(self.parts.len()))?;
        self.parts.resize_with(parts.max(self.parts.len()), Mutex::default);
        for (number, part) in self.parts.iter_mut().enumerate() {
            part.get_mut().reserve(agents.saturating_sub(number * PART).min(PART))?;
        }
        Ok(())
    }

    /// Runs a call with the contacts of a part.
    pub(super) fn with<R>(&self, part: usize, call: impl FnOnce(&mut Contacts) -> R) -> Option<R> {
        self.parts.get(part).map(|part| call(&mut part.lock()))
    }
}
