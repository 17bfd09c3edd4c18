//! Bodies grown from bytes: products and pages as the table knows them, and
//! wrong in every way a body can be.
//!
//! Each byte decides something, and where the bytes end the body does, so both
//! proptest and a fuzzer find their way to small examples. Fields come from
//! the table; the values under them are mostly of another kind.

use product_pool::model::table::{PRODUCT, PRODUCT_PAGE, Schema};
use product_pool::model::view::Shape;

/// A body of Get Product.
pub(super) fn product(bytes: &[u8]) -> String {
    let mut grow = Grow::new(bytes);
    grow.out.push_str(r#"{"data":"#);
    grow.record(&PRODUCT, 0);
    grow.end("}")
}

/// A body of List Products.
pub(super) fn page(bytes: &[u8]) -> String {
    let mut grow = Grow::new(bytes);
    grow.out.push_str(r#"{"data":[],"#);
    grow.text(r#""next""#);
    grow.out.push(':');
    grow.anything();
    grow.out.push_str(r#","data":"#);
    match PRODUCT_PAGE.field("data").map(|field| field.shape) {
        Some(shape) => grow.shape(shape, 0),
        None => grow.anything(),
    }
    grow.end("}")
}

/// Values that have broken somebody's reader.
const ODD: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0.0",
    "1.50",
    "1e999",
    "-1E-999",
    "123456789012345678901234567890",
    "[]",
    "{}",
    "[[[[[[]]]]]]",
    r#"{"value":{"value":{}},"description":[]}"#,
    r#"{"value":1,"value":null,"description":"No","description":"Yes"}"#,
    r#""""#,
    r#"" ""#,
    r#""\u0000""#,
    r#""\ud800""#,
    r#""\udc00\ud800x""#,
    r#""\ud83d\ude00\ud83d""#,
    r#""\"\\\/\b\f\n\r\t""#,
    "\"\u{202e}\u{feff}\u{fffe}\u{7f}\u{85}\"",
    r#""Yes""#,
    r#""yes.""#,
    r#"" MAY\u00a0contain ""#,
    r#""NO""#,
    r#""does not contain""#,
    r#""WHEAT flour, may contain milk. Free from eggs""#,
    r#""<b>MILK</b><script>x</script><!--""#,
    r#""<p title='>\">&#x110000;&#;&#99999999999;&amp""#,
    r#""<0.5""#,
    r#""12,5 g""#,
    r#""-""#,
    r#""9520123456788""#,
];

/// Fields that the label is made from, drawn oftener than the others.
const TELLING: &[&str] = &[
    "components",
    "allergens",
    "description",
    "ingredients",
    "formatted_ingredients",
    "free_from",
    "nutrients",
];

/// Descriptions of flags.
const SAID: &[&str] = &[
    r#""Yes""#,
    r#""No""#,
    r#""yes.""#,
    r#"" MAY  contain ""#,
    r#""does not contain""#,
    r#""Unknown""#,
];

/// What a body may be cut short with.
const BROKEN: &[&str] = &[
    "", "}", "]", ",", "\"", "\\", "\u{feff}", "nul", "-", "1e", "\u{0}",
];

struct Grow<'a> {
    bytes: std::slice::Iter<'a, u8>,
    out: String,
}

impl<'a> Grow<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Grow {
            bytes: bytes.iter(),
            out: String::new(),
        }
    }

    /// A number below `count`; 0 once the bytes have ended.
    fn pick(&mut self, count: usize) -> usize {
        let mut byte = || usize::from(self.bytes.next().copied().unwrap_or_default());
        let number = if count > 256 {
            byte() << 8 | byte()
        } else {
            byte()
        };
        number % count
    }

    fn space(&mut self) {
        if self.pick(16) == 15 {
            let space = [" ", "\n", "\t\r\n", "  "][self.pick(4)];
            self.out.push_str(space);
        }
    }

    /// A string's text, or another spelling of the same string.
    fn text(&mut self, text: &str) {
        if self.pick(16) != 15 {
            return self.out.push_str(text);
        }
        for character in text.chars() {
            if character.is_ascii_lowercase() {
                self.out.push_str(&format!("\\u{:04X}", character as u32));
            } else {
                self.out.push(character);
            }
        }
    }

    fn anything(&mut self) {
        match self.pick(64) {
            63 => {
                let unit =
                    ["x", "<a '>", "</a ", "&#", "é", "\\n", "MILK ", "\\ud800"][self.pick(8)];
                let times = self.pick(4096);
                self.out.push('"');
                self.out.push_str(&unit.repeat(times));
                self.out.push('"');
            }
            62 => {
                let depth = self.pick(200);
                self.out.push_str(&"[".repeat(depth));
                self.out.push_str(&"]".repeat(depth));
            }
            _ => {
                let odd = ODD[self.pick(ODD.len())];
                self.out.push_str(odd);
            }
        }
    }

    fn record(&mut self, record: &'static Schema, depth: usize) {
        let fields: Vec<_> = record.fields().collect();
        self.out.push('{');
        // Deeper records are smaller, or few bytes would make one component.
        let members = self.pick(24 >> depth.min(4));
        for member in 0..members {
            if member > 0 {
                self.out.push(',');
            }
            self.space();
            let mut field = fields[self.pick(fields.len())];
            if self.pick(2) == 1 {
                let telling = TELLING[self.pick(TELLING.len())];
                field = record.field(telling).unwrap_or(field);
            }
            match self.pick(32) {
                31 => self.out.push_str(r#""""#),
                30 => self.out.push_str(r#""__proto__""#),
                _ => self.text(&format!("\"{}\"", field.name)),
            }
            self.space();
            self.out.push(':');
            self.space();
            if field.name == "description" && self.pick(2) == 1 {
                let said = SAID[self.pick(SAID.len())];
                self.text(said);
            } else {
                self.shape(field.shape, depth + 1);
            }
            self.space();
        }
        self.out.push('}');
    }

    /// Mostly what the table promises; else a single value where a list
    /// belongs, a list where a single value does, or anything.
    fn shape(&mut self, shape: Shape, depth: usize) {
        if self.pick(8) == 7 {
            return self.anything();
        }
        match shape {
            Shape::Record(record) => self.record(record, depth),
            Shape::List(element) => {
                self.out.push('[');
                for index in 0..self.pick(5) {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.shape(*element, depth);
                }
                self.out.push(']');
            }
            _ => self.anything(),
        }
    }

    /// Closes the body, or breaks it.
    fn end(mut self, close: &str) -> String {
        if self.pick(16) == 15 {
            let broken = BROKEN[self.pick(BROKEN.len())];
            self.out.push_str(broken);
        } else {
            self.out.push_str(close);
        }
        self.out
    }
}
