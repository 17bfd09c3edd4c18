//! The validity period of a certificate.

use std::path::Path;

use jiff::Timestamp;
use tokio_rustls::rustls::pki_types::CertificateDer;
use x509_parser::time::ASN1Time;

/// A warning if a certificate, which is from that file, is not valid now. The server starts all the
/// same: the file may be renewed while it runs.
pub(crate) fn warning(certificate: &CertificateDer<'_>, file: &Path) -> Option<String> {
    let (_, certificate) = x509_parser::parse_x509_certificate(certificate).ok()?;
    let (validity, file) = (certificate.validity(), file.display());
    let now = ASN1Time::now();
    if validity.not_after < now {
        let since = date(validity.not_after);
        return Some(format!("the certificate in {file} expired on {since}"));
    }
    if validity.not_before > now {
        let from = date(validity.not_before);
        return Some(format!(
            "the certificate in {file} is not valid before {from}"
        ));
    }
    None
}

/// When a certificate expires, in seconds since 1970.
pub(crate) fn expiry(certificate: &CertificateDer<'_>) -> Option<i64> {
    let (_, certificate) = x509_parser::parse_x509_certificate(certificate).ok()?;
    Some(certificate.validity().not_after.timestamp())
}

fn date(time: ASN1Time) -> String {
    let time = Timestamp::from_second(time.timestamp()).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
