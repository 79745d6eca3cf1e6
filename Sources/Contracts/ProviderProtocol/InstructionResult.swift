// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The provider's signed response, bound to the wallet, the instruction, its number and its challenge.
///
/// Claims: `wallet_id`, `instruction`, `seq`, `challenge`, `iat`, `result` (an object, or null).
package struct InstructionResult: SignedToken {
    /// The header's `typ`.
    package static let type = "wallet-instruction-result+jwt"

    /// The wallet that sent the instruction.
    package let walletID: WalletID
    package let instruction: Instruction
    /// The number of the wallet's message.
    package let sequenceNumber: Int64
    /// The challenge in the wallet's message.
    package let challenge: String
    /// Seconds since 1970, by the provider's clock when it signed. A repeated message gets the recorded result with its first time.
    package let issuedAt: Int64
    /// The instruction's result; nil (null) for `check_pin`, apart from a ``WrongPINReport``.
    package let result: JSONObject?

    /// Creates the response to a message.
    ///
    /// - Parameter issuedAt: seconds since 1970.
    package init(to message: InstructionClaims, issuedAt: Int64, result: JSONObject?) {
        walletID = message.walletID
        instruction = message.instruction
        sequenceNumber = message.sequenceNumber
        challenge = message.challenge
        self.issuedAt = issuedAt
        self.result = result
    }

    /// Reads the claims.
    ///
    /// - Throws: `JSONError` or `ProtocolViolation` if a claim is missing, unknown or malformed.
    package init(claims: JSONObject) throws {
        var reader = JSONReader(claims)
        walletID = try WalletID(parsing: reader.string("wallet_id"))
        guard let instruction = Instruction(rawValue: try reader.string("instruction")) else {
            throw ProtocolViolation("unknown instruction")
        }
        self.instruction = instruction
        sequenceNumber = try reader.integer("seq")
        challenge = try reader.string("challenge")
        issuedAt = try reader.time("iat")
        switch try reader.value("result") {
        case .null: result = nil
        case .object(let object): result = object
        default: throw ProtocolViolation("result is an object or null")
        }
        try reader.finish()
    }

    /// The claims for signing.
    package var claims: JSONObject {
        [
            "wallet_id": .string(walletID.text), "instruction": .string(instruction.rawValue), "seq": .integer(sequenceNumber),
            "challenge": .string(challenge), "iat": .integer(issuedAt), "result": result.map(JSONValue.object) ?? .null,
        ]
    }

    /// True if this is the response to exactly that message.
    package func answers(_ claims: InstructionClaims) -> Bool {
        walletID == claims.walletID && instruction == claims.instruction && sequenceNumber == claims.sequenceNumber
            && challenge == claims.challenge
    }
}
