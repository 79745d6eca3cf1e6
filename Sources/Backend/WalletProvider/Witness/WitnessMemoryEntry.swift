// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// The state of one wallet that a running provider keeps in memory.
struct WitnessMemoryEntry: Sendable {
    /// True if this process's own journal records the wallet as used. The journal then never drops it, and attempts can be recorded in the
    /// short form.
    var isOwn = false
    var isUsed: Bool
    var hasEnded: Bool
    var isHolderRevoked: Bool
    var isDeregistered: Bool
    var hasRecoveryCode: Bool
    var sequenceNumber: Int64
    var pinVersion: Int64
    var createdAt: Timestamp
    /// The last intent of another process, or of an earlier one.
    private var lastIntent: WitnessIntent?
    /// The sequence number of an attempt of this process of which only the intent is in the journal; nil once it is confirmed.
    var unconfirmed: Int64?

    /// An intent that the database may lack. An attempt is reserved only by a database that has it.
    var openIntent: WitnessIntent? { lastIntent.flatMap { $0.sequenceNumber > sequenceNumber ? $0 : nil } }

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

    /// The entry of a wallet of which only the deregistration is known.
    static let gone = WitnessMemoryEntry()

    /// Notes an intent of a process.
    mutating func note(_ intent: WitnessIntent) { lastIntent = WitnessIntent.later(lastIntent, intent) }

    /// Combines two entries that were true at different times.
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
        joined.lastIntent = WitnessIntent.later(lastIntent, other.lastIntent)
        joined.unconfirmed = unconfirmed ?? other.unconfirmed
        return joined
    }

    /// True if an account read later shows an earlier state.
    func isAfter(_ account: Account) -> Bool {
        if account.sequenceNumber < sequenceNumber || account.pin.version < pinVersion { return true }
        return hasEnded && account.state == .active || isHolderRevoked && !account.isHolderRevoked
    }

    /// True if an entry read later shows an earlier state.
    func isAfter(_ found: WitnessMemoryEntry) -> Bool {
        found.sequenceNumber < sequenceNumber || found.pinVersion < pinVersion || hasEnded && !found.hasEnded
            || isHolderRevoked && !found.isHolderRevoked && !found.isDeregistered
    }

    /// True if the entry contains a change that no journal contains.
    func isMissingChange(of found: WitnessMemoryEntry) -> Bool {
        found.isUsed && !isUsed || found.pinVersion > pinVersion || found.hasEnded && !hasEnded
            || found.isHolderRevoked && !isHolderRevoked || found.hasRecoveryCode && !hasRecoveryCode
    }

    /// True if the database must contain the account.
    var shouldBeThere: Bool { isUsed && !isDeregistered }

    /// True if the account contains a change that no journal contains and that must not be acknowledged before a journal does.
    func isMissingChange(of account: Account) -> Bool {
        let hasEnded = if case .active = account.state { false } else { !account.isSolutionRevoked }
        return account.isUsed && !isUsed || account.pin.version > pinVersion || hasEnded && !self.hasEnded
            || account.isHolderRevoked && !isHolderRevoked || account.recoveryCodeMark != nil && !hasRecoveryCode
    }
}

extension Account {
    /// True if the account was revoked because of its recovery code.
    fileprivate var isHolderRevoked: Bool { if case .revoked(let revocation) = state { revocation.reason == .recoveryCode } else { false } }
}
