// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The account of a wallet that registers.
package struct NewAccount: Sendable {
    /// The wallet id from the enrolment challenge.
    package let walletID: WalletID
    package let deviceKind: DeviceKind
    /// The attested device key: x ‖ y, 64 bytes.
    package let deviceKey: [UInt8]
    /// The PIN public key, sealed by the HSM.
    package let sealedPINKey: [UInt8]
    /// HMAC of the deletion code, 32 bytes. The code itself is not stored.
    package let revocationCodeMark: [UInt8]
    /// SHA-256 of the request's body, 32 bytes. Distinguishes a repetition from a different registration.
    package let requestHash: [UInt8]
    package let sequenceNumber: Int64
    /// The counter of the registration's assertion; 0 for a device without a counter.
    package let assertionCounter: UInt32

    package init(
        walletID: WalletID, deviceKind: DeviceKind, deviceKey: [UInt8], sealedPINKey: [UInt8], revocationCodeMark: [UInt8],
        requestHash: [UInt8], sequenceNumber: Int64, assertionCounter: UInt32
    ) {
        self.walletID = walletID
        self.deviceKind = deviceKind
        self.deviceKey = deviceKey
        self.sealedPINKey = sealedPINKey
        self.revocationCodeMark = revocationCodeMark
        self.requestHash = requestHash
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
    }
}

/// The outcome of a registration.
package enum AccountCreation: Sendable, Hashable {
    case created
    /// The same request created the account before.
    case repeated
    /// A different request created the account before.
    case conflict
    /// The solution is revoked, so no wallet can register.
    case solutionRevoked
}
