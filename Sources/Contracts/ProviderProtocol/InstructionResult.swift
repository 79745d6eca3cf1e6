// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The provider's signed answer, bound to the wallet, the instruction and the challenge that it answers.
///
/// Claims: `wallet_id`, `instruction`, `challenge`, `iat`, `result` (an object, or null).
package struct InstructionResult: SignedToken {
    /// The header's `typ` of a result.
    package static let type = "wallet-instruction-result+jwt"

    /// The wallet that asked.
    package let walletID: WalletID
    /// What it asked.
    package let instruction: Instruction
    /// The challenge of the message that is answered.
    package let challenge: String
    /// Seconds since 1970, by the provider's clock.
    package let issuedAt: Int64
    /// What the instruction yields; nil (null) for `check_pin`.
    package let result: JSONObject?

    /// Makes the claims of an answer.
    package init(walletID: WalletID, instruction: Instruction, challenge: String, issuedAt: Int64, result: JSONObject?) {
        self.walletID = walletID
        self.instruction = instruction
        self.challenge = challenge
        self.issuedAt = issuedAt
        self.result = result
    }

    /// Reads the claims.
    ///
    /// - Throws: `JSONError` or `ProtocolViolation` on a missing, unknown or malformed claim.
    package init(claims: JSONObject) throws {
        var reader = JSONReader(claims)
        walletID = try WalletID(parsing: reader.string("wallet_id"))
        guard let instruction = Instruction(rawValue: try reader.string("instruction")) else {
            throw ProtocolViolation("unknown instruction")
        }
        self.instruction = instruction
        challenge = try reader.string("challenge")
        issuedAt = try reader.integer("iat")
        switch try reader.value("result") {
        case .null: result = nil
        case .object(let object): result = object
        default: throw ProtocolViolation("result is an object or null")
        }
        try reader.finish()
    }

    /// The claims as they are signed.
    package var claims: JSONObject {
        [
            "wallet_id": .string(walletID.text), "instruction": .string(instruction.rawValue), "challenge": .string(challenge),
            "iat": .integer(issuedAt), "result": result.map(JSONValue.object) ?? .null,
        ]
    }

    /// Whether this answers exactly that message.
    package func answers(_ claims: InstructionClaims) -> Bool {
        walletID == claims.walletID && instruction == claims.instruction && challenge == claims.challenge
    }
}
