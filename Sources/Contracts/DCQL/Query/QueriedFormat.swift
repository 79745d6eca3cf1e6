// SPDX-License-Identifier: EUPL-1.2

/// A credential format that can be matched, by its identifier in a query (OpenID4VP 1.0 appendix B). The cases are complete.
public enum QueriedFormat: String, Sendable, Hashable {
    /// SD-JWT VC (B.3).
    case sdJWT = "dc+sd-jwt"
    /// ISO/IEC 18013-5 (B.2).
    case mdoc = "mso_mdoc"
}
