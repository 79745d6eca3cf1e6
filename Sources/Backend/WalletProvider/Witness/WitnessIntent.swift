// SPDX-License-Identifier: EUPL-1.2

/// A message whose reservation is being written to the database at the same time: an attempt that may have been made.
///
/// It is *open* until a record of its wallet with its sequence number or a higher one is known. If the database lacks an open intent, a
/// crash or a refusal prevented the reservation, or the database was restored from a backup. These cannot be told apart, so the attempt
/// counts (`WitnessedAccount.spending`).
package struct WitnessIntent: Sendable, Hashable {
    /// The sequence number of the message.
    package let sequenceNumber: Int64
    /// The message's counter; nil for a device without a counter.
    package let counter: UInt32?

    package init(sequenceNumber: Int64, counter: UInt32?) {
        self.sequenceNumber = sequenceNumber
        self.counter = counter
    }

    package init(_ message: MessageIdentity) {
        self.init(sequenceNumber: message.sequenceNumber, counter: message.assertionCounter)
    }

    /// Returns the later of two intents of one wallet. It stands for both: the PIN is verified on an intent alone only for the first
    /// attempt after a right PIN, so no wallet has more than one verified attempt that only intents show.
    static func later(_ left: WitnessIntent?, _ right: WitnessIntent?) -> WitnessIntent? {
        guard let left, let right else { return left ?? right }
        return left.sequenceNumber >= right.sequenceNumber ? left : right
    }
}

extension WitnessedAccount {
    /// Returns the account with the attempt of an intent counted and its message used. An account that counts attempts already gets no
    /// further one, because the intent's attempt was the first after a right PIN or was never verified. No state improves.
    package func spending(_ intent: WitnessIntent) -> WitnessedAccount {
        var spent = self
        spent.isUsed = true
        spent.sequenceNumber = max(sequenceNumber, intent.sequenceNumber)
        spent.assertionCounter = max(assertionCounter, intent.counter ?? 0)
        spent.attempts.count = max(attempts.count, 1)
        // The outcome of an earlier right PIN, which may still be unwritten, must not return this attempt.
        spent.attempts.sequenceNumber = max(attempts.sequenceNumber, intent.sequenceNumber)
        return spent
    }
}
