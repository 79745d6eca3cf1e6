// SPDX-License-Identifier: EUPL-1.2

/// The reason why an mdoc, or a presentation of one, is not accepted.
///
/// Reports only the first fault found. It contains no part of the document, so it may be logged and sent. Section numbers are those of
/// ISO/IEC 18013-5:2021.
package struct MDocRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, one for each check. Existing codes never change; new ones may be added.
    package struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `digest_mismatch`.
        package let code: String

        // MARK: Form and limits

        /// Not well-formed CBOR, a duplicate key in a map, or not the expected structure (§8.3.2.1.2, §9.1.2.4).
        package static let malformed = Reason(code: "malformed")
        /// The input exceeds ``MDocLimits``.
        package static let tooLarge = Reason(code: "too_large")
        /// `version` of the response or of the mobile security object is not `1.0`.
        package static let version = Reason(code: "version")
        /// The response has an error status.
        package static let status = Reason(code: "status")
        /// The response has no document.
        package static let noDocument = Reason(code: "no_document")

        // MARK: The issuer's signature (§9.1.2.4, §9.3.1, annex B.1)

        /// `alg` is not ES256, or not protected.
        package static let algorithm = Reason(code: "algorithm")
        /// A malformed header, a critical extension, or a protected `x5chain`.
        package static let header = Reason(code: "header")
        /// `x5chain` is missing, or its certificates do not form a chain, in this order and at the given time, to a trusted root.
        package static let certificateChain = Reason(code: "certificate_chain")
        /// The certificate is not a document signer's: wrong key usage, or another country than its root's.
        package static let documentSigner = Reason(code: "document_signer")
        /// The signature is not valid for the issuer's key.
        package static let signature = Reason(code: "signature")

        // MARK: The mobile security object (§9.1.2.4)

        /// `digestAlgorithm` is not SHA-256, SHA-384 or SHA-512.
        package static let digestAlgorithm = Reason(code: "digest_algorithm")
        /// `deviceKey` is not a public P-256 key.
        package static let deviceKey = Reason(code: "device_key")
        /// `docType` differs from the document's own, or is not an expected one.
        package static let docType = Reason(code: "doc_type")
        /// A time that is not a `tdate` in UTC, or times in the wrong order.
        package static let validityInfo = Reason(code: "validity_info")
        /// `signed` lies outside the certificate's validity period.
        package static let signedOutsideCertificate = Reason(code: "signed_outside_certificate")
        /// `validFrom` lies in the future.
        package static let notYetValid = Reason(code: "not_yet_valid")
        /// `validUntil` has passed.
        package static let expired = Reason(code: "expired")

        // MARK: Data elements (§9.1.2.4, §9.1.2.5)

        /// `random` is shorter than 16 bytes.
        package static let random = Reason(code: "random")
        /// Two items of a name space have the same digest id.
        package static let digestIDDoubled = Reason(code: "digest_id_doubled")
        /// Two items of a name space have the same name.
        package static let elementDoubled = Reason(code: "element_doubled")
        /// The mobile security object has no digest for an item.
        package static let digestMissing = Reason(code: "digest_missing")
        /// An item's digest does not match.
        package static let digestMismatch = Reason(code: "digest_mismatch")
        /// `issuing_country` differs from the certificate's country (§7.2.1, annex B.1.4).
        package static let issuingCountry = Reason(code: "issuing_country")

        // MARK: Device authentication (§9.1.3)

        /// `deviceSigned` or its `deviceAuth` is missing.
        package static let deviceAuthMissing = Reason(code: "device_auth_missing")
        /// The device made a MAC; only signatures are supported.
        package static let deviceMAC = Reason(code: "device_mac")
        /// `deviceAuth` is not exactly one detached ES256 signature.
        package static let deviceAuthMalformed = Reason(code: "device_auth_malformed")
        /// The device's key did not sign this transcript, document type and data.
        package static let deviceSignature = Reason(code: "device_signature")
        /// The device signed an element that the issuer did not authorise it to sign.
        package static let deviceElement = Reason(code: "device_element")
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    package var description: String { "mdoc rejected: \(reason.code)" }
}
