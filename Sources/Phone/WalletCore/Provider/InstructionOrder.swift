// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// One instruction for the provider: who gives it, what it says, and how its answer is read. `ProviderChannel.send` carries it out.
struct InstructionOrder<Result> {
    /// The wallet that gives an instruction.
    enum Sender {
        /// The wallet that is open.
        case wallet(Registration)
        /// A wallet that was erased. It has its own sequence numbers; `nextNumber` returns one that is already stored.
        case erasedWallet(DeviceIdentity, nextNumber: () throws(WalletCoreError) -> Int64)
    }

    /// How a message that proves a PIN is kept and sent again, so that an attempt is counted once.
    struct Repetition {
        /// How often the same bytes are sent while there is no answer.
        var deliveries = 1
        /// Whether the message is kept after the provider has done the instruction; the caller then forgets it.
        var isKeptWhenDone = false
        /// Runs when a message that was never sent before has not left the phone; the message is then forgotten. Nil keeps the message.
        var whenNotSent: (() throws(WalletCoreError) -> Void)?
        /// Earlier messages that must not be repeated once this one may have been sent.
        var supersedes: [Instruction] = []
        /// Values that are stored in the same transaction as the sequence number.
        var marks: (inout StoreChanges) throws(WalletCoreError) -> Void = { (_) throws(WalletCoreError) in }
    }

    let instruction: Instruction
    let sender: Sender
    /// Makes the instruction's data for a challenge.
    let data: (_ challenge: String) throws(WalletCoreError) -> JSONObject
    /// The PIN's key, which signs the message; nil when the device key alone signs.
    var pinKey: P256.Signing.PrivateKey?
    /// Nil for an instruction that proves no PIN: it is never repeated.
    var repetition: Repetition?
    var timeout: Duration = .seconds(10)
    /// Verifies the answer's body.
    let read: (ProviderClient, _ body: [UInt8], InstructionClaims) throws(WalletCoreError) -> Result

    var identity: DeviceIdentity {
        switch sender {
        case .wallet(let registration): DeviceIdentity(registration)
        case .erasedWallet(let identity, _): identity
        }
    }
}

extension InstructionOrder where Result == JSONObject? {
    /// An instruction that the device key alone signs, and whose answer is the result that the provider signed.
    static func deviceOnly(
        _ instruction: Instruction, from sender: Sender, data: JSONObject = [:], timeout: Duration = .seconds(10)
    ) -> Self {
        Self(
            instruction: instruction, sender: sender, data: { (_) throws(WalletCoreError) in data }, timeout: timeout,
            read: { (client, body, claims) throws(WalletCoreError) in try client.result(in: body, of: claims) })
    }

    /// An instruction that a PIN's key signs, and whose answer is the result that the provider signed.
    static func signed(
        _ instruction: Instruction, by pinKey: P256.Signing.PrivateKey, of registration: Registration, _ repetition: Repetition,
        data: @escaping (_ challenge: String) throws(WalletCoreError) -> JSONObject
    ) -> Self {
        Self(
            instruction: instruction, sender: .wallet(registration), data: data, pinKey: pinKey, repetition: repetition,
            read: { (client, body, claims) throws(WalletCoreError) in try client.result(in: body, of: claims) })
    }
}

/// The provider's definite answer to an instruction.
enum InstructionReply<Result> {
    case done(Result)
    case refused(ProviderProblem)
    /// The provider refused the challenge that the instruction needs: the instruction itself was not sent.
    case noChallenge(ProviderProblem)
    /// The message was sent more than once, and the provider rejects it now: it may have done the instruction before.
    case unclear
}
