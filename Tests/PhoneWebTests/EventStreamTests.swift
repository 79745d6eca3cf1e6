// SPDX-License-Identifier: EUPL-1.2

import JOSE
import SimulatedPhone
import Testing
import WebPages

@testable import PhoneWeb
@testable import WalletApp

struct EventStreamTests {
    @Test
    func `a page hears everything at once, then only what has changed, and now and then that we are there`() async throws {
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
    func `the newest page wins, and the older one is notified`() async throws {
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
    func `hostile sentences cannot begin an event of their own`() {
        for string in naughtyStrings + ["\n\nevent: phone\ndata: {}\n\n", "\r\r", "\u{85}", "\u{0B}"] {
            let bytes = ServerSentEvent("phone", ["screen": .string(string)]).bytes
            #expect(bytes.count { $0 == 10 } == 3)
            #expect(!bytes.contains(13))
            #expect(bytes.suffix(2) == [10, 10])
        }
    }

    @Test
    func `a state tells only what differs`() {
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
    func `the app in front is drawn, in the background the home screen is`() throws {
        let phone = try TestPhone()
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens)
        let drawn = Presentation.Drawn(screen: "Secret", row: "UC1.1/1.1", style: .full, components: [])
        var presentation = Presentation(ticket: 1, top: drawn, below: nil, direction: .forward, isLive: true)
        presentation.busy = "UC1.1/1.1a"
        let shown = Glass.Shown(ticket: 7, presentation: presentation)
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

    @Test(arguments: naughtyStrings)
    func `the sensor's sign says why it looks, as text`(prompt: String) throws {
        let phone = try TestPhone()
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens)
        let sensor = renderer.draw(DeviceSnapshot(app: .foreground, scanPrompt: prompt), showing: nil).sensor
        #expect(sensor.hasPrefix(#"<div class="face-id" data-state="scanning" role="status" aria-label="Face ID: "#))
        #expect(sensor.contains(prompt.escapedForHTML))
        #expect(renderer.draw(DeviceSnapshot(app: .foreground), showing: nil).sensor.isEmpty)
    }

    @Test(arguments: naughtyStrings)
    func `an Android phone's prompt says why and what to touch, in the phone's language`(prompt: String) throws {
        let phone = try TestPhone(.android)
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens)
        var device = DeviceSnapshot(kind: .android, app: .foreground, scanPrompt: prompt)
        device.settings.language = .dutch
        let fresh = renderer.draw(device, showing: nil).sensor
        #expect(fresh.hasPrefix(#"<div class="face-id fingerprint" data-state="scanning" role="status""#))
        #expect(fresh.contains(#"<p class="sensor-title">"# + prompt.escapedForHTML + "</p>"))
        #expect(fresh.contains("Raak de vingerafdruksensor aan") && !fresh.contains("Face ID"))
    }

    // MARK: Parts

    /// Returns the next event, skipping heartbeats.
    private static func next(_ events: AsyncStream<String>) async throws -> String {
        try #require(await events.first { $0 != ":" })
    }
}
