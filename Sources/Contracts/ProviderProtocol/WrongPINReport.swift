// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `result` of `check_pin` for a wallet with many wrong PINs: `{"wrong_pins": 24, "days": 30}`. For any other wallet it is null.
///
/// Informative only: the count decreases with time, not with a correct PIN, and the provider refuses no request because of the count.
package struct WrongPINReport: Sendable, Hashable {
    /// Number of wrong PINs within the last `days`, at least 1.
    package let count: Int
    /// Length of the period in days, 1…366.
    package let days: Int

    package init(count: Int, days: Int) {
        self.count = count
        self.days = days
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
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

    package var json: JSONObject { ["wrong_pins": .integer(Int64(count)), "days": .integer(Int64(days))] }
}
