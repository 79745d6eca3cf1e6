// SPDX-License-Identifier: EUPL-1.2

/// Why a device's proof is not accepted: an attestation at registration, or an assertion with a message.
///
/// Of several faults the first one that is found is named. Nothing of the input is in it, so it may be logged and sent.
package struct AttestationRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, in the words of the provider's protocol: the member `reason` of `attestation_rejected`. Their spelling is stable; more may
    /// come with other kinds of devices.
    package struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `certificate_chain`.
        package let code: String

        /// The proof, or something within it, has not the form that it must have.
        package static let malformed = Reason(code: "malformed")
        /// An attestation of another kind than the one that is expected.
        package static let unknownFormat = Reason(code: "unknown_format")
        /// The certificates do not lead, exactly as they stand there and at the time given, to a root that is trusted.
        package static let certificateChain = Reason(code: "certificate_chain")
        /// The attestation was made for another challenge, or about other data than it carries.
        package static let nonce = Reason(code: "nonce")
        /// The proof comes from another app.
        package static let appID = Reason(code: "app_id")
        /// The counter is not what it must be: 0 in an attestation, more than before in an assertion.
        package static let counter = Reason(code: "counter")
        /// The key was made for another environment: development instead of production or the other way round.
        package static let environment = Reason(code: "environment")
        /// The certified key is not the one that the attestation names.
        package static let keyID = Reason(code: "key_id")
        /// The assertion was not signed by this key, or not over this data.
        package static let signature = Reason(code: "signature")
        /// A certificate of the chain stands in the maker's list of revoked or suspended ones.
        package static let revoked = Reason(code: "revoked")
        /// There is no list of revoked certificates that is young enough to be relied on.
        package static let revocationUnknown = Reason(code: "revocation_unknown")
        /// The attestation was made for another challenge (Android; Apple's word for it is `nonce`).
        package static let challenge = Reason(code: "challenge")
        /// The key, or what attests it, does not live in hardware that is accepted.
        package static let securityLevel = Reason(code: "security_level")
        /// The device's boot loader is unlocked, or what it started is not what its maker signed.
        package static let verifiedBoot = Reason(code: "verified_boot")
        /// The device's operating system is older than is accepted, or does not say how old it is.
        package static let patchLevel = Reason(code: "patch_level")
        /// The key is of another kind than a device key must be: its algorithm, purpose, origin or owner.
        package static let keyProperties = Reason(code: "key_properties")
    }

    /// The reason.
    package let reason: Reason

    /// A rejection for a reason.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    package var description: String { "attestation rejected: \(reason.code)" }
}
