// SPDX-License-Identifier: EUPL-1.2

import JSON
import WebPages

/// A snapshot of everything a page shows.
struct PageState: Sendable, Equatable {
    struct Phone: Sendable, Equatable {
        /// The markup on the glass: the app's screens, or the phone's own.
        var screen: String
        /// The presentation's ticket, sent back with answers; 0 when it takes none.
        var ticket: Int
        /// True if the presentation takes answers.
        var isLive: Bool
        /// The direction of the transition.
        var direction: String
        /// The icons of the status bar.
        var status: String
        /// The sensor's indicator; empty when no scan waits.
        var sensor: String
        /// The language of the markup.
        var language: String
        /// The phone's kind, which determines the frame.
        var kind: String
        /// The phone's name on the page.
        var name: String
        /// The control that is working; empty if absent.
        var busy = ""
        /// The identity of the use case's screen, also when a layer covers it; empty when the app is not visible.
        var place = ""
    }

    /// A browser with something open: the phone's in front of the app, or the laptop's.
    struct Browser: Sendable, Equatable {
        /// The number of the frame, sent back with actions.
        var number: Int
        /// The browser's own bar and messages.
        var chrome: String
        var name: String
        /// The language of the browser's own texts.
        var language: String
        /// The path that a new frame begins with; nil for no frame.
        var frame: String?
        /// The title of the frame.
        var title: String
        /// The number of pages loaded since the start.
        var pages: Int
        /// The seconds after which the page asks to be loaded again; nil if it does not ask.
        var refresh: Int?
    }

    var phone: Phone
    /// The browser above the glass; nil when it is not in front.
    var browser: Browser?
    /// The laptop beside the phone; nil while nothing is open on it.
    var laptop: Browser?
    /// The device column.
    var device: String
    /// The address of the revocation portal, for the device column; nil while it does not run.
    var portal: String?
    /// The design column.
    var design: String
    /// The distance of the phone's wall clock ahead of the real time, in milliseconds.
    var clockOffset: Int64
    /// The distance of monotonic time, which countdowns use, ahead of the real time, in milliseconds.
    var steadyOffset: Int64

    /// Returns the events that update a page showing `other`; everything for a page that shows nothing yet.
    func events(since other: PageState?) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        if clockOffset != other?.clockOffset || steadyOffset != other?.steadyOffset {
            events.append(ServerSentEvent("clock", ["offset": .integer(clockOffset), "steady": .integer(steadyOffset)]))
        }
        // The browser closes before the home screen appears, and opens after the app has left.
        if browser == nil, other?.browser != nil { events.append(ServerSentEvent("browser", [:])) }
        if phone != other?.phone { events.append(ServerSentEvent("phone", phone.json)) }
        if let browser, browser != other?.browser { events.append(ServerSentEvent("browser", browser.json)) }
        if laptop != other?.laptop { events.append(ServerSentEvent("laptop", laptop?.json ?? [:])) }
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
            "screen": .string(screen), "ticket": .integer(Int64(ticket)), "place": .string(place), "live": .bool(isLive),
            "busy": .string(busy),
            "direction": .string(direction),
            "status": .string(status), "sensor": .string(sensor), "language": .string(language), "kind": .string(kind),
            "name": .string(name),
        ]
    }
}

extension PageState.Browser {
    fileprivate var json: JSONObject {
        [
            "number": .integer(Int64(number)), "chrome": .string(chrome), "name": .string(name), "language": .string(language),
            "frame": frame.map(JSONValue.string) ?? .null, "title": .string(title), "pages": .integer(Int64(pages)),
            "refresh": refresh.map { JSONValue.integer(Int64($0)) } ?? .null,
        ]
    }
}

/// One event of a stream of server-sent events (HTML, "Server-sent events").
struct ServerSentEvent: Sendable, Equatable {
    let name: StaticString
    let data: JSONObject

    init(_ name: StaticString, _ data: JSONObject) {
        self.name = name
        self.data = data
    }

    /// The encoded event. Compact JSON contains no line break.
    var bytes: [UInt8] { Array("event: \(name)\ndata: ".utf8) + data.encode() + Array("\n\n".utf8) }

    /// An empty comment that detects closed connections.
    static let heartbeat = Array(":\n\n".utf8)

    static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool { left.bytes == right.bytes }
}
