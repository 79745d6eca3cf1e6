// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The claims of a message, signed by the PIN key and the device key.
///
/// Shape; all members are required, and no other members are accepted:
/// - `wallet_id`: base64url, 16 bytes
/// - `instruction`: the instruction's name
/// - `challenge`: the token of the registration, or a beacon
/// - `seq`: 1…2⁵³ − 1, strictly increasing per wallet
/// - `iat`: seconds since 1970
/// - `data`: an object, depending on the instruction
package struct InstructionClaims: Sendable, Hashable {
    /// The sending wallet.
    package let walletID: WalletID
    /// The provider's public base URL.
    package let audience: String
    package let instruction: Instruction
    /// Proves that the message is recent: the beacon of an instruction, or the token of a registration.
    package let challenge: String
    /// The sequence number; the phone stores it before sending.
    package let sequenceNumber: Int64
    /// The time of creation by the phone's clock, in seconds since 1970. Never compared: the challenge proves that the message is recent.
    package let issuedAt: Int64
    /// The instruction's data.
    package let data: JSONObject

    package init(
        walletID: WalletID, audience: String, instruction: Instruction, challenge: String, sequenceNumber: Int64, issuedAt: Int64,
        data: JSONObject = [:]
    ) {
        self.walletID = walletID
        self.audience = audience
        self.instruction = instruction
        self.challenge = challenge
        self.sequenceNumber = sequenceNumber
        self.issuedAt = issuedAt
        self.data = data
    }

    /// Reads the claims from the signed bytes.
    ///
    /// - Throws: `ProtocolViolation` for a missing, unknown or duplicate member, or a wrong type.
    package init(parsing bytes: [UInt8]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: bytes))
            let walletID = try WalletID(parsing: reader.string("wallet_id"))
            let audience = try reader.string("aud")
            guard let instruction = Instruction(rawValue: try reader.string("instruction")) else {
                throw ProtocolViolation("unknown instruction")
            }
            let claims = InstructionClaims(
                walletID: walletID, audience: audience, instruction: instruction, challenge: try reader.string("challenge"),
                sequenceNumber: try reader.integer("seq"), issuedAt: try reader.time("iat"), data: try reader.object("data"))
            try reader.finish()
            guard claims.sequenceNumber >= 1 else { throw ProtocolViolation("seq starts at 1") }
            return claims
        }
    }

    /// Encodes the claims for signing.
    package func encode() -> [UInt8] {
        let object: JSONObject = [
            "wallet_id": .string(walletID.text), "aud": .string(audience), "instruction": .string(instruction.rawValue),
            "challenge": .string(challenge), "seq": .integer(sequenceNumber), "iat": .integer(issuedAt), "data": .object(data),
        ]
        return object.encode()
    }

    /// The ASCII text that a PIN key signs to prove its possession within the instruction's data. The text is different for each message.
    package var possessionText: String {
        "\(instruction.rawValue) \(walletID.text) \(sequenceNumber) \(challenge)"
    }
}
