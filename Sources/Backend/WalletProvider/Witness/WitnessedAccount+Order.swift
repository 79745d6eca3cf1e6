// SPDX-License-Identifier: EUPL-1.2

/// Two readings of one account, and which is the later one.
extension WitnessedAccount {
    /// Both readings were true at some time: what was last. The order does not matter, so journals of several servers may be read in any.
    package func joined(with other: WitnessedAccount) -> WitnessedAccount {
        let newer = pin.version >= other.pin.version ? self : other
        var joined = newer
        // The revocation of a recovery code takes the place of another one.
        joined.end = other.isHolderRevoked ? other.end : end ?? other.end
        if !joined.isDeregistered { joined.recoveryCodeMark = recoveryCodeMark ?? other.recoveryCodeMark }
        joined.isUsed = isUsed || other.isUsed
        joined.sequenceNumber = max(sequenceNumber, other.sequenceNumber)
        joined.assertionCounter = max(assertionCounter, other.assertionCounter)
        joined.attempts = attempts.joined(with: other.attempts)
        return joined
    }

    /// Whether this reading lacks something that the witness has seen.
    package func isBehind(_ witnessed: WitnessedAccount) -> Bool { !lacks(of: witnessed).isEmpty }

    /// What this reading lacks of what the witness has seen.
    package func lacks(of witnessed: WitnessedAccount) -> Set<WitnessedLoss> {
        var losses: Set<WitnessedLoss> = []
        if witnessed.attempts.sequenceNumber > attempts.sequenceNumber { losses.insert(.attempts) }
        if witnessed.pin.version > pin.version { losses.insert(.pinKeys) }
        if witnessed.end != nil, end == nil { losses.insert(.end) }
        if witnessed.isHolderRevoked, !isHolderRevoked, !isDeregistered { losses.insert(.end) }
        if witnessed.sequenceNumber > sequenceNumber || witnessed.assertionCounter > assertionCounter { losses.insert(.messages) }
        if witnessed.recoveryCodeMark != nil, recoveryCodeMark == nil, !isDeregistered { losses.insert(.recoveryCode) }
        return losses
    }

    /// The worse of a database's reading and the witness's: the later PIN keys and end, the greater numbers, and, unless a later PIN key
    /// was proved meanwhile, the more attempts and the longer wait. So no wallet is better off than it was at either time.
    package func worse(of witnessed: WitnessedAccount) -> WitnessedAccount {
        var worse = joined(with: witnessed)
        if witnessed.pin.version <= pin.version {
            worse.attempts.count = max(attempts.count, witnessed.attempts.count)
            worse.attempts.waitUntil = Attempts.later(attempts.waitUntil, witnessed.attempts.waitUntil)
        }
        return worse
    }
}

extension WitnessedAccount.Attempts {
    /// The later state. Of two after the same attempt it is the one with fewer: the PIN turned out to be right.
    func joined(with other: Self) -> Self {
        guard sequenceNumber == other.sequenceNumber else { return sequenceNumber > other.sequenceNumber ? self : other }
        return count <= other.count ? self : other
    }

    static func later(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left, let right else { return left ?? right }
        return max(left, right)
    }
}

/// What a database that was put back lacks.
package enum WitnessedLoss: String, Sendable, Hashable, CaseIterable {
    /// The account as a whole.
    case registration = "registrations"
    /// Attempts at the PIN, and with them waits and blocks.
    case attempts
    /// A change or recovery of the PIN, begun or done.
    case pinKeys = "PIN changes"
    /// A revocation, or the wallet's own farewell.
    case end = "revocations and farewells"
    /// Messages that were accepted, which could be accepted again.
    case messages
    /// The recovery code, so that another one could be brought.
    case recoveryCode = "recovery codes"
    /// The revocation of all wallets.
    case solution = "revocation of all wallets"
}
