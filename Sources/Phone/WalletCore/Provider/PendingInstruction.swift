// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import WalletInterface

/// A message that proves a PIN and whose answer may have been lost. It lives in memory only: together with the salt, a message that a PIN
/// key signed would let whoever reads it try PINs, and at rest the phone holds nothing of that kind.
struct PendingInstruction: Sendable {
    /// The message.
    let message: InstructionMessage
    /// The request's body; a retry sends the same bytes.
    let body: [UInt8]
    /// When it was made, by the phone's clock.
    let madeAt: Date

    /// How long the provider keeps an answer, in seconds (provider-protocol.md, *The order of an attempt*).
    static let lifetime: TimeInterval = 600

    /// Whether the provider may still know its answer.
    func isAlive(at now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(madeAt))
    }
}
