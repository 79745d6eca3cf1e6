// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The identity of a message whose device proof was verified.
package struct MessageIdentity: Sendable, Hashable {
    package let walletID: WalletID
    /// The message's number; must be greater than the account's.
    package let sequenceNumber: Int64
    /// The assertion's counter, which must be greater than the account's; nil for a device without a counter.
    package let assertionCounter: UInt32?
    /// SHA-256 of the request's body, 32 bytes.
    package let requestHash: [UInt8]

    package init(walletID: WalletID, sequenceNumber: Int64, assertionCounter: UInt32?, requestHash: [UInt8]) {
        self.walletID = walletID
        self.sequenceNumber = sequenceNumber
        self.assertionCounter = assertionCounter
        self.requestHash = requestHash
    }
}

/// A stored answer, returned again when the identical request is repeated.
package struct StoredAnswer: Sendable, Hashable {
    /// The HTTP status: 200, or the status of a problem.
    package let status: Int
    /// The signed result in compact form, or the problem document.
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// A message that took effect, with its answer.
package struct RecordedMessage: Sendable, Hashable {
    /// SHA-256 of the request's body, 32 bytes.
    package let requestHash: [UInt8]
    /// The answer; nil while the message is in progress, and permanently if the provider stopped before it answered.
    package let answer: StoredAnswer?

    package init(requestHash: [UInt8], answer: StoredAnswer?) {
        self.requestHash = requestHash
        self.answer = answer
    }
}
