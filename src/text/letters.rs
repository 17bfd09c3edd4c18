//! Which characters are letters, digits and capitals.
//!
//! By hand, because the standard library's tables are all of Unicode
//! (docs/decisions/webassembly.md). Here every character is part of a word unless it is
//! known to be a space, a punctuation mark or a symbol, so that no word of any script is
//! overlooked. The tests compare this with the standard library.

/// Ranges of characters beyond ASCII that are neither letters nor digits. The
/// punctuation of scripts that packs in Europe seldom use is missing: there it counts
/// as part of the word beside it.
const SYMBOLS: &[(char, char)] = &[
    // Latin-1.
    ('\u{80}', '\u{a9}'),
    ('«', '±'),
    ('´', '´'),
    ('¶', '¸'),
    ('»', '»'),
    ('¿', '¿'),
    ('×', '×'),
    ('÷', '÷'),
    // Modifiers, combining accents.
    ('\u{2c2}', '\u{2c5}'),
    ('\u{2d2}', '\u{2df}'),
    ('\u{2e5}', '\u{2eb}'),
    ('\u{2ed}', '\u{2ed}'),
    ('\u{2ef}', '\u{344}'),
    ('\u{346}', '\u{362}'),
    // Greek, Cyrillic, Armenian.
    ('\u{375}', '\u{375}'),
    ('\u{37e}', '\u{37e}'),
    ('\u{384}', '\u{385}'),
    ('\u{387}', '\u{387}'),
    ('\u{3f6}', '\u{3f6}'),
    ('\u{482}', '\u{489}'),
    ('\u{55a}', '\u{55f}'),
    ('\u{589}', '\u{5af}'),
    // Hebrew, Arabic.
    ('\u{5be}', '\u{5be}'),
    ('\u{5c0}', '\u{5c0}'),
    ('\u{5c3}', '\u{5c3}'),
    ('\u{5c6}', '\u{5c6}'),
    ('\u{5f3}', '\u{60f}'),
    ('\u{61b}', '\u{61f}'),
    ('\u{66a}', '\u{66d}'),
    ('\u{6d4}', '\u{6d4}'),
    // Accents for phonetics and mediaeval texts.
    ('\u{1ab0}', '\u{1abe}'),
    ('\u{1dc0}', '\u{1dd2}'),
    ('\u{1df5}', '\u{1dff}'),
    // Indic full stops, Mongolian marks.
    ('\u{964}', '\u{965}'),
    ('\u{1800}', '\u{180f}'),
    // Punctuation, currencies, arrows, mathematics, pictures.
    ('\u{2000}', '\u{206f}'),
    ('\u{207a}', '\u{207e}'),
    ('\u{208a}', '\u{208e}'),
    ('\u{20a0}', '\u{2101}'),
    ('\u{2103}', '\u{2106}'),
    ('\u{2108}', '\u{2109}'),
    ('\u{2114}', '\u{2114}'),
    ('\u{2116}', '\u{2118}'),
    ('\u{211e}', '\u{2123}'),
    ('℮', '℮'),
    ('\u{218a}', '\u{245f}'),
    ('\u{249c}', '\u{24b5}'),
    ('\u{2500}', '\u{2775}'),
    ('\u{2794}', '\u{2bff}'),
    ('\u{2e00}', '\u{2e2e}'),
    ('\u{2e30}', '\u{2fff}'),
    // Chinese, Japanese and Korean; wide forms of ASCII.
    ('\u{3000}', '\u{3004}'),
    ('\u{3008}', '\u{3020}'),
    ('\u{302a}', '\u{3030}'),
    ('\u{3099}', '\u{309c}'),
    ('\u{30a0}', '\u{30a0}'),
    ('\u{30fb}', '\u{30fb}'),
    ('\u{e000}', '\u{f8ff}'),
    ('\u{fd3e}', '\u{fd4f}'),
    ('\u{fdfc}', '\u{fe6f}'),
    ('\u{feff}', '\u{ff0f}'),
    ('\u{ff1a}', '\u{ff20}'),
    ('\u{ff3b}', '\u{ff40}'),
    ('\u{ff5b}', '\u{ff65}'),
    ('\u{ffe0}', '\u{ffff}'),
    // Pictures.
    ('\u{1f000}', '\u{1f0ff}'),
    ('\u{1f18a}', '\u{1fbef}'),
    // Invisible and private characters.
    ('\u{e0000}', char::MAX),
];

/// Whether a character is a letter or a digit of any script.
pub(crate) fn is_alphanumeric(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    let is_in = |(first, last): &(char, char)| (*first..=*last).contains(&character);
    !SYMBOLS.iter().any(is_in)
}

/// Whether a character is a digit or a fraction as Europe writes them.
pub(crate) fn is_numeric(character: char) -> bool {
    matches!(
        character,
        '0'..='9' | '²' | '³' | '¹' | '¼'..='¾' | '⁰' | '⁴'..='⁹' | '₀'..='₉' | '⅐'..='⅟' | '↉'
    )
}

/// Whether a character is a letter of any script.
pub(crate) fn is_alphabetic(character: char) -> bool {
    is_alphanumeric(character) && !is_numeric(character)
}

/// Whether a character is a capital letter of the Latin, the Greek or the Cyrillic
/// script, as languages of Europe use them.
pub(crate) fn is_uppercase(character: char) -> bool {
    // Most letters with accents come in pairs, the capital first.
    let is_even = u32::from(character) % 2 == 0;
    match character {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' => true,
        'Ā'..='ķ'
        | 'Ŋ'..='ŷ'
        | 'Ș'..='ț'
        | 'Ѡ'..='ҁ'
        | 'Ҋ'..='ҿ'
        | 'Ӑ'..='ԯ'
        | 'Ḁ'..='ẕ'
        | 'Ạ'..='ỿ' => is_even,
        'Ĺ'..='ň' | 'Ź'..='ž' | 'Ӂ'..='ӎ' => !is_even,
        'Ÿ' | 'ẞ' | 'Ά' | 'Έ'..='Ώ' | 'Α'..='Ϋ' | 'Ѐ'..='Я' | 'Ӏ' => true,
        _ => false,
    }
}

/// Whether a character is a small letter of those scripts.
/// The small letter for a capital of the Latin alphabets of Europe; any other character as it is.
pub(crate) fn lowercase(character: char) -> char {
    let distance = match character {
        'A'..='Z' | 'À'..='Þ' if character != '×' => 32,
        'Ā'..='ž' if is_uppercase(character) && !matches!(character, 'İ' | 'Ÿ') => 1,
        _ => 0,
    };
    char::from_u32(u32::from(character) + distance).unwrap_or(character)
}

/// A text whose first letter is small, as within a sentence.
pub(crate) fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(lowercase);
    first.into_iter().chain(letters).collect()
}

pub(crate) fn is_lowercase(character: char) -> bool {
    let has_case = matches!(character, '\0'..='\u{52f}' | '\u{1e00}'..='\u{1fff}');
    has_case && is_alphabetic(character) && !is_uppercase(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::RangeInclusive;

    /// Asserts that a function and that of the standard library agree on all characters
    /// in some ranges.
    fn agree(ours: fn(char) -> bool, std: fn(char) -> bool, ranges: &[RangeInclusive<char>]) {
        for character in ranges.iter().cloned().flatten() {
            let code = u32::from(character);
            assert_eq!(
                ours(character),
                std(character),
                "{character:?}, U+{code:04X}"
            );
        }
    }

    #[test]
    fn no_letter_of_any_script_is_overlooked() {
        let all = '\0'..=char::MAX;
        for character in all.filter(|character| character.is_alphanumeric()) {
            assert!(is_alphanumeric(character), "{character:?}");
        }
    }

    #[test]
    fn letters_and_symbols_of_packs_are_those_of_the_standard_library() {
        let european = [
            '\0'..='\u{377}',
            '\u{384}'..='\u{38a}',
            '\u{3a3}'..='\u{52f}',
        ];
        agree(is_alphanumeric, char::is_alphanumeric, &european);
        agree(is_numeric, char::is_numeric, &european);
        agree(is_alphabetic, char::is_alphabetic, &european);
        let semitic = [
            '\u{591}'..='\u{5c7}',
            '\u{5ef}'..='\u{657}',
            '\u{659}'..='\u{6dc}',
        ];
        agree(is_alphanumeric, char::is_alphanumeric, &semitic);
        let symbols = [
            '\u{1e00}'..='\u{1eff}',
            '\u{2000}'..='\u{206f}',
            '\u{2074}'..='\u{208e}',
        ];
        agree(is_alphanumeric, char::is_alphanumeric, &symbols);
        agree(is_numeric, char::is_numeric, &symbols);
        let pictures = [
            '\u{20a0}'..='\u{2124}',
            '\u{212a}'..='\u{2130}',
            '\u{218c}'..='\u{2bff}',
            '\u{2e00}'..='\u{3030}',
            '\u{ff00}'..='\u{ffbe}',
        ];
        agree(is_alphanumeric, char::is_alphanumeric, &pictures);
        agree(
            is_alphanumeric,
            char::is_alphanumeric,
            &['\u{1f18a}'..='\u{1fbef}', '\u{e0000}'..=char::MAX],
        );
    }

    #[test]
    fn small_letters_are_those_of_the_standard_library() {
        for character in ('\0'..='\u{17e}').filter(|c| !matches!(c, 'İ' | 'Ÿ')) {
            let small: String = character.to_lowercase().collect();
            assert_eq!(lowercase(character).to_string(), small, "{character:?}");
        }
    }

    #[test]
    fn capitals_are_those_of_the_standard_library() {
        let latin = ['\0'..='\u{17f}', 'Ș'..='ț', '\u{1e00}'..='\u{1eff}'];
        agree(is_uppercase, char::is_uppercase, &latin);
        agree(is_lowercase, char::is_lowercase, &latin);
        let others = [
            '\u{384}'..='\u{38a}',
            '\u{3a3}'..='\u{3ce}',
            '\u{400}'..='\u{481}',
            '\u{48a}'..='\u{52f}',
        ];
        agree(is_uppercase, char::is_uppercase, &others);
        agree(is_lowercase, char::is_lowercase, &others);
        // Scripts without capitals have no small letters either.
        agree(
            is_lowercase,
            char::is_lowercase,
            &['\u{5d0}'..='\u{6ff}', '\u{3040}'..='\u{4dff}'],
        );
    }
}
