//! A parser for the C in `include/gridstar.h`. It knows no types of Rust or cbindgen, so it reads what a C compiler
//! sees. It panics on C that it does not understand, so that nothing is skipped in silence.

use std::collections::BTreeMap;

/// The declarations of a header, in order.
#[derive(Debug, Default)]
pub struct Header {
    pub functions: Vec<Function>,
    pub structs: Vec<Struct>,
    pub enums: Vec<Enum>,
    /// `#define NAME number`.
    pub constants: BTreeMap<String, i64>,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub result: CType,
    pub parameters: Vec<Member>,
}

#[derive(Debug)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<Member>,
}

#[derive(Debug)]
pub struct Enum {
    pub name: String,
    /// The type with a width that its values have.
    pub base: String,
    pub values: Vec<(String, i64)>,
}

/// A parameter or a field.
#[derive(Debug)]
pub struct Member {
    pub name: String,
    pub of_type: CType,
}

/// `base` is a type with a width (`i32`, `u64`, `f32`, `char` ...), `void` or the name of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CType {
    pub base: String,
    pub pointer: bool,
    /// Whether it is a pointer to const.
    pub constant: bool,
}

/// The size and the field offsets of a struct, by natural alignment.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
    pub offsets: Vec<u64>,
}

impl Header {
    pub fn parse(text: &str) -> Self {
        let (code, constants) = preprocess(text);
        let mut parser = Parser { tokens: tokens(&code), next: 0, typedefs: BTreeMap::new() };
        let mut header = Self { constants, ..Self::default() };
        while !parser.at_end() {
            parser.item(&mut header);
        }
        header
    }

    pub fn find_struct(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|one| one.name == name)
    }

    pub fn layout(&self, of: &Struct) -> Layout {
        let mut layout = Layout { size: 0, align: 1, offsets: Vec::new() };
        for field in &of.fields {
            let (size, align) = self.size_and_align(&field.of_type);
            let offset = layout.size.next_multiple_of(align);
            layout.offsets.push(offset);
            layout.size = offset + size;
            layout.align = layout.align.max(align);
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        layout
    }

    fn size_and_align(&self, of_type: &CType) -> (u64, u64) {
        assert!(!of_type.pointer, "a pointer in a struct has another size on 32-bit players");
        match of_type.base.as_str() {
            "u8" => (1, 1),
            "i32" | "u32" | "f32" => (4, 4),
            "i64" | "u64" | "f64" => (8, 8),
            name => {
                let layout = self.layout(self.find_struct(name).unwrap_or_else(|| panic!("no size for {name}")));
                (layout.size, layout.align)
            }
        }
    }
}

/// The text without comments and directives, and its constants. Both arms of a condition stay: conditions of the header
/// only choose between forms of the same declaration.
fn preprocess(text: &str) -> (String, BTreeMap<String, i64>) {
    let mut code = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        let end = rest[start..].find("*/").expect("a comment ends");
        rest = &rest[start + end + 2..];
    }
    code.push_str(rest);

    let mut constants = BTreeMap::new();
    let mut lines = String::new();
    for line in code.lines().map(|line| line.split("//").next().unwrap_or("")) {
        if let Some(directive) = line.trim_start().strip_prefix('#') {
            let words: Vec<_> = directive.split_whitespace().collect();
            if let ["define", name, number] = words[..] {
                let number = number.parse().unwrap_or_else(|_| panic!("{name} is not a number: {number}"));
                constants.insert(name.to_owned(), number);
            }
        } else {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    (lines, constants)
}

fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for character in code.chars() {
        let word = character.is_ascii_alphanumeric() || character == '_';
        match tokens.last_mut() {
            Some(last) if word && in_word => last.push(character),
            _ if !character.is_whitespace() => tokens.push(character.to_string()),
            _ => {}
        }
        in_word = word;
    }
    tokens
}

struct Parser {
    tokens: Vec<String>,
    next: usize,
    /// Names of number types, such as `GridstarStatus`, with their widths.
    typedefs: BTreeMap<String, String>,
}

impl Parser {
    fn at_end(&self) -> bool {
        self.next == self.tokens.len()
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.next).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        let token = self.tokens.get(self.next).cloned().expect("the header ends in the middle of a declaration");
        self.next += 1;
        token
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        let found = self.take();
        assert_eq!(found, token, "after {:?}", &self.tokens[self.next.saturating_sub(6)..self.next]);
    }

    fn item(&mut self, header: &mut Header) {
        if self.accept("extern") {
            for token in ["\"", "C", "\"", "{"] {
                self.expect(token);
            }
        } else if self.accept("}") {
            // The end of extern "C".
        } else if self.accept("enum") {
            header.enums.push(self.enumeration());
        } else if self.accept("typedef") {
            if self.accept("struct") {
                header.structs.push(self.structure());
            } else {
                self.alias();
            }
        } else {
            header.functions.push(self.function());
        }
    }

    fn enumeration(&mut self) -> Enum {
        let name = self.take();
        let base = if self.accept(":") { self.base() } else { "i32".to_owned() };
        self.expect("{");
        let mut values = Vec::new();
        while !self.accept("}") {
            let value = self.take();
            self.expect("=");
            let negative = self.accept("-");
            let number: i64 = self.take().parse().expect("an enum value is a number");
            values.push((value, if negative { -number } else { number }));
            self.accept(",");
        }
        self.expect(";");
        Enum { name, base, values }
    }

    /// `typedef enum X X;` or `typedef int32_t X;`
    fn alias(&mut self) {
        if self.accept("enum") {
            self.next += 2;
        } else {
            let width = self.base();
            let name = self.take();
            self.typedefs.insert(name, width);
        }
        self.expect(";");
    }

    fn structure(&mut self) -> Struct {
        self.expect("{");
        let mut fields = Vec::new();
        while !self.accept("}") {
            fields.push(self.member());
            self.expect(";");
        }
        let name = self.take();
        self.expect(";");
        Struct { name, fields }
    }

    fn function(&mut self) -> Function {
        let Member { name, of_type: result } = self.member();
        self.expect("(");
        let mut parameters = Vec::new();
        if !(self.accept("void") && self.accept(")")) {
            loop {
                parameters.push(self.member());
                if self.accept(")") {
                    break;
                }
                self.expect(",");
            }
        }
        self.expect(";");
        Function { name, result, parameters }
    }

    fn member(&mut self) -> Member {
        let constant = self.accept("const");
        let base = self.base();
        let pointer = self.accept("*");
        assert_ne!(self.peek(), "*", "pointers to pointers are not part of the ABI");
        Member { name: self.take(), of_type: CType { base, pointer, constant } }
    }

    fn base(&mut self) -> String {
        let name = self.take();
        let width = match name.as_str() {
            "int32_t" => "i32",
            "uint32_t" => "u32",
            "int64_t" => "i64",
            "uint64_t" => "u64",
            "uint8_t" => "u8",
            "float" => "f32",
            "double" => "f64",
            "char" | "void" => &name,
            _ if self.typedefs.contains_key(&name) => &self.typedefs[&name],
            _ if name.starts_with("Gridstar") => &name,
            _ => panic!("{name} is no type with a fixed width"),
        };
        width.to_owned()
    }
}
