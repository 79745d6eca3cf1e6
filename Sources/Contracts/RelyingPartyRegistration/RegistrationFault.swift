// SPDX-License-Identifier: EUPL-1.2

/// Why a party's registration cannot be verified (UC5.1/12). The first fault found; raw values may be logged and never change.
@nonexhaustive public enum RegistrationFault: String, Error, Sendable, CaseIterable {
    /// The request has no registration certificate.
    case absent
    /// The request has more than one.
    case several
    /// The certificate has no signature.
    case unsigned
    /// Not a compact JWS with the claims of version 1.2.1, or its header changes the meaning of the token.
    case malformed
    /// `typ` is not ``RegistrationCertificate/type``.
    case type
    /// `alg` is not ES256.
    case algorithm
    /// `x5c` is missing or does not lead to a registrar's root at the given time.
    case chain
    /// The signature is not the registrar's.
    case signature
    /// `iat` or `nbf` is in the future.
    case notYetValid = "not_yet_valid"
    /// `exp` has passed.
    case expired
    /// `exp` is more than ``RegistrationCertificate/maximumAge`` after `iat`.
    case tooLong = "too_long"
    /// Neither `exp` nor a status: nothing would ever end the certificate.
    case noEnd = "no_end"
    /// The status list says invalid.
    case revoked
    /// The status list says suspended.
    case suspended
    /// The status list is not available, or says something unknown.
    case statusUnknown = "status_unknown"
    /// The certificate is another party's: neither its subject nor its intermediary has the identifier of the access certificate.
    case identity
}
