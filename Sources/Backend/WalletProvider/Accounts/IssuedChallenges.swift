// SPDX-License-Identifier: EUPL-1.2

import JOSE
import ProviderProtocol

/// The live challenges of one wallet, as stored in its row: at most one for each instruction.
package struct IssuedChallenges: Sendable {
    private let json: String

    /// - Parameter json: `{"check_pin": ["value", expiry], …}`, the expiry in milliseconds since 1970.
    package init(json: String) {
        self.json = json
    }

    /// Returns true if the challenge was issued to the wallet for its instruction and has not expired. Malformed JSON contains no
    /// challenge.
    package func contains(_ challenge: InstructionChallenge, at now: Timestamp) -> Bool {
        guard case .array(let pair) = try? JSONObject(parsing: Array(json.utf8))[challenge.instruction.rawValue], pair.count == 2,
            case .integer(let expiry) = pair[1]
        else { return false }
        return pair[0] == .string(challenge.value) && expiry > now.milliseconds
    }
}
