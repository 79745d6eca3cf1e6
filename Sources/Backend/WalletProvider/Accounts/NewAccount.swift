// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet that registers.
package struct NewAccount: Sendable {
    /// Its name, from the enrolment challenge.
    package let walletID: WalletID
    /// What kind of phone it is on.
    package let deviceKind: DeviceKind
    /// The attested device key: x ‖ y, 64 bytes.
    package let deviceKey: [UInt8]
    /// The PIN public key as the HSM sealed it.
    package let sealedPINKey: [UInt8]
    /// HMAC of the deletion code, 32 bytes; the code itself is kept nowhere.
    package let revocationCodeMark: [UInt8]
    /// SHA-256 of the request's body, 32 bytes: tells a repetition from another registration.
    package let requestHash: [UInt8]
    /// The registration's sequence number.
    package let sequenceNumber: Int64
    /// The counter of the registration's assertion; 0 where the device has none.
    package let assertionCounter: UInt32

    /// A wallet that registers.
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

/// What came of a registration.
package enum AccountCreation: Sendable, Hashable {
    /// The account is new.
    case created
    /// The same request had made it.
    case repeated
    /// Another request had made it.
    case conflict
    /// No wallet is taken any more: the solution is revoked.
    case solutionRevoked
}
