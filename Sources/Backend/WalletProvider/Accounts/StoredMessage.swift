// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// What identifies a message whose device proof stands.
package struct MessageIdentity: Sendable, Hashable {
    /// The wallet that sent it.
    package let walletID: WalletID
    /// Its number; it must be greater than the account's.
    package let sequenceNumber: Int64
    /// Its assertion's counter; it must be greater than the account's. Nil from a device that has none.
    package let assertionCounter: UInt32?
    /// SHA-256 of the request's body, 32 bytes.
    package let requestHash: [UInt8]

    /// The identity of a message.
    package init(walletID: WalletID, sequenceNumber: Int64, assertionCounter: UInt32?, requestHash: [UInt8]) {
        self.walletID = walletID
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.requestHash = requestHash
    }
}

/// A challenge for an instruction; a wallet has at most one for each.
package struct InstructionChallenge: Sendable, Hashable {
    /// The instruction that it was asked for; it serves no other.
    package let instruction: Instruction
    /// The text as it stands in messages.
    package let value: String

    /// Whether it can be one that was issued. Messages can claim any text; one with a zero byte is cut or refused by databases, so stores
    /// do not ask them for it.
    package var canBeLive: Bool { !value.utf8.contains(0) }

    /// A challenge.
    package init(instruction: Instruction, value: String) {
        self.instruction = instruction
        self.value = value
    }
}

/// An answer that was given, to be given again to the identical request.
package struct StoredAnswer: Sendable, Hashable {
    /// The HTTP status: 200, or that of a problem.
    package let status: Int
    /// The body: an answer's, or the problem document.
    package let body: [UInt8]

    /// An answer.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// A message that had its effect, with the answer that was given to it.
package struct RecordedMessage: Sendable, Hashable {
    /// SHA-256 of the request's body, 32 bytes.
    package let requestHash: [UInt8]
    /// The answer; nil while the message is at work, and for ever when the provider stopped in between.
    package let answer: StoredAnswer?

    /// A recorded message.
    package init(requestHash: [UInt8], answer: StoredAnswer?) {
        self.requestHash = requestHash
        self.answer = answer
    }
}
