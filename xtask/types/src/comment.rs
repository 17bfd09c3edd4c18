//! Documentation comments, wrapped.

/// The longest line of a comment of several lines.
const WIDTH: usize = 80;
/// The longest comment of one line.
const LONE_WIDTH: usize = 100;

/// Writes a comment, on one line if it fits.
pub(crate) fn write(text: &mut String, indent: &str, doc: &str) {
    // No description may end the comment that it stands in.
    let doc = doc.trim().replace("*/", "*\\/");
    let lone = format!("{indent}/** {doc} */\n");
    if lone.chars().count() <= LONE_WIDTH {
        text.push_str(&lone);
        return;
    }
    text.push_str(&format!("{indent}/**\n"));
    let mut line = format!("{indent} *");
    for word in doc.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = format!("{indent} *");
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&format!("{line}\n{indent} */\n"));
}

/// Writes a comment of a sentence and of what each value means.
pub(crate) fn write_list<'a>(
    text: &mut String,
    doc: &str,
    meanings: impl Iterator<Item = &'a (String, String)>,
) {
    let list: String = meanings
        .map(|(value, meaning)| format!(" * - `{value}`: {meaning}\n"))
        .collect();
    if list.is_empty() {
        return write(text, "", doc);
    }
    text.push_str(&format!("/**\n * {doc}\n *\n{list} */\n"));
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, write};

    fn written(doc: &str) -> String {
        let mut text = String::new();
        write(&mut text, "  ", doc);
        text
    }

    #[test]
    fn a_short_comment_stands_on_one_line() {
        assert_eq!(written(" Fat. "), "  /** Fat. */\n");
    }

    #[test]
    fn a_long_comment_is_wrapped_and_loses_no_word() {
        let doc = "Äpfel und Birnen ".repeat(20);
        let text = written(&doc);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| !word.contains('*'))
            .collect();
        assert_eq!(words, doc.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn a_description_cannot_end_its_comment() {
        assert_eq!(written("a */ b"), "  /** a *\\/ b */\n");
    }
}
