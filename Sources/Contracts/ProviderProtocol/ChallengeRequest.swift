// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of a request for a challenge: `{"for": "<instruction>"}`.
package struct ChallengeRequest: Sendable, Hashable {
    /// The instruction for which the challenge is requested.
    package let instruction: Instruction

    package init(for instruction: Instruction) {
        self.instruction = instruction
    }

    /// Reads the claims of a request.
    ///
    /// - Throws: `ProtocolViolation` if the data has another shape, the request itself contains a challenge, or the instruction does not use
    ///   this kind of challenge.
    package init(_ claims: InstructionClaims) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(claims.data)
            let name = try reader.string("for")
            try reader.finish()
            guard claims.challenge.isEmpty, let instruction = Instruction(rawValue: name), instruction.takesChallenge else {
                throw ProtocolViolation("no challenge can be asked for this")
            }
            return ChallengeRequest(for: instruction)
        }
    }

    package var json: JSONObject { ["for": .string(instruction.rawValue)] }
}
