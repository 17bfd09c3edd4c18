//! The visitor's settings, which all pages share and which outlast a reload.

use crate::document;
use crate::storage;
use product_pool::model::Allergen;
use product_pool::yew::Theme;
use std::rc::Rc;
use yew::prelude::*;

/// The languages of the cards: their tags and own names. The shop itself is in English.
pub(crate) const LANGUAGES: [(&str, &str); 8] = [
    ("en-GB", "English"),
    ("cy", "Cymraeg"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
];

/// The language with this tag, or of its country's kind of it: `de-AT` is German.
fn language_of(tag: &str) -> Option<&'static str> {
    let primary = |tag: &str| tag.split('-').next().map(str::to_ascii_lowercase);
    let mut tags = LANGUAGES.into_iter().map(|(known, _)| known);
    tags.find(|known| primary(known) == primary(tag))
}

/// The first language of the browser that the cards have.
fn language_of_browser() -> Option<&'static str> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    let mut tags = languages.iter().flat_map(|list| list.iter());
    tags.find_map(|tag| language_of(&tag.as_string()?))
}

/// The visitor's choices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// The tag of the cards' language.
    pub(crate) language: &'static str,
    pub(crate) theme: Theme,
    /// The allergens to avoid, in the order of the service.
    pub(crate) avoid: Vec<Allergen>,
    /// The `pool_id`s of the products to compare, in the order of choosing.
    pub(crate) picked: Vec<String>,
}

/// A change of a setting.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Language(String),
    Theme(Theme),
    /// Avoids an allergen, or no longer.
    Avoid(Allergen, bool),
    AvoidNothing,
    /// Adds a product to the comparison, or removes it.
    Pick(String, bool),
}

/// The settings with the function that changes them.
pub(crate) type SettingsHandle = UseReducerHandle<Settings>;

impl Reducible for Settings {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut settings = (*self).clone();
        match change {
            Change::Language(tag) => settings.language = language_of(&tag).unwrap_or(self.language),
            Change::Theme(theme) => settings.theme = theme,
            Change::Avoid(allergen, avoids) => {
                let chosen = |group: &Allergen| {
                    if *group == allergen {
                        avoids
                    } else {
                        self.avoid.contains(group)
                    }
                };
                settings.avoid = Allergen::groups().filter(chosen).collect();
            }
            Change::AvoidNothing => settings.avoid.clear(),
            Change::Pick(id, picks) => {
                settings.picked.retain(|picked| *picked != id);
                if picks {
                    settings.picked.push(id);
                }
            }
        }
        Rc::new(settings)
    }
}

impl Settings {
    /// The settings of the last visit.
    fn kept() -> Settings {
        let kept = |name: &str| storage::read(name).unwrap_or_default();
        let avoided = kept("avoid");
        let avoids = |group: &Allergen| avoided.split(' ').any(|name| name == group.wire_name());
        Settings {
            language: language_of(&kept("language"))
                .or_else(language_of_browser)
                .unwrap_or(LANGUAGES[0].0),
            theme: kept("theme").parse().unwrap_or_default(),
            avoid: Allergen::groups().filter(avoids).collect(),
            picked: kept("picked")
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        }
    }

    fn keep(&self) {
        storage::write("language", self.language);
        storage::write("theme", self.theme.key());
        storage::write("avoid", &self.avoid_list().unwrap_or_default());
        storage::write("picked", &self.picked.join(" "));
    }

    /// The allergens to avoid as the property `avoid` of a card.
    pub(crate) fn avoid_list(&self) -> Option<String> {
        let names: Vec<&str> = self
            .avoid
            .iter()
            .map(|allergen| allergen.wire_name())
            .collect();
        (!names.is_empty()).then(|| names.join(" "))
    }
}

/// The settings, which this component reads from the browser's storage and keeps there.
#[hook]
pub(crate) fn use_kept_settings() -> SettingsHandle {
    let settings = use_reducer_eq(Settings::kept);
    use_effect_with((*settings).clone(), |settings| {
        settings.keep();
        if let Some(root) = document().and_then(|document| document.document_element()) {
            let _ = root.set_attribute("data-theme", settings.theme.key());
        }
    });
    settings
}

/// The settings of the application.
#[hook]
pub(crate) fn use_settings() -> SettingsHandle {
    use_context().expect("the application provides the settings")
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool::label::avoid_list;
    use product_pool::messages;

    #[test]
    fn the_shop_has_the_languages_of_the_cards() {
        let known = messages::LANGUAGES.iter().map(|(tag, _)| *tag);
        assert!(LANGUAGES.into_iter().map(|(tag, _)| tag).eq(known));
    }

    #[test]
    fn a_tag_with_a_country_is_understood() {
        assert_eq!(language_of("de-AT"), Some("de"));
        assert_eq!(language_of("EN-us"), Some("en-GB"));
        assert_eq!(language_of(""), None);
        assert_eq!(language_of("tlh"), None);
    }

    #[test]
    fn the_card_understands_every_allergen_of_the_box() {
        let settings = Settings {
            avoid: Allergen::groups().collect(),
            ..Settings::default()
        };
        let avoid = avoid_list(&settings.avoid_list().unwrap_or_default());
        assert_eq!(avoid.allergens, settings.avoid);
        assert_eq!(avoid.unknown, [""; 0]);
        assert_eq!(Settings::default().avoid_list(), None);
    }

    #[test]
    fn choices_are_added_and_removed() {
        let change = |settings: Rc<Settings>, change| settings.reduce(change);
        let mut settings = Rc::new(Settings::default());
        for allergen in [Allergen::Milk, Allergen::Eggs, Allergen::Milk] {
            settings = change(settings, Change::Avoid(allergen, true));
        }
        assert_eq!(settings.avoid, [Allergen::Eggs, Allergen::Milk]);
        settings = change(settings, Change::Avoid(Allergen::Eggs, false));
        assert_eq!(settings.avoid, [Allergen::Milk]);
        settings = change(settings, Change::AvoidNothing);
        assert_eq!(settings.avoid, []);
        for (id, picks) in [("a", true), ("b", true), ("a", true), ("b", false)] {
            settings = change(settings, Change::Pick(id.to_owned(), picks));
        }
        assert_eq!(settings.picked, ["a"]);
    }
}
