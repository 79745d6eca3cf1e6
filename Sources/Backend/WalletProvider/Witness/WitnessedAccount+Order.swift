// SPDX-License-Identifier: EUPL-1.2

/// The order of two readings of one account.
extension WitnessedAccount {
    /// Combines two readings that were true at different times. The operation is commutative, so journals of several servers may be read in
    /// any order.
    package func joined(with other: WitnessedAccount) -> WitnessedAccount {
        let newer = pin.version >= other.pin.version ? self : other
        var joined = newer
        // The revocation of a recovery code replaces an earlier revocation.
        joined.end = other.isHolderRevoked ? other.end : end ?? other.end
        if !joined.isDeregistered { joined.recoveryCodeMark = recoveryCodeMark ?? other.recoveryCodeMark }
        joined.isUsed = isUsed || other.isUsed
        joined.sequenceNumber = max(sequenceNumber, other.sequenceNumber)
        joined.assertionCounter = max(assertionCounter, other.assertionCounter)
        joined.attempts = attempts.joined(with: other.attempts)
        return joined
    }

    /// True if this reading lacks a change that the witness has seen.
    package func isBehind(_ witnessed: WitnessedAccount) -> Bool { !losses(comparedWith: witnessed).isEmpty }

    /// Returns the kinds of change that the witness has seen and this reading lacks.
    package func losses(comparedWith witnessed: WitnessedAccount) -> Set<WitnessedLoss> {
        var losses: Set<WitnessedLoss> = []
        if witnessed.attempts.sequenceNumber > attempts.sequenceNumber { losses.insert(.attempts) }
        if witnessed.pin.version > pin.version { losses.insert(.pinKeys) }
        if witnessed.end != nil, end == nil { losses.insert(.end) }
        if witnessed.isHolderRevoked, !isHolderRevoked, !isDeregistered { losses.insert(.end) }
        if witnessed.sequenceNumber > sequenceNumber || witnessed.assertionCounter > assertionCounter { losses.insert(.messages) }
        if witnessed.recoveryCodeMark != nil, recoveryCodeMark == nil, !isDeregistered { losses.insert(.recoveryCode) }
        return losses
    }

    /// Returns the more restrictive combination of a database's reading and the witness's: the later PIN keys and end, the greater numbers,
    /// and, unless a later PIN key was proved since, the higher attempts and the longer waiting period. So a restore never improves a
    /// wallet's state.
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
    /// Returns the later state. Of two states after the same attempt, the lower count is later: the PIN turned out to be right.
    func joined(with other: Self) -> Self {
        guard sequenceNumber == other.sequenceNumber else { return sequenceNumber > other.sequenceNumber ? self : other }
        return count <= other.count ? self : other
    }

    static func later(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left, let right else { return left ?? right }
        return max(left, right)
    }
}

/// A kind of change that a restored database lacks.
package enum WitnessedLoss: String, Sendable, Hashable, CaseIterable {
    /// The whole account.
    case registration = "registrations"
    /// Attempts at the PIN, with waiting periods and blocks.
    case attempts
    /// A change or recovery of the PIN, started or completed.
    case pinKeys = "PIN changes"
    /// A revocation or deregistration.
    case end = "revocations and deregistrations"
    /// Accepted messages, which could otherwise be accepted again.
    case messages
    /// The recovery code, which could otherwise be replaced.
    case recoveryCode = "recovery codes"
    case solution = "revocation of all wallets"
}
