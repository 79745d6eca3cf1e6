// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of a request for a challenge: `{"for": "<instruction>"}`.
package struct ChallengeRequest: Sendable, Hashable {
    /// The instruction that the challenge is to serve.
    package let instruction: Instruction

    /// Makes the data to send.
    package init(for instruction: Instruction) {
        self.instruction = instruction
    }

    /// Reads the claims of a request.
    ///
    /// - Throws: `ProtocolViolation` when the data have another shape, when the request itself carries a challenge, or when the instruction
    ///   takes none of this kind.
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

    /// The claims' `data`.
    package var json: JSONObject { ["for": .string(instruction.rawValue)] }
}
