// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The times after which the core warns and locks.
///
/// `{"warning_seconds": 240, "inactivity_seconds": 300, "background_seconds": 300}`; a missing member has the value shown here.
package struct LockTimeouts: Sendable, Hashable {
    /// Seconds without a touch before the user is warned; 10...3599 and less than `inactivitySeconds`.
    package let warningSeconds: Int
    /// Seconds without a touch before the wallet locks; 30...3600.
    package let inactivitySeconds: Int
    /// Seconds in the background before the wallet locks; 0...3600.
    package let backgroundSeconds: Int

    /// 240, 300 and 300 seconds.
    package static let standard = LockTimeouts(warning: 240, inactivity: 300, background: 300)

    private init(warning: Int, inactivity: Int, background: Int) {
        warningSeconds = warning
        inactivitySeconds = inactivity
        backgroundSeconds = background
    }

    /// Timeouts; nil if out of range.
    package init?(warningSeconds: Int, inactivitySeconds: Int, backgroundSeconds: Int) {
        let json: JSONObject = [
            "warning_seconds": .integer(Int64(warningSeconds)), "inactivity_seconds": .integer(Int64(inactivitySeconds)),
            "background_seconds": .integer(Int64(backgroundSeconds)),
        ]
        guard let timeouts = try? LockTimeouts(.object(json), at: "") else { return nil }
        self = timeouts
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let standard = Self.standard
        let warning = reader.optional("warning_seconds", Reading.integer(10...3599)) ?? standard.warningSeconds
        let inactivity = reader.optional("inactivity_seconds", Reading.integer(30...3600)) ?? standard.inactivitySeconds
        let background = reader.optional("background_seconds", Reading.integer(0...3600)) ?? standard.backgroundSeconds
        if !reader.hasProblems, warning >= inactivity { reader.report("warning_seconds", problem: "not less than inactivity_seconds") }
        self = try reader.finish(LockTimeouts(warning: warning, inactivity: inactivity, background: background))
    }

    var json: JSONValue {
        [
            "warning_seconds": .integer(Int64(warningSeconds)), "inactivity_seconds": .integer(Int64(inactivitySeconds)),
            "background_seconds": .integer(Int64(backgroundSeconds)),
        ]
    }
}
