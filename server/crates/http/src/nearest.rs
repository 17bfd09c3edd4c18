//! The known name nearest to an unknown one, for error messages.

/// The name most similar to `name`, if the similarity is at least `min_similarity`: from 0 for
/// nothing in common to 1 for equal.
pub fn nearest<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    min_similarity: f64,
) -> Option<&'a str> {
    names
        .into_iter()
        .map(|known| (known, strsim::jaro_winkler(name, known)))
        .filter(|(_, similarity)| *similarity >= min_similarity)
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(known, _)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["light", "dark", "auto"];
        assert_eq!(nearest("drak", names, 0.8), Some("dark"));
        assert_eq!(nearest("neon", names, 0.8), None);
        assert_eq!(nearest("dark", [], 0.8), None);
    }
}
