//! Tables as comma-separated values (RFC 4180), for spreadsheet programs; as
//! pkg/src/views/csv.js writes them.

/// The text of a file with these rows.
pub(super) fn text(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|it| cell(it)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// What a spreadsheet program would read as the beginning of a formula or a command. Some
/// programs read full-width signs as well.
fn is_formula(sign: char) -> bool {
    matches!(sign, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠')
}

fn is_invisible(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A cell. With an apostrophe every program reads a supplier's text as text: at the beginning of
/// the cell, even after invisible characters, and after what separates cells in other formats.
fn cell(value: &str) -> String {
    let mut safe = String::with_capacity(value.len());
    if value.starts_with(['\t', '\r', '\n']) {
        safe.push('\'');
    }
    // Whether nothing visible came before in this cell, as any program divides the text.
    let (mut at_start, mut is_first) = (true, true);
    for sign in value.chars() {
        if at_start && is_formula(sign) {
            safe.push('\'');
        }
        safe.push(sign);
        let separates = matches!(sign, ';' | '\t');
        let stays = sign.is_whitespace() || is_first && is_invisible(sign);
        is_first &= is_invisible(sign);
        at_start = separates || at_start && stays;
    }
    if safe.contains(['"', ',', ';', '\t', '\r', '\n']) {
        return format!("\"{}\"", safe.replace('"', "\"\""));
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        for (value, written) in [
            ("Soup", "Soup"),
            ("a,b", "\"a,b\""),
            ("say \"a\"", "\"say \"\"a\"\"\""),
            ("=1+1", "'=1+1"),
            (" \u{200b}@x", " \u{200b}'@x"),
            ("a; =b", "\"a; '=b\""),
            ("a =b", "a =b"),
            ("＝1", "'＝1"),
            ("\tx", "\"'\tx\""),
        ] {
            assert_eq!(cell(value), written, "{value:?}");
        }
        let rows = [vec!["a".to_owned(), "b,c".to_owned()], vec![String::new()]];
        assert_eq!(text(&rows), "a,\"b,c\"\r\n\r\n");
    }
}
