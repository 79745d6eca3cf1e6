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
        /// The phone's kind, which its frame follows.
        var kind: String
        /// What the page calls it.
        var name: String
        /// The control whose work goes on; empty when there is none.
        var busy = ""
        /// Names the screen of the use case, also below what lies over it; empty when nothing of the app is to be seen.
        var place = ""
    }

    /// The phone's browser while it is in front of the app.
    struct Browser: Sendable, Equatable {
        /// A page of somebody else.
        struct Page: Sendable, Equatable {
            /// Made of the browser's closed lists.
            var markup: String
            /// Style sheets, untrusted.
            var styles: [String]
            /// Names the frame.
            var title: String
            /// Of the page; empty when it does not say.
            var language: String
            /// Whether it can be dark.
            var hasDarkScheme: Bool
        }

        /// Names what is shown in answers.
        var number: Int
        /// The browser's own bar and messages.
        var chrome: String
        /// What it is called.
        var name: String
        /// The language of its own words.
        var language: String
        /// nil when there is none to show.
        var page: Page?
    }

    /// The glass.
    var phone: Phone
    /// The browser over it; nil when it is not in front.
    var browser: Browser?
    /// The device column.
    var device: String
    /// Where the revocation portal is, which the device column opens; nil while there is none.
    var portal: String?
    /// The design column.
    var design: String
    /// How far the phone's clock is ahead of the real one, in milliseconds.
    var clockOffset: Int64
    /// How far steady time, on which countdowns run, is ahead of the real one, in milliseconds.
    var steadyOffset: Int64

    /// What a page must be told that shows `other` now: all of it when it shows nothing yet.
    func events(since other: PageState?) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        if clockOffset != other?.clockOffset || steadyOffset != other?.steadyOffset {
            events.append(ServerSentEvent("clock", ["offset": .integer(clockOffset), "steady": .integer(steadyOffset)]))
        }
        // The browser goes before the home screen comes, and comes after the app has gone.
        if browser == nil, other?.browser != nil { events.append(ServerSentEvent("browser", [:])) }
        if phone != other?.phone { events.append(ServerSentEvent("phone", phone.json)) }
        if let browser, browser != other?.browser { events.append(ServerSentEvent("browser", browser.json)) }
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
        let page = page.map { page -> JSONValue in
            [
                "markup": .string(page.markup), "styles": .array(page.styles.map(JSONValue.string)), "title": .string(page.title),
                "language": .string(page.language), "dark": .bool(page.hasDarkScheme),
            ]
        }
        return [
            "number": .integer(Int64(number)), "chrome": .string(chrome), "name": .string(name), "language": .string(language),
            "page": page ?? .null,
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
