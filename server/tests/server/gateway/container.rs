//! The container: what its recipe names exists, its parts fit together, and the program accepts the
//! options of the documentation. At night it is built, where something can build it.

use std::path::Path;
use std::process::Command;

use super::complete_upstream;
use super::recipe::recipe;
use super::{TOKEN, fetch};
use crate::support::{Server, program, run, stderr, stdout};

/// The recipe's instructions, each with its arguments on one line.
fn instructions() -> Vec<(&'static str, String)> {
    let whole = recipe!("Dockerfile").replace("\\\n", " ");
    let lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let is_instruction = |line: &String| !line.is_empty() && !line.starts_with('#');
    let lines = lines.into_iter().filter(is_instruction);
    lines
        .map(|line| {
            let known = [
                "FROM",
                "WORKDIR",
                "COPY",
                "RUN",
                "USER",
                "VOLUME",
                "EXPOSE",
                "HEALTHCHECK",
                "ENTRYPOINT",
            ];
            let (name, arguments) = line.split_once(' ').unwrap();
            let name = known.iter().find(|known| **known == name);
            let name = name.unwrap_or_else(|| panic!("{line}"));
            (*name, arguments.trim().to_owned())
        })
        .collect()
}

/// The arguments of all instructions of that name.
fn all(name: &str) -> Vec<String> {
    let instructions = instructions().into_iter();
    let named = instructions.filter(|(instruction, _)| *instruction == name);
    named.map(|(_, arguments)| arguments).collect()
}

/// The arguments of the only instruction of that name.
fn only(name: &str) -> String {
    let mut found = all(name);
    assert_eq!(found.len(), 1, "{name}");
    found.remove(0)
}

/// The words of an instruction in the exec form.
fn exec(arguments: &str) -> Vec<String> {
    serde_json::from_str(arguments).unwrap()
}

/// The documented command that starts the container.
fn command() -> &'static str {
    let (_, rest) = include_str!("../../../../docs/gateway.md")
        .split_once("\n## Container\n")
        .unwrap();
    let (_, rest) = rest.split_once("```sh\n").unwrap();
    rest.split_once("```\n").unwrap().0
}

/// The options that the documented container runs with: those of its entry point, then those
/// of the command that starts it.
fn options() -> Vec<String> {
    let command = command().replace("\\\n", " ");
    let (_, options) = command.split_once(" pool-gateway ").unwrap();
    let mut all = exec(&only("ENTRYPOINT"));
    all.extend(options.split_whitespace().map(str::to_owned));
    all
}

/// The value of an option.
fn value<'a>(options: &'a [String], name: &str) -> &'a str {
    let place = options.iter().position(|option| option == name);
    &options[place.unwrap_or_else(|| panic!("{name}: {options:?}")) + 1]
}

#[test]
fn the_recipe_names_what_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    let source = only("WORKDIR");
    let built = format!("{source}/target/release/{}", env!("CARGO_PKG_NAME"));
    let executable = Path::new(env!("CARGO_BIN_EXE_product-pool-server"));
    assert_eq!(executable.file_name().unwrap(), env!("CARGO_PKG_NAME"));
    for copied in all("COPY") {
        let words: Vec<&str> = copied.split_whitespace().collect();
        let (_, sources) = words.split_last().unwrap();
        if sources[0] == "--from=build" {
            assert_eq!(sources[1..], [built.as_str()]);
            continue;
        }
        for path in sources {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let prefix = name.strip_suffix('*');
            let found = names(&root.join(folder)).into_iter().any(|file| {
                *path == "."
                    || file == name
                    || prefix.is_some_and(|prefix| file.starts_with(prefix))
            });
            assert!(found, "COPY {path}");
        }
    }
    assert_eq!(all("RUN")[1], "cargo xtask server");
    assert!(all("FROM")[0].ends_with(" AS build") && root.join("Cargo.lock").exists());
}

#[test]
fn the_recipe_s_user_ports_and_folders_fit_together() {
    let options = options();
    let user = only("USER");
    let (id, group) = user.split_once(':').unwrap();
    let volume = only("VOLUME");
    let made = format!("install -d -o {id} -g {group} {volume}");
    assert!(all("RUN")[2].ends_with(&made), "{made}");
    assert_eq!(value(&options, "--state"), volume);
    let port = |option| value(&options, option).rsplit_once(':').unwrap().1;
    let ports = format!("{} {}", port("--listen"), port("--ops-listen"));
    assert_eq!(only("EXPOSE"), ports);
    let health = only("HEALTHCHECK");
    assert!(health.contains(&format!("http://127.0.0.1:{}/", port("--ops-listen"))));
    let command = command();
    assert!(command.contains(&format!(":{}", port("--listen"))));
    assert!(command.contains(&format!(":{volume} ")));
    assert!(command.contains(&format!(":{}:ro", value(&options, "--upstream-token-file"))));
}

/// The entry point runs with its options, and the health check finds it well. Only addresses
/// and places differ.
#[test]
fn the_recipe_s_program_starts_and_is_healthy() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, TOKEN).unwrap();
    let options = options();
    let (entry, arguments) = options.split_first().unwrap();
    assert_eq!(entry, env!("CARGO_PKG_NAME"));
    let upstream = format!("http://{}", upstream.host);
    let replaced = [
        (value(&options, "--listen"), "127.0.0.1:0"),
        (value(&options, "--ops-listen"), "127.0.0.1:0"),
        (value(&options, "--upstream"), &upstream),
        (
            value(&options, "--upstream-token-file"),
            token.to_str().unwrap(),
        ),
    ];
    let volume = only("VOLUME");
    let mut command = program();
    command.env("NO_PROXY", "127.0.0.1");
    for argument in arguments {
        let other = replaced
            .iter()
            .find(|(documented, _)| documented == argument);
        let argument = other.map_or(argument.as_str(), |(_, other)| other);
        command.arg(argument.replace(&volume, folder.path().to_str().unwrap()));
    }
    let server = Server::spawn(command);
    assert_eq!(fetch(&server, "/v2/products/a").status, 200);
    let health = only("HEALTHCHECK");
    let health = exec(health.strip_prefix("CMD ").unwrap());
    assert_eq!(health[0], *entry);
    let documented = format!(
        "127.0.0.1:{}",
        value(&options, "--ops-listen").rsplit(':').next().unwrap()
    );
    let arguments: Vec<String> = health[1..]
        .iter()
        .map(|argument| argument.replace(&documented, &server.ops))
        .collect();
    assert!(arguments[1].contains(&server.ops), "{arguments:?}");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let checked = run(&arguments);
    assert!(checked.status.success(), "{}", stderr(&checked));
}

/// What builds containers on this machine, if it works.
fn builder() -> Option<&'static str> {
    ["docker", "podman"].into_iter().find(|name| {
        let info = Command::new(name).arg("info").output();
        info.is_ok_and(|output| output.status.success())
    })
}

#[test]
#[ignore = "takes minutes where there is docker or podman"]
fn the_recipe_builds_a_program_that_runs() {
    let Some(builder) = builder() else {
        eprintln!("skipped: neither docker nor podman works on this machine");
        return;
    };
    let run = |arguments: &[&str]| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut command = Command::new(builder);
        let output = command.args(arguments).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let image = "product-pool-gateway-test";
    run(&["build", "-f", "deploy/Dockerfile", "-t", image, "."]);
    let program = ["--entrypoint", "product-pool-server", image, "--version"];
    let version = run(&[&["run", "--rm"], &program[..]].concat());
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
    run(&["rmi", image]);
}
