//! Writes the files that `PoolProvider` loads languages from: one for each language but English,
//! which is compiled in. Its argument is the folder.

use product_pool::messages::{LANGUAGES, file};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or("usage: product-pool-shop-languages FOLDER")?;
    fs::create_dir_all(&folder)?;
    for (language, _) in LANGUAGES.iter().filter(|(tag, _)| *tag != "en-GB") {
        let text = file(language).ok_or("a language has no file")?;
        let path = folder.join(format!("{language}.json"));
        // An unchanged file keeps its time, so that nothing is rebuilt for it.
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
