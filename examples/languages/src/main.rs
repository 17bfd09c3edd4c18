//! Writes the files that `PoolProvider` loads languages from. Its arguments are the folder and the
//! languages, such as `de fr`; without any, they are all but English, which is compiled in.

use product_pool::messages::{LANGUAGES, file};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: product-pool-languages FOLDER [LANGUAGE...]";
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let mut languages: Vec<String> = arguments.collect();
    if languages.is_empty() {
        let others = LANGUAGES.iter().filter(|(tag, _)| *tag != "en-GB");
        languages = others.map(|(tag, _)| (*tag).to_owned()).collect();
    }
    fs::create_dir_all(&folder)?;
    for language in languages {
        let text = file(&language).ok_or_else(|| format!("there is no language {language}"))?;
        let path = folder.join(format!("{language}.json"));
        // An unchanged file keeps its time, so that nothing is rebuilt for it.
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
