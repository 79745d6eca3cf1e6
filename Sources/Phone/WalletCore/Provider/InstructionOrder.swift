// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// One instruction for the provider: its sender, its data, and the reader of its answer. `ProviderChannel.send` carries it out.
struct InstructionOrder<Result> {
    /// The wallet that sends an instruction.
    enum Sender {
        /// The current wallet.
        case wallet(Registration)
        /// An erased wallet. It has its own sequence numbers; `nextNumber` returns a number that is already stored.
        case erasedWallet(DeviceIdentity, nextNumber: () throws(WalletCoreError) -> Int64)
    }

    /// Rules for storing and repeating a message that proves a PIN, so that an attempt is counted once.
    struct Repetition {
        /// The maximum number of times the same bytes are sent without an answer.
        var deliveries = 1
        /// True if the message stays stored after the provider has executed the instruction, until the caller removes it.
        var isKeptWhenDone = false
        /// Runs if a message that was never sent before has not left the phone; the message is then forgotten. Nil keeps the message.
        var whenNotSent: (() throws(WalletCoreError) -> Void)?
        /// Earlier messages that must not be repeated once this message may have been sent.
        var supersedes: [Instruction] = []
        /// Stores values in the transaction of the sequence number.
        var marks: (inout StoreChanges) throws(WalletCoreError) -> Void = { (_) throws(WalletCoreError) in }
    }

    let instruction: Instruction
    let sender: Sender
    /// Makes the instruction's data; a PIN key proves its possession by signing the text.
    let data: (_ possessionText: String) throws(WalletCoreError) -> JSONObject
    /// The PIN's key, which signs the message; nil if only the device key signs.
    var pinKey: P256.Signing.PrivateKey?
    /// Nil for an instruction that proves no PIN, which is never repeated.
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
    /// An instruction that only the device key signs. The answer is the result that the provider signed.
    static func deviceOnly(
        _ instruction: Instruction, from sender: Sender, data: JSONObject = [:], timeout: Duration = .seconds(10)
    ) -> Self {
        Self(
            instruction: instruction, sender: sender, data: { (_) throws(WalletCoreError) in data }, timeout: timeout,
            read: { (client, body, claims) throws(WalletCoreError) in try client.result(in: body, of: claims) })
    }

    /// An instruction that a PIN's key signs. The answer is the result that the provider signed.
    static func signed(
        _ instruction: Instruction, by pinKey: P256.Signing.PrivateKey, of registration: Registration, _ repetition: Repetition,
        data: @escaping (_ possessionText: String) throws(WalletCoreError) -> JSONObject
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
    /// The message was sent more than once, and the provider now rejects it. The provider may have executed the instruction before.
    case unclear
}
