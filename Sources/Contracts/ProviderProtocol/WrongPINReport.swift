// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `result` of `check_pin` for a wallet with many wrong PINs: `{"wrong_pins": 24, "days": 30}`. For any other wallet it is null.
///
/// It only tells. A right PIN does not lower the number, time alone does, and nothing is refused because of it.
package struct WrongPINReport: Sendable, Hashable {
    /// The number of wrong PINs within the last `days`, 1 or more.
    package let count: Int
    /// The length of the time that is looked back on, in days: 1…366.
    package let days: Int

    /// Makes a report.
    package init(count: Int, days: Int) {
        self.count = count
        self.days = days
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let (count, days) = (try reader.integer("wrong_pins"), try reader.integer("days"))
            try reader.finish()
            guard count >= 1, let count = Int(exactly: count), (1...366).contains(days) else {
                throw ProtocolViolation("a number outside its range")
            }
            return WrongPINReport(count: count, days: Int(days))
        }
    }

    /// The `result`.
    package var json: JSONObject { ["wrong_pins": .integer(Int64(count)), "days": .integer(Int64(days))] }
}
