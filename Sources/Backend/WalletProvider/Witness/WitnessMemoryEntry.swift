// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// What a running provider knows of one wallet by heart.
struct WitnessMemoryEntry: Sendable {
    /// Whether this process's own journal has it as a wallet that is used. Then it is never forgotten there, and an attempt can be written down by
    /// itself.
    var isOwn = false
    var isUsed: Bool
    var hasEnded: Bool
    var isHolderRevoked: Bool
    var isDeregistered: Bool
    var hasRecoveryCode: Bool
    var sequenceNumber: Int64
    var pinVersion: Int64
    var createdAt: Timestamp

    init(_ account: WitnessedAccount) {
        isUsed = account.isUsed
        hasEnded = account.end != nil
        isHolderRevoked = account.isHolderRevoked
        isDeregistered = account.isDeregistered
        hasRecoveryCode = account.recoveryCodeMark != nil
        sequenceNumber = account.sequenceNumber
        pinVersion = account.pin.version
        createdAt = account.registration.createdAt
    }

    private init() {
        (isUsed, hasEnded, isHolderRevoked, isDeregistered, hasRecoveryCode) = (true, true, false, true, false)
        (sequenceNumber, pinVersion, createdAt) = (0, 0, Timestamp(milliseconds: 0))
    }

    /// A wallet of which only the farewell is known.
    static let gone = WitnessMemoryEntry()

    /// Both were true at some time.
    func joined(with other: WitnessMemoryEntry) -> WitnessMemoryEntry {
        var joined = self
        joined.isOwn = isOwn || other.isOwn
        joined.isUsed = isUsed || other.isUsed
        joined.hasEnded = hasEnded || other.hasEnded
        joined.isHolderRevoked = isHolderRevoked || other.isHolderRevoked
        joined.isDeregistered = isDeregistered || other.isDeregistered
        joined.hasRecoveryCode = hasRecoveryCode || other.hasRecoveryCode
        joined.sequenceNumber = max(sequenceNumber, other.sequenceNumber)
        joined.pinVersion = max(pinVersion, other.pinVersion)
        joined.createdAt = max(createdAt, other.createdAt)
        return joined
    }

    /// Whether an account that was read later is from before.
    func isAfter(_ account: Account) -> Bool {
        if account.sequenceNumber < sequenceNumber || account.pin.version < pinVersion { return true }
        return hasEnded && account.state == .active || isHolderRevoked && !account.isHolderRevoked
    }

    /// Whether a reading of the account that was made later is from before.
    func isAfter(_ found: WitnessMemoryEntry) -> Bool {
        found.sequenceNumber < sequenceNumber || found.pinVersion < pinVersion || hasEnded && !found.hasEnded
            || isHolderRevoked && !found.isHolderRevoked && !found.isDeregistered
    }

    /// Whether a reading of the account has something that no journal has.
    func lacks(_ found: WitnessMemoryEntry) -> Bool {
        found.isUsed && !isUsed || found.pinVersion > pinVersion || found.hasEnded && !hasEnded
            || found.isHolderRevoked && !isHolderRevoked || found.hasRecoveryCode && !hasRecoveryCode
    }

    /// Whether an account that is not there any more should be.
    var shouldBeThere: Bool { isUsed && !isDeregistered }

    /// Whether an account that was read has something that no journal has, and that must not be acknowledged before one does.
    func lacks(_ account: Account) -> Bool {
        let hasEnded = if case .active = account.state { false } else { !account.isSolutionRevoked }
        return account.isUsed && !isUsed || account.pin.version > pinVersion || hasEnded && !self.hasEnded
            || account.isHolderRevoked && !isHolderRevoked || account.recoveryCodeMark != nil && !hasRecoveryCode
    }
}

extension Account {
    /// Whether it was revoked because of its recovery code.
    fileprivate var isHolderRevoked: Bool { if case .revoked(let revocation) = state { revocation.reason == .recoveryCode } else { false } }
}
