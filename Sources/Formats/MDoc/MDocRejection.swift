// SPDX-License-Identifier: EUPL-1.2

/// The reason why an mdoc, or a presentation of an mdoc, is not accepted.
///
/// Reports only the first fault found. It contains no part of the document, so it may be logged and sent. Section numbers are those of
/// ISO/IEC 18013-5:2021.
public struct MDocRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, one for each check. Existing codes never change; new codes may be added.
    public struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `digest_mismatch`.
        public let code: String

        // MARK: Form and limits

        /// Not well-formed CBOR, a duplicate key in a map, or not the expected structure (§8.3.2.1.2, §9.1.2.4).
        public static let malformed = Reason(code: "malformed")
        /// The input exceeds ``MDocLimits``.
        public static let tooLarge = Reason(code: "too_large")
        /// `version` of the response or of the mobile security object is not `1.0`.
        public static let version = Reason(code: "version")
        /// The response has an error status.
        public static let status = Reason(code: "status")
        /// The response has no document.
        public static let noDocument = Reason(code: "no_document")

        // MARK: The issuer's signature (§9.1.2.4, §9.3.1, annex B.1)

        /// `alg` is not ES256, or not protected.
        public static let algorithm = Reason(code: "algorithm")
        /// A malformed header, a critical extension, or a protected `x5chain`.
        public static let header = Reason(code: "header")
        /// `x5chain` is missing, or its certificates do not form a chain, in this order and at the given time, to a trusted root.
        public static let certificateChain = Reason(code: "certificate_chain")
        /// The certificate is not a document signer's: wrong key usage, or a country that differs from its root's.
        public static let documentSigner = Reason(code: "document_signer")
        /// The signature is not valid for the issuer's key.
        public static let signature = Reason(code: "signature")

        // MARK: The mobile security object (§9.1.2.4)

        /// `digestAlgorithm` is not SHA-256, SHA-384 or SHA-512.
        public static let digestAlgorithm = Reason(code: "digest_algorithm")
        /// `deviceKey` is not a public P-256 key.
        public static let deviceKey = Reason(code: "device_key")
        /// `docType` differs from the document's own, or is not expected.
        public static let docType = Reason(code: "doc_type")
        /// A time that is not a `tdate` in UTC, or times in the wrong order.
        public static let validityInfo = Reason(code: "validity_info")
        /// `signed` is outside the certificate's validity period.
        public static let signedOutsideCertificate = Reason(code: "signed_outside_certificate")
        /// `validFrom` is in the future.
        public static let notYetValid = Reason(code: "not_yet_valid")
        /// `validUntil` has passed.
        public static let expired = Reason(code: "expired")

        // MARK: Data elements (§9.1.2.4, §9.1.2.5)

        /// `random` is shorter than 16 bytes.
        public static let random = Reason(code: "random")
        /// Two items of a name space have the same digest id.
        public static let digestIDDoubled = Reason(code: "digest_id_doubled")
        /// Two items of a name space have the same name.
        public static let elementDoubled = Reason(code: "element_doubled")
        /// The mobile security object has no digest for an item.
        public static let digestMissing = Reason(code: "digest_missing")
        /// An item's digest does not match.
        public static let digestMismatch = Reason(code: "digest_mismatch")
        /// `issuing_country` differs from the certificate's country (§7.2.1, annex B.1.4).
        public static let issuingCountry = Reason(code: "issuing_country")

        // MARK: Device authentication (§9.1.3)

        /// `deviceSigned` or its `deviceAuth` is missing.
        public static let deviceAuthMissing = Reason(code: "device_auth_missing")
        /// The device made a MAC; only signatures are supported.
        public static let deviceMAC = Reason(code: "device_mac")
        /// `deviceAuth` is not exactly one detached ES256 signature.
        public static let deviceAuthMalformed = Reason(code: "device_auth_malformed")
        /// The device's key did not sign this transcript, document type and data.
        public static let deviceSignature = Reason(code: "device_signature")
        /// The device signed an element that the issuer did not authorise it to sign.
        public static let deviceElement = Reason(code: "device_element")
    }

    /// The first fault found.
    public let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    public var description: String { "mdoc rejected: \(reason.code)" }
}
