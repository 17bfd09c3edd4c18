//! Processes under test: started on their own cores, observed, and stopped.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::available_parallelism;

use super::Result;

/// The interval at which a process is checked.
const STEP: std::time::Duration = std::time::Duration::from_millis(20);

/// A running process, stopped when dropped.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    /// `host:port`.
    pub(crate) address: String,
    /// `host:port` of the probes and metrics, if it was started with `--ops-listen`.
    pub(crate) ops: Option<String>,
}

/// The first core for the process under test, or the others for the load generator; `None` if
/// there is only one core.
pub(crate) fn cores(server: bool) -> Option<String> {
    let count = available_parallelism().map_or(1, usize::from);
    let others = if count == 2 {
        "1".to_owned()
    } else {
        format!("1-{}", count - 1)
    };
    (count > 1).then(|| if server { "0".to_owned() } else { others })
}

/// A command on the core of the process under test.
pub(crate) fn pinned(program: &OsStr) -> Command {
    match cores(true) {
        Some(cores) => {
            let mut command = Command::new("taskset");
            command.args(["--cpu-list", &cores]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

impl Program {
    /// Starts `product-pool-server serve` and waits for the address that it prints.
    /// `constants` are those of `server/src/constants.rs` that differ.
    pub(crate) fn serve(
        server: &Path,
        arguments: &[&str],
        constants: &str,
        pin: bool,
    ) -> Result<Program> {
        let mut command = match pin {
            true => pinned(server.as_os_str()),
            false => Command::new(server),
        };
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .args(arguments)
            .env("PRODUCT_POOL_UPSTREAM_TOKEN", "demo")
            .env("NO_PROXY", "127.0.0.1")
            .env("PRODUCT_POOL_TEST_CONSTANTS", constants)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot start it: {error}"))?;
        let stdout = child.stdout.take().ok_or("the server has no stdout")?;
        let mut lines = BufReader::new(stdout).lines();
        // A line for each address.
        let mut next = || {
            let line = lines.next()?.ok()?;
            line.strip_prefix("http://").map(str::to_owned)
        };
        let address = next().ok_or("the server does not listen: see its error above")?;
        let has_ops = arguments.contains(&"--ops-listen");
        let ops = if has_ops { next() } else { None };
        Ok(Program {
            child,
            address,
            ops,
        })
    }

    /// Starts any program that listens at an address.
    pub(crate) fn listening(mut command: Command, address: &str) -> Result<Program> {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command
            .stdin(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {name}: {error}"))?;
        let mut program = Program {
            child,
            address: address.to_owned(),
            ops: None,
        };
        for _ in 0..500 {
            if std::net::TcpStream::connect(address).is_ok() {
                return Ok(program);
            }
            if program.has_ended() {
                break;
            }
            std::thread::sleep(STEP);
        }
        Err(format!("{name} does not listen on {address}"))
    }

    /// Whether the process has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// The processor time that the process and its children have used, in seconds.
    pub(crate) fn used(&self) -> f64 {
        let ticks: u64 = self.processes().iter().map(|id| ticks(*id)).sum();
        #[allow(clippy::cast_precision_loss)]
        let seconds = ticks as f64 / 100.0;
        seconds
    }

    /// The resident memory of the process and its children, in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let resident = |id: u32| {
            let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmRSS:"))?;
            line.trim().trim_end_matches(" kB").parse::<u64>().ok()
        };
        self.processes()
            .into_iter()
            .filter_map(resident)
            .sum::<u64>()
            * 1024
    }

    fn processes(&self) -> Vec<u32> {
        let id = self.child.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        let children = children.unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        std::iter::once(id).chain(children).collect()
    }
}

/// The processor time of one process in clock ticks; Linux has 100 a second.
fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum()
}

impl Drop for Program {
    fn drop(&mut self) {
        // nginx stops its workers on SIGTERM, not on SIGKILL.
        let _ = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        for _ in 0..100 {
            if self.has_ended() {
                return;
            }
            std::thread::sleep(STEP);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
