// SPDX-License-Identifier: EUPL-1.2

import JOSE
import WebPages

/// Everything that a page shows at one moment.
struct PageState: Sendable, Equatable {
    /// The glass.
    struct Phone: Sendable, Equatable {
        /// What fills the glass: the app's screens, or the phone's own.
        var screen: String
        /// Names it in answers; 0 when there is nothing to answer.
        var ticket: Int
        /// Whether it takes answers.
        var isLive: Bool
        /// Where the screen comes from.
        var direction: String
        /// The icons of the status bar.
        var status: String
        /// The sensor at work; empty when it is not.
        var sensor: String
        /// The language of all of it.
        var language: String
    }

    /// The glass.
    var phone: Phone
    /// The device column.
    var device: String
    /// Where the revocation portal is, which the device column opens; nil while there is none.
    var portal: String?
    /// The design column.
    var design: String
    /// How far the phone's clock is ahead of the real one, in milliseconds.
    var clockOffset: Int64

    /// What a page must be told that shows `other` now: all of it when it shows nothing yet.
    func events(since other: PageState?) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        if clockOffset != other?.clockOffset { events.append(ServerSentEvent("clock", ["offset": .integer(clockOffset)])) }
        if phone != other?.phone { events.append(ServerSentEvent("phone", phone.json)) }
        if device != other?.device || portal != other?.portal {
            events.append(ServerSentEvent("device", ["html": .string(device), "portal": .string(portal ?? "")]))
        }
        if design != other?.design { events.append(ServerSentEvent("design", ["html": .string(design)])) }
        return events
    }
}

extension PageState.Phone {
    fileprivate var json: JSONObject {
        [
            "screen": .string(screen), "ticket": .integer(Int64(ticket)), "live": .bool(isLive), "direction": .string(direction),
            "status": .string(status), "sensor": .string(sensor), "language": .string(language),
        ]
    }
}

/// One event of a stream as browsers read it (HTML, "Server-sent events").
struct ServerSentEvent: Sendable, Equatable {
    /// The event's name.
    let name: StaticString
    /// What it carries.
    let data: JSONObject

    init(_ name: StaticString, _ data: JSONObject) {
        self.name = name
        self.data = data
    }

    /// The event on the wire. Compact JSON holds no line break.
    var bytes: [UInt8] { Array("event: \(name)\ndata: ".utf8) + data.encode() + Array("\n\n".utf8) }

    /// Says nothing; shows whether the page is still there.
    static let heartbeat = Array(":\n\n".utf8)

    static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool { left.bytes == right.bytes }
}
