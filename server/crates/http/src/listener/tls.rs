//! TLS, with a certificate that may be renewed while the server runs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parking_lot::RwLock;
use tokio::signal::unix::{SignalKind, signal};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, InconsistentKeys, ServerConfig};

use crate::responses::validity;
use crate::small_file::read_small_file;

/// How often the files are read. They are small, and their modification times are not reliable
/// behind links and mounts.
const POLL_INTERVAL: Duration = Duration::from_secs(10);
/// The largest certificate file or key file, in bytes.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// The certificate and its key.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "TLS")]
pub struct TlsArgs {
    /// Serve TLS with this certificate and its chain (PEM). They can be renewed while
    /// the server runs.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

impl TlsArgs {
    /// The scheme of this server's URLs.
    pub fn scheme(&self) -> &'static str {
        match self.tls_cert {
            Some(_) => "https",
            None => "http",
        }
    }

    /// A warning if the certificate has expired or is not valid yet.
    pub fn warning(&self) -> Option<String> {
        let (file, key) = (self.tls_cert.as_deref()?, self.tls_key.as_deref()?);
        // Any other fault is an error elsewhere.
        let pair = load(file, key, &Arc::new(ring::default_provider())).ok()?;
        validity::warning(pair.cert.first()?, file)
    }

    /// Sets up TLS, if the options enable it.
    ///
    /// # Errors
    /// In one line: what is wrong with the certificate or the key.
    pub fn open(&self) -> Result<Option<Tls>, String> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else {
            return Ok(None);
        };
        Tls::open(certificate, key).map(Some)
    }
}

/// The TLS configuration of the server: 1.2 and 1.3, and HTTP/2 for clients that support it.
#[derive(Clone)]
#[allow(missing_debug_implementations)] // It holds the private key.
pub struct Tls {
    acceptor: TlsAcceptor,
    files: Arc<CertificateFiles>,
}

/// The files, and the certificate and key last read from them.
struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
    current: RwLock<Arc<CertifiedKey>>,
}

impl Tls {
    fn open(certificate: &Path, key: &Path) -> Result<Tls, String> {
        let provider = Arc::new(ring::default_provider());
        let files = Arc::new(CertificateFiles {
            current: RwLock::new(load(certificate, key, &provider)?),
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            provider: provider.clone(),
        });
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
            .map_err(|error| format!("cannot set up TLS: {error}"))?
            .with_no_client_auth()
            .with_cert_resolver(files.clone());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Tls {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            files,
        })
    }

    /// The acceptor of TLS connections.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }

    /// When the certificate in use expires, also after a renewal, in seconds since 1970.
    pub fn expiry(&self) -> Option<i64> {
        validity::expiry(self.files.current().cert.first()?)
    }

    /// Reloads the files when they have changed, and at once on SIGHUP, for as long as the
    /// server runs. Open connections are not affected.
    ///
    /// # Errors
    /// In one line: the system does not let signals be listened for.
    pub fn watch_files(&self) -> Result<(), String> {
        let files = self.files.clone();
        let mut hangup = signal(SignalKind::hangup())
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
        tokio::spawn(async move {
            // A repeated error is logged once.
            let mut logged = None;
            loop {
                tokio::select! {
                    _ = hangup.recv() => logged = None,
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
                let reloading = files.clone();
                let reloaded = tokio::task::spawn_blocking(move || reloading.reload()).await;
                match reloaded {
                    Ok(Err(why)) => {
                        if logged.as_ref() != Some(&why) {
                            tracing::warn!("the certificate was not reloaded: {why}");
                        }
                        logged = Some(why);
                        continue;
                    }
                    Ok(Ok(true)) => {
                        tracing::info!("the certificate was reloaded");
                        let pair = files.current();
                        let first = pair.cert.first();
                        let line =
                            first.and_then(|first| validity::warning(first, &files.certificate));
                        if let Some(line) = line {
                            tracing::warn!("{line}");
                        }
                    }
                    _ => {}
                }
                logged = None;
            }
        });
        Ok(())
    }
}

impl CertificateFiles {
    fn current(&self) -> Arc<CertifiedKey> {
        self.current.read().clone()
    }

    /// Reads the files again. Returns whether the certificate changed.
    fn reload(&self) -> Result<bool, String> {
        // A renewal writes one file after the other: until they match, the old pair is used.
        let loaded = load(&self.certificate, &self.key, &self.provider)?;
        if loaded.cert == self.current().cert {
            return Ok(false);
        }
        *self.current.write() = loaded;
        Ok(true)
    }
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current())
    }
}

impl fmt::Debug for CertificateFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CertificateFiles({})", self.certificate.display())
    }
}

/// Chooses the cryptography of the program's requests, which is that of its own TLS: reqwest has none
/// of its own. To be called before a client is made; later calls change nothing.
pub fn install_crypto() {
    // An error says that it was chosen already.
    let _ = ring::default_provider().install_default();
}

/// Reads a certificate with its chain, and its key.
fn load(
    certificate: &Path,
    key: &Path,
    provider: &CryptoProvider,
) -> Result<Arc<CertifiedKey>, String> {
    let chain = read_small_file(certificate, "certificate", MAX_FILE_SIZE)?;
    let secret = read_small_file(key, "key", MAX_FILE_SIZE)?;
    let (certificate, key) = (certificate.display(), key.display());
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&chain)
        .collect::<Result<_, _>>()
        .map_err(|_| format!("{certificate} is not a PEM file"))?;
    if chain.is_empty() {
        return Err(format!("there is no certificate in {certificate}"));
    }
    let secret = PrivateKeyDer::from_pem_slice(&secret).map_err(|error| match error {
        pem::Error::NoItemsFound => format!("there is no private key in {key}"),
        _ => format!("{key} is not a PEM file"),
    })?;
    match CertifiedKey::from_der(chain, secret, provider) {
        Ok(pair) => Ok(Arc::new(pair)),
        Err(rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch)) => Err(format!(
            "the key in {key} does not belong to the certificate in {certificate}"
        )),
        Err(rustls::Error::InvalidCertificate(why)) => Err(format!(
            "the certificate in {certificate} is invalid: {why}"
        )),
        Err(error) => Err(format!("the key in {key} is invalid: {error}")),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Writes a new certificate and its key into a folder.
    fn write_pair(folder: &Path) {
        let pair = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(folder.join("cert.pem"), pair.cert.pem()).unwrap();
        std::fs::write(folder.join("key.pem"), pair.signing_key.serialize_pem()).unwrap();
    }

    /// TLS with a new certificate in a folder.
    pub(crate) fn tls(folder: &Path) -> Tls {
        write_pair(folder);
        Tls::open(&folder.join("cert.pem"), &folder.join("key.pem")).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_renewed_certificate_is_noticed_without_a_signal() {
        let folder = tempfile::tempdir().unwrap();
        let tls = tls(folder.path());
        tls.watch_files().unwrap();
        let first = tls.files.current();
        write_pair(folder.path());
        // The clock jumps from one reading of the files to the next.
        for _ in 0..100 {
            if tls.files.current().cert != first.cert {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        panic!("the files were not read again");
    }

    #[test]
    fn a_pipe_in_place_of_a_certificate_does_not_end_renewals() {
        let folder = tempfile::tempdir().unwrap();
        let tls = tls(folder.path());
        let first = tls.files.current();
        let file = folder.path().join("cert.pem");
        std::fs::remove_file(&file).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&file).status();
        assert!(made.unwrap().success());
        // Nothing ever writes to it.
        let fault = tls.files.reload().unwrap_err();
        assert!(fault.contains("is not a regular file"), "{fault}");
        std::fs::remove_file(&file).unwrap();
        write_pair(folder.path());
        assert_eq!(tls.files.reload(), Ok(true));
        assert_ne!(tls.files.current().cert, first.cert);
    }
}
