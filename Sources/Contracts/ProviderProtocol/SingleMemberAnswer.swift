// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// An answer's body with one text member: `{"challenge": "…"}` or `{"result": "<JWT>"}`.
package struct SingleMemberAnswer: Sendable, Hashable {
    /// The member's name.
    package enum Member: String, Sendable, Hashable {
        /// Of `/enroll` (a JWT) and `/instructions/challenge` (32 bytes in base64url).
        case challenge
        /// Of `/instructions/{name}`: a JWT.
        case result
    }

    /// Which answer it is.
    package let member: Member
    /// The text.
    package let value: String

    /// Makes an answer.
    package init(_ member: Member, _ value: String) {
        self.member = member
        self.value = value
    }

    /// Reads an answer's body.
    ///
    /// - Throws: `ProtocolViolation` when it is not an object with exactly this member.
    package init(parsing body: [UInt8], expecting member: Member) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let value = try reader.string(member.rawValue)
            try reader.finish()
            return SingleMemberAnswer(member, value)
        }
    }

    /// The JSON body.
    package func encode() -> [UInt8] {
        JSONObject([(member.rawValue, .string(value))]).encode()
    }
}
