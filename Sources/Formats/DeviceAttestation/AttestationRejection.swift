// SPDX-License-Identifier: EUPL-1.2

/// The reason why a device's proof is not accepted: an attestation at registration, or an assertion with a message.
///
/// Reports only the first fault found. It contains no part of the input, so it may be logged and sent.
public struct AttestationRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons; their codes are the member `reason` of `attestation_rejected` in the provider protocol. Existing codes never change;
    /// new codes may be added.
    public struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `certificate_chain`.
        public let code: String

        /// The proof, or a part of it, does not have the required form.
        public static let malformed = Reason(code: "malformed")
        /// An attestation of an unexpected format.
        public static let unknownFormat = Reason(code: "unknown_format")
        /// The certificates do not form a chain, in this order and at the given time, to a trusted root.
        public static let certificateChain = Reason(code: "certificate_chain")
        /// The attestation was made for a different challenge or different data.
        public static let nonce = Reason(code: "nonce")
        /// The proof was made by a different app.
        public static let appID = Reason(code: "app_id")
        /// Unexpected counter: not 0 in an attestation, or not increased in an assertion.
        public static let counter = Reason(code: "counter")
        /// The key belongs to the other environment: development instead of production, or the reverse.
        public static let environment = Reason(code: "environment")
        /// The certified key does not match the attestation's key id.
        public static let keyID = Reason(code: "key_id")
        /// The assertion was signed by a different key or over different data.
        public static let signature = Reason(code: "signature")
        /// A certificate of the chain is on the maker's revocation list.
        public static let revoked = Reason(code: "revoked")
        /// There is no revocation list, or the newest list is too old.
        public static let revocationUnknown = Reason(code: "revocation_unknown")
        /// The attestation was made for a different challenge (Android; for Apple, see `nonce`).
        public static let challenge = Reason(code: "challenge")
        /// The key, or the code that attests it, is not in accepted hardware.
        public static let securityLevel = Reason(code: "security_level")
        /// The boot loader is unlocked, or the operating system is not signed by the device's maker.
        public static let verifiedBoot = Reason(code: "verified_boot")
        /// The patch level of the operating system is too old or missing.
        public static let patchLevel = Reason(code: "patch_level")
        /// The key has a wrong algorithm, purpose, origin or owner.
        public static let keyProperties = Reason(code: "key_properties")
    }

    /// The first fault found.
    public let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    public var description: String { "attestation rejected: \(reason.code)" }
}
