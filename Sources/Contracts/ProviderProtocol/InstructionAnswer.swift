// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The response body of `/instructions/{name}`: `{"result": "<JWT>", "beacon": "…"}`.
package struct InstructionAnswer: Sendable, Hashable {
    /// An ``InstructionResult`` in compact form.
    package let result: String
    /// A beacon for the next message; not signed, because the provider recognises its own.
    package let beacon: String

    package init(result: String, beacon: String) {
        self.result = result
        self.beacon = beacon
    }

    /// Reads a response body.
    ///
    /// - Throws: `ProtocolViolation` if it is not an object with exactly these members.
    package init(parsing body: [UInt8]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let answer = InstructionAnswer(result: try reader.string("result"), beacon: try reader.string("beacon"))
            try reader.finish()
            return answer
        }
    }

    /// Encodes the body as JSON.
    package func encode() -> [UInt8] {
        JSONObject([("result", .string(result)), ("beacon", .string(beacon))]).encode()
    }
}
