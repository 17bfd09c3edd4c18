//! Catalogues in files of their own, and the products in them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

use product_pool_store::Writer;
use serde_json::{Value, json};

use super::{Server, program, run, stderr, stdout};

/// A folder with a catalogue in it.
pub(crate) struct Catalogue {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) db: PathBuf,
}

impl Catalogue {
    /// A folder without a catalogue.
    pub(crate) fn absent() -> Catalogue {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("catalogue.db");
        Catalogue { folder, db }
    }

    /// A catalogue with those records, all of which must be accepted.
    pub(crate) fn with(records: &[Value]) -> Catalogue {
        let catalogue = Catalogue::absent();
        catalogue.import(records);
        catalogue
    }

    /// A catalogue of generated products, made with those options of `seed`. Making one takes
    /// seconds, so tests with the same options get copies of one file.
    pub(crate) fn seeded(options: &[&str]) -> Catalogue {
        static MADE: Mutex<BTreeMap<String, Arc<OnceLock<Vec<u8>>>>> = Mutex::new(BTreeMap::new());
        let made = {
            let mut made = MADE.lock().unwrap();
            made.entry(options.join(" ")).or_default().clone()
        };
        let file = made.get_or_init(|| {
            let catalogue = Catalogue::absent();
            let output = run(&[&["seed", "--db", catalogue.db()], options].concat());
            assert!(output.status.success(), "{}", stderr(&output));
            std::fs::read(&catalogue.db).unwrap()
        });
        let catalogue = Catalogue::absent();
        catalogue.file("catalogue.db", file);
        catalogue
    }

    pub(crate) fn db(&self) -> &str {
        self.db.to_str().unwrap()
    }

    /// Writes a file that only its owner can read into the folder.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        set_mode(&path, 0o600);
        path
    }

    pub(crate) fn import(&self, records: &[Value]) {
        let lines: Vec<String> = records.iter().map(Value::to_string).collect();
        let output = self.import_text(&lines.join("\n"), &[]);
        assert!(output.status.success(), "{}", stderr(&output));
    }

    /// Imports a text from stdin.
    pub(crate) fn import_text(&self, text: &str, options: &[&str]) -> Output {
        let mut child = program()
            .args(["import", "-", "--db", self.db()])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = text.to_owned();
        let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }

    /// Creates a token and returns its value.
    pub(crate) fn token(&self, name: &str) -> String {
        let output = run(&["token", "add", name, "--db", self.db()]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).trim_end().to_owned()
    }

    /// Creates a token of a wholesaler and returns its value.
    pub(crate) fn wholesaler_token(&self, name: &str, wholesaler: u32) -> String {
        let writer = Writer::open(&self.db).unwrap();
        let token = writer.add_token(name, Some(wholesaler));
        writer.commit().unwrap();
        token.unwrap()
    }

    /// Serves the catalogue, with a new token.
    pub(crate) fn serve(&self) -> Server {
        let token = self.token("tests");
        let mut server = Server::start(&self.db, &[]);
        server.token = token;
        server
    }
}

/// Sets the permissions of a file, on systems that have them.
pub(crate) fn set_mode(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// A full product with the fields that lists need; `changes` replaces top-level members.
pub(crate) fn product(pool_id: &str, changes: Value) -> Value {
    let mut product = json!({
        "pool_id": pool_id, "standardised_name": "Milk", "status": "published",
        "version": "1", "changed_at": "2024-07-02 14:25:26", "latest_version": "1",
        "change_reason": null, "change_type": 1, "reviewed_at": "2024-07-02 14:25:26",
        "parent_id": null, "replaced_by": [], "codes": [],
        "general": {
            "manufacturer_product_name": "Whole Milk", "product_name": "Whole Milk 2 l",
            "manufacturer": 12, "manufacturer_name": "Meadow Dairies",
            "manufacturer_address": "1 Meadow Lane", "label": 0, "label_name": null,
            "label_code": null, "brand": 7, "brand_name": "Meadow", "schema": "food",
            "schema_name": "Food", "manufacturer_product_code": "!@£ppp",
            "manufacturer_version_number": "4"
        },
        "outer": {"traded_unit_gtin": "9520000000016", "value_added_tax_rate": null},
        "components": [{
            "general": {"component_name": "Milk", "component_uuid": "u-1"},
            "allergens": {"contains_milk": {"value": 1, "description": "Yes"}},
            "inner": {"internal_gtin": "9520000000023", "manufacturers_component_code": "c1"}
        }]
    });
    merge(&mut product, changes);
    product
}

/// Merges the members of `changes` into `value`, recursively.
fn merge(value: &mut Value, changes: Value) {
    match (value, changes) {
        (Value::Object(members), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(members.entry(name).or_insert(Value::Null), change);
            }
        }
        (value, change) => *value = change,
    }
}

/// The identifiers of a list's products.
pub(crate) fn ids(list: &Value) -> Vec<String> {
    let data = list["data"].as_array().unwrap();
    data.iter()
        .map(|item| item["pool_id"].as_str().unwrap().to_owned())
        .collect()
}
