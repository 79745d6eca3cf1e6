// SPDX-License-Identifier: EUPL-1.2

import JOSE
import ProviderProtocol

/// The challenges of one wallet as its row has them: at most one for each instruction.
package struct IssuedChallenges: Sendable {
    private let json: String

    /// The stored text.
    ///
    /// - Parameter json: `{"check_pin": ["value", expiry], …}`, the expiry in milliseconds since 1970.
    package init(json: String) {
        self.json = json
    }

    /// Whether a challenge is the wallet's for its instruction and still lives. A text that does not parse has no challenge.
    package func contains(_ challenge: InstructionChallenge, at now: Timestamp) -> Bool {
        guard case .array(let pair) = try? JSONObject(parsing: Array(json.utf8))[challenge.instruction.rawValue], pair.count == 2,
            case .integer(let expiry) = pair[1]
        else { return false }
        return pair[0] == .string(challenge.value) && expiry > now.milliseconds
    }
}
