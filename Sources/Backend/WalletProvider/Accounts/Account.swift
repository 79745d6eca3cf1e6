// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet as the provider knows it.
package struct Account: Sendable {
    /// Its name.
    package let walletID: WalletID
    /// Whether it may still do anything.
    package let state: AccountState
    /// The device key that attested itself at registration: x ‖ y, 64 bytes.
    package let deviceKey: [UInt8]
    /// The PIN public key as the HSM sealed it, with the wallet id as associated data.
    package let sealedPINKey: [UInt8]
    /// When it was registered.
    package let createdAt: Timestamp
    /// Whether any valid message came after the registration.
    package let isUsed: Bool
    /// The highest sequence number accepted.
    package let sequenceNumber: Int64
    /// The highest assertion counter accepted.
    package let assertionCounter: UInt32
    /// Attempts reserved since the last right PIN, 0 or more.
    package let attempts: Int
    /// No attempt is reserved before this time.
    package let waitUntil: Timestamp?

    /// An account as it was read.
    package init(
        walletID: WalletID, state: AccountState, deviceKey: [UInt8], sealedPINKey: [UInt8], createdAt: Timestamp, isUsed: Bool,
        sequenceNumber: Int64, assertionCounter: UInt32, attempts: Int, waitUntil: Timestamp?
    ) {
        self.walletID = walletID
        self.state = state
        self.deviceKey = deviceKey
        self.sealedPINKey = sealedPINKey
        self.createdAt = createdAt
        self.isUsed = isUsed
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.attempts = attempts
        self.waitUntil = waitUntil
    }
}

/// Whether an account may still do anything. *Blocked* is no state of its own: it is an account whose attempts are all spent.
package enum AccountState: Sendable, Hashable {
    /// It may.
    case active
    /// It may not, for good.
    case revoked(RevocationReason)
}

/// Why a wallet was revoked (the protocol page, Revocation).
package enum RevocationReason: String, Sendable, Hashable, CaseIterable {
    /// The user gave the deletion code.
    case userRequest = "user_request"
    /// The operator did it.
    case adminRequest = "admin_request"
    /// No wallet of this kind is trusted any more.
    case solutionCompromised = "solution_compromised"

    /// Whether the user may make a new wallet.
    package var canRegisterNewWallet: Bool {
        switch self {
        case .userRequest, .adminRequest: true
        case .solutionCompromised: false
        }
    }
}

/// A wallet that registers.
package struct NewAccount: Sendable {
    /// Its name, from the enrolment challenge.
    package let walletID: WalletID
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
    /// The counter of the registration's assertion.
    package let assertionCounter: UInt32
    /// Now.
    package let createdAt: Timestamp

    /// A wallet that registers.
    package init(
        walletID: WalletID, deviceKey: [UInt8], sealedPINKey: [UInt8], revocationCodeMark: [UInt8], requestHash: [UInt8],
        sequenceNumber: Int64, assertionCounter: UInt32, createdAt: Timestamp
    ) {
        self.walletID = walletID
        self.deviceKey = deviceKey
        self.sealedPINKey = sealedPINKey
        self.revocationCodeMark = revocationCodeMark
        self.requestHash = requestHash
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.createdAt = createdAt
    }
}
