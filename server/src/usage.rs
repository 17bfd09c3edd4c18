//! The parser's error messages, shortened to one line.

/// Shortens the parser's error message to one line: its own words up to the general
/// explanation of usage.
pub(crate) fn usage_error(error: &str) -> String {
    let lines = error
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:"));
    let message: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let message = message.join(" ").replace(" tip: ", "; ");
    let message = message.replace(
        "invalid digit found in string",
        "it should be a whole number",
    );
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let message = message
        .split(" For more information")
        .next()
        .unwrap_or(message);
    // If the command is missing, the parser prints the help of the whole program.
    if error.starts_with("error:") {
        without_secrets(message)
    } else {
        "a command is missing: serve, seed, import, token, health or purge; see --help".to_owned()
    }
}

/// Removes possible secrets from the URLs in a text: passwords and queries.
fn without_secrets(text: &str) -> String {
    let word = |word: &str| {
        let Some((scheme, rest)) = word.split_once("://") else {
            return word.to_owned();
        };
        let (rest, query) = match rest.split_once('?') {
            // Keeps the closing quote and what follows it.
            Some((rest, query)) => {
                let end = query.rfind('\'').map_or("", |at| &query[at..]);
                (rest, format!("?***{end}"))
            }
            None => (rest, String::new()),
        };
        match rest.rsplit_once('@') {
            Some((_, host)) => format!("{scheme}://***@{host}{query}"),
            None => format!("{scheme}://{rest}{query}"),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn usage_errors_are_one_line() {
        for arguments in [
            vec!["x"],
            vec!["x", "serve"],
            vec!["x", "serve", "--db"],
            vec!["x", "serve", "--db", "f", "--static", "x"],
            vec!["x", "sevre"],
            vec!["x", "token"],
            vec!["x", "token", "add", "a b", "--db", "f"],
            vec!["x", "seed", "--db", "f", "--products", "-1"],
        ] {
            let Err(error) = Cli::try_parse_from(&arguments) else {
                panic!("{arguments:?}")
            };
            let line = usage_error(&error.to_string());
            assert!(
                !line.is_empty() && !line.contains(['\n', '\u{1b}']),
                "{line}"
            );
            assert!(!line.contains("Usage"), "{line}");
        }
    }

    #[test]
    fn secrets_in_urls_are_removed() {
        for (text, shown) in [
            ("'https://a/b'", "'https://a/b'"),
            ("'https://me:s3cr3t@a/b' is", "'https://***@a/b' is"),
            ("'https://a?token=s3cr3t': no", "'https://a?***': no"),
            ("'https://me@a?token=s3cr3t' is", "'https://***@a?***' is"),
        ] {
            assert_eq!(without_secrets(text), shown);
        }
    }
}
