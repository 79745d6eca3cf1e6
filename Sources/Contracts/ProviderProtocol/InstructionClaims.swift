// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What a message says: the claims that the PIN key and the device key sign.
///
/// Shape, all members required, no others:
/// - `wallet_id`: base64url, 16 bytes
/// - `aud`: the provider's public base URL, without a trailing slash and without `/api/v1`
/// - `instruction`: its name
/// - `challenge`: as received; empty only in a request for one
/// - `seq`: 1…2⁵³ − 1, grows strictly per wallet
/// - `iat`: seconds since 1970
/// - `data`: an object, by instruction
package struct InstructionClaims: Sendable, Hashable {
    /// The wallet that speaks.
    package let walletID: WalletID
    /// The provider that is spoken to.
    package let audience: String
    /// What is asked.
    package let instruction: Instruction
    /// The challenge that this answers.
    package let challenge: String
    /// The sequence number; the phone stores it before it sends.
    package let sequenceNumber: Int64
    /// When it was made, in seconds since 1970, by the phone's clock.
    package let issuedAt: Int64
    /// What the instruction needs.
    package let data: JSONObject

    /// Makes claims to send.
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

    /// Reads claims, once, from exactly the bytes that were signed.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or doubled member or a wrong type.
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
                sequenceNumber: try reader.integer("seq"), issuedAt: try reader.integer("iat"), data: try reader.object("data"))
            try reader.finish()
            guard claims.sequenceNumber >= 1 else { throw ProtocolViolation("seq starts at 1") }
            return claims
        }
    }

    /// The JSON that is signed.
    package func encode() -> [UInt8] {
        let object: JSONObject = [
            "wallet_id": .string(walletID.text), "aud": .string(audience), "instruction": .string(instruction.rawValue),
            "challenge": .string(challenge), "seq": .integer(sequenceNumber), "iat": .integer(issuedAt), "data": .object(data),
        ]
        return object.encode()
    }
}
