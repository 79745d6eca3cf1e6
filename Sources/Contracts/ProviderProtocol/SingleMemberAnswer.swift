// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A response body with one text member: `{"challenge": "…"}` or `{"beacon": "…"}`.
package struct SingleMemberAnswer: Sendable, Hashable {
    /// The name of the single member.
    package enum Member: String, Sendable, Hashable {
        /// The response of `/enroll`: a JWT.
        case challenge
        /// The response of `/beacon`.
        case beacon
    }

    package let member: Member
    package let value: String

    package init(_ member: Member, _ value: String) {
        self.member = member
        self.value = value
    }

    /// Reads a response body.
    ///
    /// - Throws: `ProtocolViolation` if it is not an object with exactly this member.
    package init(parsing body: [UInt8], expecting member: Member) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let value = try reader.string(member.rawValue)
            try reader.finish()
            return SingleMemberAnswer(member, value)
        }
    }

    /// Encodes the body as JSON.
    package func encode() -> [UInt8] {
        JSONObject([(member.rawValue, .string(value))]).encode()
    }
}
