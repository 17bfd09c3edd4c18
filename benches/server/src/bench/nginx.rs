//! nginx as a file server, with the settings that its manual recommends for speed.

use std::path::Path;
use std::process::Command;

use super::Result;
use super::child::{Program, pinned};

/// Where nginx may be: Debian installs it outside of an ordinary user's PATH.
const PLACES: [&str; 2] = ["nginx", "/usr/sbin/nginx"];

/// Starts nginx for the files in a folder; `None` if it is not installed.
pub(crate) fn serve(folder: &Path) -> Result<Option<Program>> {
    let there = |name: &&str| Command::new(name).arg("-v").output().is_ok();
    let Some(nginx) = PLACES.into_iter().find(there) else {
        return Ok(None);
    };
    let free = std::net::TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    let address = free
        .local_addr()
        .map_err(|error| error.to_string())?
        .to_string();
    drop(free);
    // One worker, for the one core of the process under test.
    let config = format!(
        "user root; daemon off; worker_processes 1; pid {root}/nginx.pid; error_log {root}/nginx.log;
         events {{ worker_connections 4096; }}
         http {{
             access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; gzip_static on;
             keepalive_requests 1000000000;
             open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h;
             default_type application/json;
             client_body_temp_path {root}/body; proxy_temp_path {root}/proxy;
             fastcgi_temp_path {root}/fastcgi; uwsgi_temp_path {root}/uwsgi;
             scgi_temp_path {root}/scgi;
             server {{ listen {address}; root {root}/files; }}
         }}",
        root = folder.display(),
    );
    let file = folder.join("nginx.conf");
    std::fs::write(&file, config).map_err(|error| error.to_string())?;
    let mut command = pinned(nginx.as_ref());
    command
        .arg("-p")
        .arg(folder)
        .arg("-c")
        .arg(&file)
        .arg("-e")
        .arg(folder.join("nginx.log"));
    Program::listening(command, &address).map(Some)
}
