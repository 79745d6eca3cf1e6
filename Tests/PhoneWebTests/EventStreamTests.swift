// SPDX-License-Identifier: EUPL-1.2

import Brands
import JSON
import PhoneSimulator
import Testing
import WebPages

@testable import PhoneWeb
@testable import WalletApp

struct EventStreamTests {
    @Test
    func `a page gets all panels first, then only changed panels, with keep-alives in between`() async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            try await server.following(bearer: bearer) { events in
                for name in ["clock", "phone", "device", "design"] {
                    #expect(try await Self.next(events).hasPrefix("event: \(name)\ndata: {"))
                }
                #expect(await events.first { _ in true } == ":")

                try server.phone.phone.moveClock(by: 60)
                #expect(try await Self.next(events) == "event: clock\ndata: {\"offset\":60000,\"steady\":60000}")
                server.phone.trace.take("UC1.1/1.1")
                #expect(try await Self.next(events).hasPrefix("event: design\n"))
                try server.phone.phone.device.change { $0.isRooted = true }
                #expect(try await Self.next(events).hasPrefix("event: device\n"))
                try server.phone.phone.device.change { $0.language = .dutch }
                #expect(try await Self.next(events).hasPrefix("event: phone\n"))
            }
        }
    }

    @Test
    func `only the newest page stays connected, and the older page is notified`() async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            try await server.following(bearer: bearer) { older in
                _ = try await Self.next(older)
                try await server.following(bearer: bearer) { newer in
                    _ = try await Self.next(newer)
                    #expect(await older.first { $0.hasPrefix("event: moved\n") } != nil)
                    #expect(await older.first { _ in true } == nil)
                    #expect(await newer.first { $0 == ":" } != nil)
                }
            }
        }
    }

    @Test
    func `hostile texts cannot start a new event`() {
        for string in naughtyStrings + ["\n\nevent: phone\ndata: {}\n\n", "\r\r", "\u{85}", "\u{0B}"] {
            let bytes = ServerSentEvent("phone", ["screen": .string(string)]).bytes
            #expect(bytes.count { $0 == 10 } == 3)
            #expect(!bytes.contains(13))
            #expect(bytes.suffix(2) == [10, 10])
        }
    }

    @Test
    func `an update contains only the parts of the state that changed`() {
        let state = PageState(
            phone: .init(
                screen: "", ticket: 1, isLive: true, direction: "none", status: "", sensor: "", language: "en", kind: "iphone",
                name: "iPhone"), device: "a",
            design: "b", clockOffset: 0, steadyOffset: 0)
        #expect(state.events(since: nil).count == 4)
        #expect(state.events(since: state).isEmpty)
        var other = state
        other.phone.isLive = false
        other.design = "c"
        #expect(other.events(since: state).map { "\($0.name)" } == ["phone", "design"])
        other = state
        other.clockOffset = 3_600_000
        #expect(other.events(since: state) == [ServerSentEvent("clock", ["offset": 3_600_000, "steady": 0])])
        other.steadyOffset = 60_000
        #expect(other.events(since: state) == [ServerSentEvent("clock", ["offset": 3_600_000, "steady": 60_000])])
    }

    @Test
    func `the app is drawn in the foreground, the home screen in the background`() throws {
        let phone = try TestPhone()
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens, appName: "NL Wallet")
        let drawn = Presentation.Drawn(screen: "Secret", row: "UC1.1/1.1", style: .full, components: [])
        var presentation = Presentation(ticket: 7, top: drawn, below: nil, direction: .forward, isLive: true)
        presentation.busy = "UC1.1/1.1a"
        let shown = Glass.Shown(presentation: presentation)
        let front = renderer.draw(DeviceSnapshot(app: .foreground), showing: shown)
        #expect(front.busy == "UC1.1/1.1a")
        #expect(front.screen.contains("Secret") && front.ticket == 7 && front.isLive && front.direction == "forward")
        for state in [AppState.background, .notRunning] {
            let page = renderer.draw(DeviceSnapshot(app: state), showing: shown)
            #expect(!page.screen.contains("Secret") && page.screen.contains("home-screen"))
            #expect(page.ticket == 0 && !page.isLive && page.busy.isEmpty)
            #expect(page.screen.contains("data-action=\"\(state == .background ? "foreground" : "launch")\""))
        }
    }

    @Test(arguments: [true, false])
    func `in the app switcher a sensitive screen is covered, even below a prompt`(isSensitive: Bool) throws {
        let phone = try TestPhone()
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens, appName: "NL Wallet")
        let screen = Presentation.Drawn(screen: "Screen", row: "UC1.1/1.1", style: .full, components: [], isSensitive: isSensitive)
        let prompt = Presentation.Drawn(screen: "Prompt", row: "UC1.1/1.1", style: .prompt, components: [], isSensitive: false)
        for (top, below) in [(screen, nil), (prompt, screen)] {
            let shown = Glass.Shown(
                presentation: Presentation(ticket: 1, top: top, below: below, direction: .none, isLive: true))
            #expect(
                renderer.draw(DeviceSnapshot(app: .background), showing: shown).screen.contains("data-covered=\"\(isSensitive)\""))
            for state in [AppState.foreground, .notRunning, .withoutUserInterface] {
                #expect(!renderer.draw(DeviceSnapshot(app: state), showing: shown).screen.contains("data-covered"))
            }
        }
    }

    // MARK: Parts

    /// Returns the next event, skipping heartbeats.
    private static func next(_ events: AsyncStream<String>) async throws -> String {
        try #require(await events.first { $0 != ":" })
    }
}
