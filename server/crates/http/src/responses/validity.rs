//! The validity period of a certificate.

use std::path::Path;

use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode as _, SliceReader, Tag, Tagged as _};
use jiff::Timestamp;
use tokio_rustls::rustls::pki_types::CertificateDer;

/// A warning if a certificate, which is from that file, is not valid now. The server starts all the
/// same: the file may be renewed while it runs.
pub(crate) fn warning(certificate: &CertificateDer<'_>, file: &Path) -> Option<String> {
    let (from, until) = period(certificate).ok()?;
    let (now, file) = (Timestamp::now().as_second(), file.display());
    if until < now {
        let since = date(until);
        return Some(format!("the certificate in {file} expired on {since}"));
    }
    if from > now {
        let from = date(from);
        return Some(format!(
            "the certificate in {file} is not valid before {from}"
        ));
    }
    None
}

/// When a certificate expires, in seconds since 1970.
pub(crate) fn expiry(certificate: &CertificateDer<'_>) -> Option<i64> {
    let (_, until) = period(certificate).ok()?;
    Some(until)
}

/// From when until when a certificate is valid, in seconds since 1970.
fn period(certificate: &CertificateDer<'_>) -> der::Result<(i64, i64)> {
    let mut certificate = content(AnyRef::from_der(certificate)?)?;
    let mut body = content(AnyRef::decode(&mut certificate)?)?;
    // The version, which is left out where it is 1.
    if Tag::peek(&body)?.is_context_specific() {
        AnyRef::decode(&mut body)?;
    }
    // The serial number, the algorithm of the signature, and the issuer.
    for _ in 0..3 {
        AnyRef::decode(&mut body)?;
    }
    let mut period = content(AnyRef::decode(&mut body)?)?;
    let (from, until) = (AnyRef::decode(&mut period)?, AnyRef::decode(&mut period)?);
    // The reader knows no dates before 1970.
    Ok((time(from).unwrap_or_default(), time(until)?))
}

/// A reader of what a value consists of.
fn content(value: AnyRef<'_>) -> der::Result<SliceReader<'_>> {
    SliceReader::new(value.value())
}

fn time(value: AnyRef<'_>) -> der::Result<i64> {
    let since_1970 = match value.tag() {
        Tag::UtcTime => value.decode_as::<UtcTime>()?.to_unix_duration(),
        _ => value.decode_as::<GeneralizedTime>()?.to_unix_duration(),
    };
    Ok(since_1970.as_secs().cast_signed())
}

fn date(second: i64) -> String {
    let time = Timestamp::from_second(second).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
