// SPDX-License-Identifier: EUPL-1.2

/// The names of the header fields in this protocol.
package enum FieldName {
    package static let accept = "Accept"
    package static let authenticate = "WWW-Authenticate"
    package static let authorization = "Authorization"
    package static let cacheControl = "Cache-Control"
    package static let contentType = "Content-Type"
    package static let dpop = "DPoP"
    package static let dpopNonce = "DPoP-Nonce"
    package static let attestation = "OAuth-Client-Attestation"
    package static let attestationProof = "OAuth-Client-Attestation-PoP"
    package static let attestationChallenge = "OAuth-Client-Attestation-Challenge"
}
