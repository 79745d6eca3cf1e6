// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import WalletInterface

/// A message that proves a PIN and whose answer may have been lost. The message is kept only in memory: together with the salt, a message
/// signed by a PIN key lets an attacker test PINs, so the phone never stores one.
struct PendingInstruction: Sendable {
    let message: InstructionMessage
    /// The request's body; a retry sends the same bytes.
    let body: [UInt8]
    /// The wall-clock time of its creation.
    let madeAt: Date

    /// The time for which the provider keeps an answer, in seconds (provider-protocol.md, *The order of an attempt*).
    static let lifetime: TimeInterval = 600

    /// True while the provider may still know its answer.
    func isAlive(at now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(madeAt))
    }
}
