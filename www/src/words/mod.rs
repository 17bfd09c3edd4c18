//! The shop's own texts. A language is a constant, so the compiler finds what it lacks.

mod cy;
mod de;
mod en;
mod es;
mod fr;
mod it;
mod nl;
mod pl;

/// A language of the shop and its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    English,
    Welsh,
    German,
    Spanish,
    French,
    Italian,
    Dutch,
    Polish,
}

impl Language {
    /// All of them.
    pub(crate) const ALL: [Language; 8] = [
        Language::English,
        Language::Welsh,
        Language::German,
        Language::Spanish,
        Language::French,
        Language::Italian,
        Language::Dutch,
        Language::Polish,
    ];

    /// The language with this tag, or of its country's kind of it: `de-AT` is German.
    pub(crate) fn of_tag(tag: &str) -> Option<Language> {
        let primary = |tag: &str| tag.split('-').next().map(str::to_ascii_lowercase);
        let wanted = primary(tag);
        let mut all = Language::ALL.into_iter();
        all.find(|it| primary(it.tag()) == wanted)
    }

    /// The first language of the browser that the shop has.
    pub(crate) fn of_browser() -> Language {
        let languages = web_sys::window().map(|it| it.navigator().languages());
        let tags = languages.iter().flat_map(|it| it.iter());
        let mut known = tags.filter_map(|it| Language::of_tag(&it.as_string()?));
        known.next().unwrap_or_default()
    }

    /// The language's tag.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Language::English => "en-GB",
            Language::Welsh => "cy",
            Language::German => "de",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::Italian => "it",
            Language::Dutch => "nl",
            Language::Polish => "pl",
        }
    }

    /// The language's own name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Welsh => "Cymraeg",
            Language::German => "Deutsch",
            Language::Spanish => "Español",
            Language::French => "Français",
            Language::Italian => "Italiano",
            Language::Dutch => "Nederlands",
            Language::Polish => "Polski",
        }
    }

    /// The texts.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::English => &en::WORDS,
            Language::Welsh => &cy::WORDS,
            Language::German => &de::WORDS,
            Language::Spanish => &es::WORDS,
            Language::French => &fr::WORDS,
            Language::Italian => &it::WORDS,
            Language::Dutch => &nl::WORDS,
            Language::Polish => &pl::WORDS,
        }
    }
}

/// The texts of a language. `{n}` stands for a number or a version.
#[derive(Debug)]
pub(crate) struct Words {
    // Every page.
    pub(crate) skip: &'static str,
    pub(crate) site_menu: &'static str,
    pub(crate) home: &'static str,
    pub(crate) products: &'static str,
    pub(crate) compare: &'static str,
    pub(crate) playground: &'static str,
    pub(crate) language: &'static str,
    pub(crate) theme: &'static str,
    pub(crate) theme_auto: &'static str,
    pub(crate) theme_light: &'static str,
    pub(crate) theme_dark: &'static str,
    pub(crate) token_note: &'static str,
    pub(crate) invented_note: &'static str,
    pub(crate) loading: &'static str,
    pub(crate) unreachable: &'static str,
    pub(crate) failed: &'static str,
    pub(crate) not_found: &'static str,
    pub(crate) try_again: &'static str,
    pub(crate) page_not_found: &'static str,
    pub(crate) page_not_found_text: &'static str,
    pub(crate) to_home: &'static str,
    // The look-up.
    pub(crate) gtin_hint: &'static str,
    pub(crate) gtin_bad: &'static str,
    pub(crate) show_product: &'static str,
    // The front page.
    pub(crate) title: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) featured: &'static str,
    pub(crate) explore: &'static str,
    pub(crate) shelf_text: &'static str,
    pub(crate) compare_text: &'static str,
    pub(crate) changes_text: &'static str,
    pub(crate) playground_text: &'static str,
    pub(crate) cases: &'static str,
    pub(crate) case_not_stated: &'static str,
    pub(crate) case_conflict: &'static str,
    pub(crate) case_kit: &'static str,
    pub(crate) case_replaced: &'static str,
    pub(crate) case_empty: &'static str,
    pub(crate) makers: &'static str,
    // Products.
    pub(crate) view_product: &'static str,
    pub(crate) maker: &'static str,
    pub(crate) all_makers: &'static str,
    pub(crate) order: &'static str,
    pub(crate) newest: &'static str,
    pub(crate) by_name: &'static str,
    pub(crate) look: &'static str,
    pub(crate) cards: &'static str,
    pub(crate) badges: &'static str,
    pub(crate) no_products: &'static str,
    pub(crate) pages: &'static str,
    pub(crate) previous: &'static str,
    pub(crate) next: &'static str,
    pub(crate) avoid: &'static str,
    pub(crate) avoid_nothing: &'static str,
    pub(crate) avoid_hint: &'static str,
    pub(crate) product: &'static str,
    pub(crate) print: &'static str,
    // The comparison.
    pub(crate) compare_title: &'static str,
    pub(crate) compare_empty: &'static str,
    pub(crate) compare_examples: &'static str,
    pub(crate) chosen: &'static str,
    pub(crate) add: &'static str,
    pub(crate) remove: &'static str,
    // The changes.
    pub(crate) changes: &'static str,
    pub(crate) earlier: &'static str,
    pub(crate) later: &'static str,
    pub(crate) version: &'static str,
    pub(crate) one_version: &'static str,
    pub(crate) same_version: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool::messages::LANGUAGES;

    #[test]
    fn the_shop_has_the_languages_of_the_cards() {
        let tags: Vec<&str> = Language::ALL.iter().map(|it| it.tag()).collect();
        let known: Vec<&str> = LANGUAGES.iter().map(|(tag, _)| *tag).collect();
        assert_eq!(tags, known);
    }

    #[test]
    fn a_tag_with_a_country_is_understood() {
        assert_eq!(Language::of_tag("de-AT"), Some(Language::German));
        assert_eq!(Language::of_tag("EN-us"), Some(Language::English));
        assert_eq!(Language::of_tag(""), None);
        assert_eq!(Language::of_tag("tlh"), None);
    }

    #[test]
    fn a_version_has_its_place_in_every_language() {
        for language in Language::ALL {
            let words = language.words();
            assert_eq!(words.version.matches("{n}").count(), 1, "{language:?}");
        }
    }
}
