// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A period in which the backend is closed for maintenance, and the notice for users.
///
/// `{"from": "2026-01-31T22:00:00Z", "until": "…", "text": {"de": "…", "en": "…"}}`; `text` is optional.
package struct MaintenanceWindow: Sendable, Hashable {
    /// The first second, in seconds since 1970.
    package let from: Int64
    /// The end (exclusive), in seconds since 1970: 1 s to 30 days after `from`.
    package let until: Int64
    /// The notice; nil for the app's standard text.
    package let text: MaintenanceText?

    /// A maintenance window. Values outside these limits cannot be signed or read back.
    package init(from: Int64, until: Int64, text: MaintenanceText? = nil) {
        self.from = from
        self.until = until
        self.text = text
    }

    /// True if the window is open at an instant, in seconds since 1970.
    package func contains(_ now: Int64) -> Bool { from <= now && now < until }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let from = reader.required("from", Reading.instant)
        let until = reader.required("until", Reading.instant)
        let text = reader.optional("text", MaintenanceText.init)
        var window: MaintenanceWindow?
        if let from, let until {
            if !(1...30 * 86_400).contains(until - from) { reader.report("until", problem: "not 1 second to 30 days after from") }
            window = MaintenanceWindow(from: from, until: until, text: text)
        }
        self = try reader.finish(window)
    }

    var json: JSONValue {
        var object: JSONObject = ["from": Instant.json(from), "until": Instant.json(until)]
        if let text { object.append("text", text.json) }
        return .object(object)
    }
}
