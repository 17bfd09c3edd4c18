//! Running other programs: in an environment free of what the outer cargo left
//! behind, each in its own process group, and none of them outliving us.
//!
//! A group of its own means that Ctrl-C reaches this process alone, which then
//! passes the signal on once; a server is so told to stop exactly once, and a
//! cargo that hangs in a download goes with all its children.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, OnceLock, atomic::AtomicUsize, atomic::Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::failure::{Failure, Result};
use crate::place;
use crate::report::Step;

/// How long a program may take to end once it was asked to.
const GRACE: Duration = Duration::from_secs(10);

/// The signal that asked us to end; 0 while there is none.
static ASKED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From here on SIGINT, SIGTERM and SIGHUP are noted instead of fatal; the
/// loops that wait for programs act on them.
pub(crate) fn note_signals() -> Result<()> {
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let number = usize::try_from(signal).unwrap_or_default();
        signal_hook::flag::register_usize(signal, Arc::clone(asked), number)
            .map_err(|error| Failure::new(format!("cannot listen for signals: {error}")))?;
    }
    Ok(())
}

/// The signal that asked us to end, if one did.
pub(crate) fn asked_to_end() -> Option<i32> {
    let number = ASKED.get()?.load(Ordering::Relaxed);
    i32::try_from(number).ok().filter(|&number| number != 0)
}

/// A command with nothing on stdin and in a clean environment.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, value) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        if is_left_by_cargo(text) {
            command.env_remove(name);
        } else if is_library_path(text) {
            match without_toolchains(&value) {
                Some(rest) => command.env(name, rest),
                None => command.env_remove(name),
            };
        }
    }
    command.stdin(Stdio::null()).process_group(0);
    command
}

/// Whether `cargo run` sets the variable for the program it runs. Handed on,
/// `CARGO` makes another toolchain call the wrong cargo, and the others make
/// build scripts believe that something changed. `RUSTUP_TOOLCHAIN` stays: it
/// is the toolchain that the user chose.
fn is_left_by_cargo(name: &str) -> bool {
    const NAMES: [&str; 4] = [
        "CARGO",
        "CARGO_CRATE_NAME",
        "CARGO_PRIMARY_PACKAGE",
        "RUST_RECURSION_COUNT",
    ];
    const FAMILIES: [&str; 3] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"];
    NAMES.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Whether the variable is where cargo adds the libraries of its toolchain.
fn is_library_path(name: &str) -> bool {
    name == "LD_LIBRARY_PATH" || name == "DYLD_FALLBACK_LIBRARY_PATH"
}

/// A library path less the folders that cargo put there: they hold the
/// libraries of one compiler, and another compiler must not load them.
fn without_toolchains(value: &OsStr) -> Option<OsString> {
    let rest: Vec<PathBuf> = env::split_paths(value)
        .filter(|path| {
            let text = path.to_string_lossy();
            !(text.is_empty() || text.contains("/toolchains/") || text.contains("/debug"))
        })
        .collect();
    if rest.is_empty() {
        return None;
    }
    env::join_paths(rest).ok()
}

/// A program that runs, and is ended with all its children when dropped.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    ended: Option<ExitStatus>,
}

impl Running {
    /// Starts the program; `name` is for the message when it is not there.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let child = command.spawn().map_err(|error| {
            let name = Path::new(command.get_program());
            let name = name.file_name().unwrap_or(name.as_os_str()).display();
            match error.kind() {
                ErrorKind::NotFound => Failure::new(format!("{name} is not installed")),
                _ => Failure::new(format!("cannot start {name}: {error}")),
            }
        })?;
        Ok(Self { child, ended: None })
    }

    /// The program's stdout, where it was piped; given once.
    pub(crate) fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How it ended, or `None` while it runs.
    pub(crate) fn poll(&mut self) -> Result<Option<ExitStatus>> {
        if self.ended.is_none() {
            self.ended = self
                .child
                .try_wait()
                .map_err(|error| Failure::new(format!("cannot wait for a program: {error}")))?;
        }
        Ok(self.ended)
    }

    /// Waits for the end. A signal to us ends the program and is the failure;
    /// `tick` is called now and then, and its `false` ends the program too,
    /// which then has no exit status to give.
    pub(crate) fn wait(&mut self, mut tick: impl FnMut() -> bool) -> Result<Option<ExitStatus>> {
        let mut pause = Duration::from_millis(2);
        loop {
            if let Some(status) = self.poll()? {
                return Ok(Some(status));
            }
            if let Some(signal) = asked_to_end() {
                self.end();
                return Err(Failure::Interrupted(signal));
            }
            if !tick() {
                self.end();
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }

    /// Asks the program and its children to end, as Ctrl-C would if that is
    /// what asked us; after a while they are not asked any more.
    pub(crate) fn end(&mut self) {
        let signal = match asked_to_end() {
            Some(SIGINT) => Signal::INT,
            _ => Signal::TERM,
        };
        self.tell(signal);
        let asked = Instant::now();
        while asked.elapsed() < GRACE {
            if !matches!(self.poll(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.tell(Signal::KILL);
        let _ = self.child.wait();
    }

    /// Sends the signal to the whole group.
    fn tell(&self, signal: Signal) {
        // A group that is gone already needs no telling.
        let _ = kill_process_group(Pid::from_child(&self.child), signal);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.poll(), Ok(None)) {
            self.end();
        }
    }
}

/// Runs a program that speaks for itself on our terminal. `what` completes
/// "… failed".
pub(crate) fn run(command: &mut Command, what: &str) -> Result<()> {
    match Running::start(command)?.wait(|| true)? {
        Some(status) if status.success() => Ok(()),
        _ => Err(failed(what)),
    }
}

/// What a program writes to its stdout; the rest of what it says is for our
/// terminal. `what` completes "… failed".
pub(crate) fn output(command: &mut Command, what: &str) -> Result<String> {
    let mut running = Running::start(command.stdout(Stdio::piped()))?;
    let reader = running.take_stdout().map(|mut stdout| {
        thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).map(|_| text)
        })
    });
    let status = running.wait(|| true)?;
    let text = reader.and_then(|reader| reader.join().ok()?.ok());
    match (status, text) {
        (Some(status), Some(text)) if status.success() => Ok(text),
        _ => Err(failed(what)),
    }
}

fn failed(what: &str) -> Failure {
    Failure::new(format!("{what} failed; its own words stand above"))
}

/// Runs a test runner, passes its output on, and gives how many tests passed:
/// a run of no tests at all ends well too, and must not be taken for success.
pub(crate) fn run_tests(command: &mut Command, what: &str) -> Result<u64> {
    let mut running = Running::start(command.stdout(Stdio::piped()))?;
    let reader = running.take_stdout().map(|stdout| {
        thread::spawn(move || {
            let mut passed = 0;
            for line in BufReader::new(stdout)
                .split(b'\n')
                .map_while(|line| line.ok())
            {
                let line = String::from_utf8_lossy(&line);
                passed += tests_passed(&line);
                println!("{line}");
            }
            passed
        })
    });
    let status = running.wait(|| true)?;
    let passed = reader.and_then(|reader| reader.join().ok()).unwrap_or(0);
    match status {
        Some(status) if status.success() => Ok(passed),
        _ => Err(failed(what)),
    }
}

/// The number of passed tests that a closing line tells of: libtest's and
/// wasm-bindgen-test's "test result: ok. 3 passed; …", Node's "# pass 3" or
/// "ℹ pass 3".
fn tests_passed(line: &str) -> u64 {
    let number = |text: &str| text.split_whitespace().next()?.parse().ok();
    if let Some(rest) = line.trim_start().strip_prefix("test result: ") {
        return rest
            .split_once(". ")
            .filter(|(_, counts)| counts.contains(" passed"))
            .and_then(|(_, counts)| number(counts))
            .unwrap_or(0);
    }
    ["# pass ", "ℹ pass "]
        .iter()
        .find_map(|prefix| line.strip_prefix(prefix))
        .and_then(number)
        .unwrap_or(0)
}

/// The stdout of a short query, or `None` when the program is missing, fails or
/// does not speak UTF-8.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// How a quiet step is run: where its output goes, and when it is given up.
#[derive(Debug)]
pub(crate) struct Quietly<'a> {
    /// The file that the program's output goes to.
    pub(crate) log: PathBuf,
    /// What the program is doing, completing "… failed".
    pub(crate) what: &'a str,
    /// Given up when this long passed without `alive` changing.
    pub(crate) patience: Option<Duration>,
}

impl Quietly<'_> {
    /// Runs the program with its output in the log. `alive` gives any number
    /// that changes while there is progress. On failure the log's last lines
    /// are shown.
    pub(crate) fn run(
        self,
        command: &mut Command,
        step: &mut Step,
        alive: impl Fn() -> u64,
    ) -> Result<()> {
        if let Some(folder) = self.log.parent() {
            place::make_folder(folder)?;
        }
        let cannot = |error| Failure::file("write", &self.log, &error);
        let file = File::create(&self.log).map_err(cannot)?;
        command
            .stderr(file.try_clone().map_err(cannot)?)
            .stdout(file);

        let (mut last, mut since) = (alive(), Instant::now());
        let status = Running::start(command)?.wait(|| {
            step.tick();
            let Some(patience) = self.patience else {
                return true;
            };
            let now = alive();
            if now != last {
                (last, since) = (now, Instant::now());
            }
            since.elapsed() < patience
        });
        step.clear();
        match status? {
            Some(status) if status.success() => Ok(()),
            Some(_) => {
                show_end_of(&self.log);
                Err(Failure::new(format!(
                    "{} failed; all it said is in {}",
                    self.what,
                    self.log.display()
                )))
            }
            None => Err(Failure::new(format!("{} did not answer", self.what))),
        }
    }
}

/// Shows the last lines of a log on stderr.
fn show_end_of(log: &Path) {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines[lines.len().saturating_sub(12)..] {
        eprintln!("  | {line}");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_left_is_told_from_what_the_user_set() {
        for name in ["CARGO", "CARGO_PKG_NAME", "CARGO_MANIFEST_DIR"] {
            assert!(is_left_by_cargo(name), "{name}");
        }
        for name in ["CARGO_HOME", "CARGO_TARGET_DIR", "RUSTUP_TOOLCHAIN", "PATH"] {
            assert!(!is_left_by_cargo(name), "{name}");
        }
    }

    #[test]
    fn library_paths_keep_the_users_folders_only() {
        let left = "/w/target/debug/deps:/w/target/debug:/root/.rustup/toolchains/s/lib";
        assert_eq!(without_toolchains(OsStr::new(left)), None);
        let mixed = format!("{left}:/opt/lib");
        assert_eq!(
            without_toolchains(OsStr::new(&mixed)),
            Some(OsString::from("/opt/lib"))
        );
    }

    #[test]
    fn closing_lines_of_the_runners_are_counted() {
        let libtest = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured";
        assert_eq!(tests_passed(libtest), 12);
        assert_eq!(tests_passed("# pass 7"), 7);
        assert_eq!(tests_passed("ℹ pass 7"), 7);
        assert_eq!(tests_passed("test result: FAILED. 1 passed; 2 failed"), 1);
        assert_eq!(tests_passed("test a::passed ... ok"), 0);
        assert_eq!(tests_passed("running 3 tests"), 0);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Running::start(&mut command("/no/such/tool")).unwrap_err();
        assert_eq!(error.to_string(), "tool is not installed");
    }

    #[test]
    fn a_program_given_up_ends_with_its_children() {
        let mut shell = command("sh");
        // The shell's child holds the pipe open for as long as it lives.
        shell
            .args(["-c", "sleep 600 & wait"])
            .stdout(Stdio::piped());
        let mut running = Running::start(&mut shell).unwrap();
        let stdout = running.take_stdout().unwrap();
        let begun = Instant::now();
        assert_eq!(running.wait(|| false).unwrap(), None);
        assert_eq!(BufReader::new(stdout).lines().count(), 0);
        assert!(begun.elapsed() < GRACE);
    }

    #[test]
    fn patience_ends_without_progress_and_lasts_with_it() {
        let log = env::temp_dir().join(format!("xtask-quiet-{}", std::process::id()));
        let quietly = |patience| Quietly {
            log: log.clone(),
            what: "sleeping",
            patience: Some(patience),
        };
        let mut step = Step::begin("sleeping", "no time");
        let error = quietly(Duration::from_millis(30))
            .run(command("sleep").arg("600"), &mut step, || 0)
            .unwrap_err();
        assert_eq!(error.to_string(), "sleeping did not answer");
        let begun = Instant::now();
        quietly(Duration::from_millis(150))
            .run(command("sleep").arg("0.4"), &mut step, || {
                u64::try_from(begun.elapsed().as_millis()).unwrap()
            })
            .unwrap();
        let _ = fs::remove_file(log);
    }
}
