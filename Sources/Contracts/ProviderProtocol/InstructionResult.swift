// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The provider's signed response, bound to the wallet, the instruction and the challenge.
///
/// Claims: `wallet_id`, `instruction`, `challenge`, `iat`, `result` (an object, or null).
package struct InstructionResult: SignedToken {
    /// The header's `typ`.
    package static let type = "wallet-instruction-result+jwt"

    /// The wallet that sent the instruction.
    package let walletID: WalletID
    package let instruction: Instruction
    /// The challenge in the wallet's message.
    package let challenge: String
    /// Seconds since 1970, by the provider's clock.
    package let issuedAt: Int64
    /// The instruction's result; nil (null) for `check_pin`, apart from a ``WrongPINReport``.
    package let result: JSONObject?

    package init(walletID: WalletID, instruction: Instruction, challenge: String, issuedAt: Int64, result: JSONObject?) {
        self.walletID = walletID
        self.instruction = instruction
        self.challenge = challenge
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
        challenge = try reader.string("challenge")
        issuedAt = try reader.integer("iat")
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
            "wallet_id": .string(walletID.text), "instruction": .string(instruction.rawValue), "challenge": .string(challenge),
            "iat": .integer(issuedAt), "result": result.map(JSONValue.object) ?? .null,
        ]
    }

    /// True if this is the response to exactly that message.
    package func answers(_ claims: InstructionClaims) -> Bool {
        walletID == claims.walletID && instruction == claims.instruction && challenge == claims.challenge
    }
}
