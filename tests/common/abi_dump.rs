//! The C ABI as the C# scripts declare it, printed by `tests/csharp/AbiDump`, and its differences from the header.

use super::header::{CType, Enum, Function, Header, Struct};
use std::collections::BTreeMap;

/// A dump: facts, each with its parts.
#[derive(Debug)]
pub struct Dump(Vec<Fact>);

#[derive(Debug)]
struct Fact {
    kind: String,
    name: String,
    words: Vec<String>,
    parts: Vec<Vec<String>>,
}

/// C# constants with the C constants that they repeat.
const CONSTANTS: [(&str, &str); 11] = [
    ("GridStarLibrary.NeededAbiVersion", "GRIDSTAR_ABI_VERSION"),
    ("PathGridSettings.MaxSide", "GRIDSTAR_MAX_SIDE"),
    ("PathGrid.MaxAgentSize", "GRIDSTAR_MAX_AGENT_SIZE"),
    ("GridStarLibrary.MaxWorkerThreads", "GRIDSTAR_MAX_WORK_THREADS"),
    ("GridstarQueryDef.IgnorePenalties", "GRIDSTAR_QUERY_IGNORE_PENALTIES"),
    ("GridstarQueryDef.PartialPath", "GRIDSTAR_QUERY_PARTIAL_PATH"),
    ("GridstarQueryDef.LeaveBlocked", "GRIDSTAR_QUERY_LEAVE_BLOCKED"),
    ("GridstarFieldInfo.FromStarts", "GRIDSTAR_FIELD_FROM_STARTS"),
    ("PathGrid.MaxRadius", "GRIDSTAR_MAX_RADIUS"),
    ("PathGrid.UnderWay", "GRIDSTAR_PREPARED_UNDER_WAY"),
    ("PathReservations.MaxWindow", "GRIDSTAR_MAX_WINDOW"),
];

/// Constants with this beginning are flags of `PreparedParts`, except `PathGrid.UnderWay` above.
const PREPARED: &str = "GRIDSTAR_PREPARED_";

/// The C# enum that begins with the values of `GridstarCellType`. `CellMap` converts between both enums by number.
const CELL_MARKS: &str = "CellMark";

impl Dump {
    pub fn parse(text: &str) -> Self {
        let mut facts: Vec<Fact> = Vec::new();
        for line in text.lines() {
            let mut words = line.split_whitespace().map(str::to_owned);
            let (kind, name) = (words.next().expect("a kind"), words.next().expect("a name"));
            if ["parameter", "field", "value"].contains(&kind.as_str()) {
                let part = std::iter::once(name).chain(words).collect();
                facts.last_mut().expect("a part follows what it belongs to").parts.push(part);
            } else {
                facts.push(Fact { kind, name, words: words.collect(), parts: Vec::new() });
            }
        }
        Self(facts)
    }

    fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Fact> {
        self.0.iter().filter(move |fact| fact.kind == kind)
    }

    fn named<'a>(&'a self, kind: &'a str, name: &'a str) -> impl Iterator<Item = &'a Fact> {
        self.all(kind).filter(move |fact| fact.name == name)
    }

    pub fn extern_count(&self) -> usize {
        self.all("extern").count()
    }

    /// Every difference from the header, as a sentence.
    pub fn differences(&self, header: &Header) -> Vec<String> {
        let mut found = Differences::default();
        self.compare_externs(header, &mut found);
        self.compare_structs(header, &mut found);
        self.compare_cell_marks(header, &mut found);
        self.compare_constants(header, &mut found);
        self.compare_flags(header, &mut found);
        found.0
    }

    fn compare_externs(&self, header: &Header, found: &mut Differences) {
        for function in &header.functions {
            found.check(self.named("extern", &function.name).count() > 0, || {
                format!("{}: in the header, without an extern", function.name)
            });
        }
        for one in self.all("extern") {
            match header.functions.iter().find(|function| function.name == one.name) {
                Some(function) => compare_extern(one, function, found),
                None => found.add(format!("{}: an extern, not in the header", one.name)),
            }
        }
    }

    fn compare_structs(&self, header: &Header, found: &mut Differences) {
        for of_header in &header.structs {
            match self.named("struct", managed_struct(&of_header.name)).next() {
                Some(one) => compare_struct(one, of_header, header, found),
                None => found.add(format!("{}: in the header, without a C# struct", of_header.name)),
            }
        }
        for one in self.all("struct") {
            let known = header.structs.iter().any(|of_header| managed_struct(&of_header.name) == one.name);
            found.check(known, || format!("{}: a C# struct, not in the header", one.name));
        }
    }

    fn compare_enum(&self, managed: &str, c_name: &str, expected: &BTreeMap<i64, String>, found: &mut Differences) {
        let Some(one) = self.named("enum", managed).next() else {
            found.add(format!("{c_name}: its C# enum {managed} is missing"));
            return;
        };
        let mut actual = BTreeMap::new();
        for value in &one.parts {
            let number = value[1].parse().expect("a value is a number");
            let twice = actual.insert(number, plain(&value[0])).is_some();
            found.check(!twice, || format!("{managed}: {number} has two names"));
        }
        for number in expected.keys().chain(actual.keys()) {
            let (c, cs) = (expected.get(number), actual.get(number));
            found.check(c == cs, || format!("{managed}: {number} is {c:?} in the header, {cs:?} in C#"));
        }
    }

    /// Checks that every cell type is a mark of the same name and number. Further marks follow.
    fn compare_cell_marks(&self, header: &Header, found: &mut Differences) {
        let cell_types = header.enums.iter().filter(|one| one.name == "GridstarCellType").flat_map(c_values);
        let marks = self.named("enum", CELL_MARKS).flat_map(|one| &one.parts);
        let marks: Vec<_> = marks.map(|value| (value[1].clone(), plain(&value[0]))).collect();
        for (number, name) in cell_types {
            found.check(marks.contains(&(number.to_string(), name.clone())), || {
                format!("{CELL_MARKS}: {number} is {name:?} in the header, not among {marks:?}")
            });
        }
    }

    /// Compares the numbers that the scripts repeat: versions, limits and the sizes of structs.
    fn compare_constants(&self, header: &Header, found: &mut Differences) {
        let sizes = header.structs.iter().filter(|one| one.fields[0].name == "struct_size");
        let mut expected: Vec<_> =
            sizes.map(|one| (format!("{}.Size", one.name), header.layout(one).size as i64)).collect();
        for (managed, c) in CONSTANTS {
            expected.push((managed.into(), header.constants[c]));
        }
        for (name, number) in expected {
            let values: Vec<_> = self.named("constant", &name).map(|fact| fact.words[0].clone()).collect();
            found.check(values == [number.to_string()], || format!("{name}: {values:?} in C#, {number} in the header"));
        }
    }

    fn compare_flags(&self, header: &Header, found: &mut Differences) {
        let mut expected = BTreeMap::from([(0, "none".to_owned())]);
        for (c, &number) in &header.constants {
            let is_elsewhere = CONSTANTS.iter().any(|(_, one)| one == c);
            if let Some(name) = c.strip_prefix(PREPARED).filter(|_| !is_elsewhere) {
                expected.insert(number, plain(name));
            }
        }
        self.compare_enum("PreparedParts", PREPARED, &expected, found);
    }
}

#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn add(&mut self, difference: String) {
        if !self.0.contains(&difference) {
            self.0.push(difference);
        }
    }

    fn check(&mut self, agree: bool, difference: impl FnOnce() -> String) {
        if !agree {
            self.add(difference());
        }
    }
}

fn compare_extern(one: &Fact, function: &Function, found: &mut Differences) {
    let name = &one.name;
    let [result, _class, _count, settings @ ..] = &one.words[..] else { panic!("a short extern line: {one:?}") };
    let expected = [&format!("entry={name}"), "library=gridstar", "Cdecl", "exact", "preservesig"];
    found.check(settings == expected, || format!("{name}: DllImport says {settings:?}, not {expected:?}"));
    found.check(*result == by_value(&function.result), || {
        format!("{name}: returns {result} in C#, {:?} in the header", function.result)
    });
    let (cs, c) = (one.parts.len(), function.parameters.len());
    found.check(cs == c, || format!("{name}: {cs} parameters in C#, {c} in the header"));
    for (part, parameter) in one.parts.iter().zip(&function.parameters) {
        let [cs_name, passing, of_type] = &part[..] else { panic!("a short parameter line: {part:?}") };
        let same_name = plain(cs_name) == plain(&parameter.name);
        found.check(same_name, || format!("{name}: a parameter is {cs_name} in C#, {} in the header", parameter.name));
        found.check(passes(passing, of_type, &parameter.of_type), || {
            format!("{name}: {cs_name} is {passing} {of_type} in C#, {:?} in the header", parameter.of_type)
        });
    }
}

/// Whether a C# parameter reaches C as its type says. What C may only read is never `out`, and what it writes never
/// `in`.
fn passes(passing: &str, of_type: &str, c: &CType) -> bool {
    let same = of_type == managed_struct(&c.base);
    match passing {
        "value" => !c.pointer && same,
        "pointer" => c.pointer,
        "ref" | "array" => c.pointer && same,
        "in" => c.pointer && same && c.constant,
        "out" => c.pointer && same && !c.constant,
        other => panic!("no way to pass: {other}"),
    }
}

fn by_value(c: &CType) -> &str {
    if c.pointer { "unknown" } else { &c.base }
}

fn compare_struct(one: &Fact, of_header: &Struct, header: &Header, found: &mut Differences) {
    let name = &of_header.name;
    let layout = header.layout(of_header);
    let size = layout.size.to_string();
    found.check(one.words[0] == size, || format!("{name}: {} bytes in C#, {size} in the header", one.words[0]));
    let (cs, c) = (one.parts.len(), of_header.fields.len());
    found.check(cs == c, || format!("{name}: {cs} fields in C#, {c} in the header"));
    for ((part, field), offset) in one.parts.iter().zip(&of_header.fields).zip(layout.offsets) {
        // Fields of public structs have C# names; fields of other structs keep the header's names.
        let expected = match name.as_str() {
            "GridstarCell" => field.name.to_uppercase(),
            "GridstarFieldCell" | "GridstarFloorStep" | "GridstarGoalCost" | "GridstarPlanCell"
            | "GridstarPlanResult" => {
                format!("_{}", camel(&field.name))
            }
            _ => field.name.clone(),
        };
        let expected = [expected, offset.to_string(), field.of_type.base.clone()];
        found.check(part[..] == expected, || {
            format!("{name}.{}: {part:?} in C#, {expected:?} in the header", field.name)
        });
    }
}

/// The values of a C enum by number. The names lose their common prefix.
fn c_values(of_header: &Enum) -> BTreeMap<i64, String> {
    let prefix = plain(&of_header.name);
    let name = |value: &str| plain(value).strip_prefix(&prefix).map(str::to_owned).unwrap_or_else(|| plain(value));
    of_header.values.iter().map(|(value, number)| (*number, name(value))).collect()
}

fn managed_struct(c_name: &str) -> &str {
    match c_name {
        "GridstarCell" => "GridCell",
        "GridstarFieldCell" => "FieldCell",
        "GridstarFloorStep" => "FloorStep",
        "GridstarGoalCost" => "GoalCost",
        "GridstarPlanCell" => "PlanCell",
        "GridstarPlanResult" => "PlanResult",
        "GridstarSearchCell" => "SearchCell",
        "GridstarSearchChange" => "SearchChange",
        "GridstarPathRequest" => "PathRequest",
        "GridstarPathReply" => "PathReply",
        other => other,
    }
}

/// A C name as that of a C# field: `under_way` is `underWay`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |so_far, word| so_far + &word[..1].to_uppercase() + &word[1..])
}

/// A name without the case and underscores that differ between C and C#.
fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}
