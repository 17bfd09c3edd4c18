//! Running other programs: in an environment free of what the outer cargo left behind, each in
//! its own process group, and none of them outliving this one.
//!
//! Because of the groups Ctrl-C reaches this process alone, like `kill` does. A thread waits
//! for such signals, ends every group and then this process. The main thread never sees how a
//! program ended that was interrupted.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, stderr};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use rustix::process::{
    Pid, Signal, WaitOptions, kill_process_group, test_kill_process_group, waitpid,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use xshell::Cmd;

use crate::note::note;
use crate::replaced;
use crate::workspace::Workspace;

/// Lets the programs that other threads start go before those of this thread, from now on.
pub(crate) fn give_way() {
    // Elsewhere than on Linux it is the process that has a priority, not each of its threads.
    // Without it everything merely takes as long as before.
    if cfg!(target_os = "linux") {
        let _ = rustix::process::nice(4);
    }
}

/// How long a program has to end after a signal, and its children after it.
const GRACE: Duration = Duration::from_secs(10);
const GRACE_OF_CHILDREN: Duration = Duration::from_secs(1);

/// The process groups that were started and not yet waited for. Once a signal arrived, it stays
/// locked: no program starts, and the main thread does not go on.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs, and this one after them, when SIGINT, SIGTERM or SIGHUP arrives. The exit
/// code is 128 and the signal's number, as shells report it, or 0 where that is the ordinary end.
pub(crate) fn handle_signals(is_ordinary_end: bool) -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let groups = groups();
            end(&groups);
            let _restored = replaced::restore_at_the_end();
            std::process::exit(if is_ordinary_end { 0 } else { 128 + signal });
        }
    });
    Ok(())
}

/// Sends SIGTERM to the groups, and SIGKILL to what is left of them after a while.
fn end(groups: &[Pid]) {
    let send = |signal| {
        for group in groups {
            // A group that is gone already is no error.
            let _ = kill_process_group(*group, signal);
        }
    };
    let wait = |limit, has_ended: fn(Pid) -> bool| {
        let begun = Instant::now();
        while !groups.iter().all(|group| has_ended(*group)) && begun.elapsed() < limit {
            thread::sleep(Duration::from_millis(10));
        }
    };
    let leader_has_ended = |pid| !matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None));
    send(Signal::TERM);
    wait(GRACE, leader_has_ended);
    wait(GRACE_OF_CHILDREN, |group| {
        test_kill_process_group(group).is_err()
    });
    send(Signal::KILL);
}

/// A running program. Dropping it ends it together with its children.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
}

impl Process {
    /// Starts the program.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        clean_environment(command);
        command.stdin(Stdio::null()).process_group(0);
        let mut groups = groups();
        let child = command
            .spawn()
            .with_context(|| format!("cannot start {}", name_of(command)))?;
        let group = Pid::from_child(&child);
        groups.push(group);
        Ok(Self { child, group })
    }

    /// The program's stdout, if it is piped and was not taken before.
    pub(crate) fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How the program ended; nothing while it runs.
    pub(crate) fn poll(&mut self) -> Result<Option<ExitStatus>> {
        let status = self.child.try_wait();
        // Not what an interruption made of it.
        drop(groups());
        status.context("cannot wait for a program")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            end(&[self.group]);
        }
        groups().retain(|group| *group != self.group);
    }
}

/// Removes what `cargo run` sets for the program that it runs. Passed on, `CARGO` would make
/// another toolchain call the wrong cargo, and the rest would make build scripts run again.
/// `RUSTUP_TOOLCHAIN` stays: it is the toolchain that the user chose.
fn clean_environment(command: &mut Command) {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"];
        let names = ["CARGO", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE"];
        if names.contains(&&*text) || prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
}

/// Runs a program whose output belongs on the terminal.
pub(crate) fn run(command: Cmd<'_>) -> Result<()> {
    run_and_read(command.into(), Stdio::inherit(), |_| Ok(()))
}

/// Runs a program and returns what it writes to stdout.
pub(crate) fn output(command: Cmd<'_>) -> Result<String> {
    let mut text = String::new();
    run_and_read(command.into(), Stdio::piped(), |mut stdout| {
        stdout.read_to_string(&mut text)?;
        Ok(())
    })?;
    Ok(text)
}

/// The stdout of a short query; nothing if the program is missing or fails.
pub(crate) fn query(command: Cmd<'_>) -> Option<String> {
    output(command.ignore_stderr()).ok()
}

/// How many programs want the processors, on average over a minute, where the system says so.
pub(crate) fn load() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    Some(text.split(' ').next()?.to_owned())
}

/// Runs a test runner whose output belongs on the terminal. A run without any test fails: a
/// suite that is not found must not pass.
pub(crate) fn run_tests(command: Cmd<'_>) -> Result<()> {
    run_and_count_tests(command).0
}

/// As [`run_tests`], and whether a test has failed.
pub(crate) fn run_and_count_tests(command: Cmd<'_>) -> (Result<()>, bool) {
    let (mut has_passed, mut has_failed) = (false, false);
    let run = run_and_read(command.into(), Stdio::piped(), |stdout| {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            has_passed |= counts_a_passed_test(&line);
            has_failed |= counts_a_failed_test(&line);
            println!("{line}");
        }
        Ok(())
    });
    let none = || anyhow!("no test ran at all");
    let result = run.and_then(|()| has_passed.then_some(()).ok_or_else(none));
    (result, has_failed)
}

/// Runs a program to its end; `read` gets its stdout, if that is piped.
fn run_and_read(
    mut command: Command,
    stdout: Stdio,
    read: impl FnOnce(ChildStdout) -> Result<()>,
) -> Result<()> {
    let mut process = Process::start(command.stdout(stdout))?;
    process.take_stdout().map_or(Ok(()), read)?;
    let status = process.child.wait();
    drop(groups());
    let name = name_of(&command);
    ensure!(status?.success(), "{name} failed; see its output above");
    Ok(())
}

/// The name of a program and its first argument: "cargo clippy".
fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name();
    let words = program.into_iter().chain(command.get_args().take(1));
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Whether a line is a summary with at least one passed test: "test result: ok. 3 passed; ..."
/// of libtest and wasm-bindgen-test, "# pass 3" or "\u{2139} pass 3" of Node.
pub(crate) fn counts_a_passed_test(line: &str) -> bool {
    counts(line, ["test result: ok. ", "# pass ", "\u{2139} pass "])
}

/// Whether a line is a summary with at least one failed test.
pub(crate) fn counts_a_failed_test(line: &str) -> bool {
    line.contains("test result: FAILED. ") || counts(line, ["# fail ", "\u{2139} fail "])
}

/// Whether a line begins with one of these and then a number other than 0.
fn counts<const N: usize>(line: &str, prefixes: [&str; N]) -> bool {
    let line = line.trim_start();
    prefixes
        .iter()
        .filter_map(|prefix| line.strip_prefix(prefix))
        .any(|count| count.split(' ').next() != Some("0"))
}

/// The file for the output of a step.
pub(crate) fn log_file(ws: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = ws.sh.create_dir(ws.state().join("logs"))?;
    Ok(folder.join(name).with_extension("log"))
}

/// Runs a program whose output goes to a file. Nothing if it had to be ended after the time
/// `limit`.
pub(crate) fn run_to_log(
    mut command: Command,
    log: &Path,
    limit: Duration,
) -> Result<Option<ExitStatus>> {
    let begun = Instant::now();
    let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    command.stderr(file.try_clone()?).stdout(file);
    let mut process = Process::start(&mut command)?;
    while begun.elapsed() < limit {
        if let Some(status) = process.poll()? {
            return Ok(Some(status));
        }
        if stderr().is_terminal() {
            eprint!("\rxtask:   {} s \r", begun.elapsed().as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(None)
}

/// Runs a long step, announced with how long it takes: "installing nginx (about 10 s)". Its
/// output goes to a log, of which the last lines are shown if it fails.
pub(crate) fn run_quietly(ws: &Workspace, what: &str, takes: &str, command: Cmd<'_>) -> Result<()> {
    note(&format!("{what} ({takes})"));
    let begun = Instant::now();
    let command = Command::from(command);
    let name = Path::new(command.get_program()).file_stem();
    let log = log_file(ws, &name.unwrap_or_default().to_string_lossy())?;
    let status = run_to_log(command, &log, Duration::MAX)?.context("it never ends")?;
    if !status.success() {
        let text = ws.sh.read_binary_file(&log)?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        for line in &lines[lines.len().saturating_sub(12)..] {
            eprintln!("  | {line}");
        }
        bail!("{what} failed; the full output is in {}", log.display());
    }
    note(&format!("{what}: done in {:.1?}", begun.elapsed()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use xshell::{Shell, cmd};

    #[test]
    fn a_suite_without_tests_fails() {
        let sh = Shell::new().unwrap();
        for (line, passes) in [
            ("test result: ok. 12 passed; 0 failed; 1 ignored", true),
            ("test result: ok. 0 passed; 0 failed; 3 ignored", false),
            ("# pass 7", true),
            ("\u{2139} pass 7", true),
            ("# pass 0", false),
            ("test a::passed ... ok", false),
        ] {
            let result = run_tests(cmd!(sh, "echo {line}"));
            assert_eq!(result.is_ok(), passes, "{line}");
        }
    }

    #[test]
    fn a_failed_test_is_told_from_a_failed_build() {
        for (line, fails) in [
            ("test result: FAILED. 0 passed; 1 failed", true),
            ("# fail 2", true),
            ("\u{2139} fail 1", true),
            ("\u{2139} fail 0", false),
            ("error: could not compile `product-pool`", false),
        ] {
            assert_eq!(counts_a_failed_test(line), fails, "{line}");
        }
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Process::start(&mut Command::new("/no/such/tool")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start tool");
    }

    #[test]
    fn a_dropped_program_ends_with_its_children() {
        let mut shell = Command::new("sh");
        // The child holds the pipe open for as long as it lives.
        shell
            .args(["-c", "sleep 600 & wait"])
            .stdout(Stdio::piped());
        let mut process = Process::start(&mut shell).unwrap();
        let stdout = process.take_stdout().unwrap();
        let begun = Instant::now();
        drop(process);
        assert_eq!(BufReader::new(stdout).lines().count(), 0);
        assert!(begun.elapsed() < GRACE);
    }
}
