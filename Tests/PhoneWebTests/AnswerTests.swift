// SPDX-License-Identifier: EUPL-1.2

import JSON
import ObservedValues
import PhoneSimulator
import Testing
import WalletApp

@testable import PhoneWeb

struct AnswerTests {
    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"ticket":1}"#, #"{"control":"UC1.1/1.1a"}"#, #"{"ticket":"1","control":"UC1.1/1.1a"}"#,
        #"{"ticket":1.5,"control":"UC1.1/1.1a"}"#, #"{"ticket":-1,"control":"UC1.1/1.1a"}"#, #"{"ticket":1,"control":5}"#,
        #"{"ticket":1,"control":""}"#, #"{"ticket":1,"control":"UC1.1"}"#, #"{"ticket":1,"control":"/1.1a"}"#,
        #"{"ticket":1,"control":"UC1.1/"}"#, #"{"ticket":1,"control":"UC1.1/1.1a","value":5}"#,
        #"{"ticket":1,"control":"UC1.1/1.1a","value":null}"#, #"{"ticket":1,"control":"UC1.1/1.1a","more":1}"#,
        #"{"ticket":1,"ticket":2,"control":"UC1.1/1.1a"}"#, #"{"ticket":1,"control":"UC1.1/1.1a"} {}"#, "ticket=1&control=UC1.1/1.1a",
        "\u{FEFF}{\"ticket\":1,\"control\":\"UC1.1/1.1a\"}", "{\"ticket\":99999999999999999999,\"control\":\"UC1.1/1.1a\"}",
    ])
    func `a body that is not exactly an answer is refused`(body: String) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            try await server.expect(400, "POST", "/answer", headers: headers, body: body)
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-16", ""])
    func `a media type other than JSON is refused`(mediaType: String) async throws {
        try await TestServer.serving { server in
            let headers =
                server.headers(bearer: try await server.bearer()).filter { $0.0 != "Content-Type" } + [("Content-Type", mediaType)]
            try await server.expect(400, "POST", "/device", headers: headers, body: #"{"action":"rooted-on"}"#)
            #expect(!server.phone.phone.device.settings.isRooted)
        }
    }

    @Test(arguments: ["/answer", "/device", "/session"])
    func `a body of more than 4 KiB is refused, whatever its content`(path: String) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            let padding = String(repeating: " ", count: RequestBody.maximumSize)
            try await server.expect(413, "POST", path, headers: headers, body: #"{"action":"rooted-on"}"# + padding)
            #expect(!server.phone.phone.device.settings.isRooted)
        }
    }

    @Test
    func `an answer reaches only the screen that the page showed, and only once`() async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            let screen = AnyScreen([.title("title"), .button(.primary, "ok", row: "UC1.1/1.1a", "pressed")])
            let action = try await Self.showing(screen, on: server) { ticket in
                try await Self.answer(server, bearer, ticket + 1, "UC1.1/1.1a", expecting: 409)
                try await Self.answer(server, bearer, ticket, "UC1.1/1.1b", expecting: 409)
                try await Self.answer(server, bearer, ticket, "UC1.1/1.1a", value: "x", expecting: 409)
                try await Self.answer(server, bearer, ticket, "UC1.1/1.1a", expecting: 204)
                try await Self.answer(server, bearer, ticket, "UC1.1/1.1a", expecting: 409)
            }
            #expect(action == "pressed")
        }
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12 456", "-12345", "123456\u{0}"] + naughtyStrings)
    func `a PIN pad accepts exactly six digits`(value: String) async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            let screen = AnyScreen([.pinPad("label", row: "UC2.3/1.3a") { _ in "entered" }])
            let action = try await Self.showing(screen, on: server) { ticket in
                try await Self.answer(server, bearer, ticket, "UC2.3/1.3a", value: value, expecting: 409)
                try await Self.answer(server, bearer, ticket, "UC2.3/1.3a", expecting: 409)
                try await Self.answer(server, bearer, ticket, "UC2.3/1.3a", value: "749205", expecting: 204)
            }
            #expect(action == "entered")
        }
    }

    @Test
    func `tickets are never reused, so a late tap does not reach a later process of the app`() async throws {
        let phone = try TestPhone()
        let screen = AnyScreen([.button(.primary, "ok", row: "UC1.1/1.1a", "pressed")])
        var tickets: [Int] = []
        for _ in 1...2 {
            let host = ScreenHost(trace: phone.trace, tickets: phone.workbench.glass.tickets, sleep: { _ in })
            try await withThrowingTaskGroup { group in
                group.addTask { await phone.workbench.glass.show(host) }
                group.addTask { _ = try await host.show(screen) }
                tickets.append(try await Self.ticket(on: phone))
                group.cancelAll()
                while await group.nextResult() != nil {}
            }
            #expect(phone.workbench.glass.shown == nil)
            #expect(!phone.workbench.glass.forward(Answer(ticket: tickets[0], control: "UC1.1/1.1a", value: nil)))
        }
        #expect(tickets[0] < tickets[1])
    }

    @Test(arguments: ["{}", #"{"action":5}"#, #"{"action":"explode"}"#, #"{"action":"launch","value":true}"#])
    func `an unknown device action is refused`(body: String) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            try await server.expect(400, "POST", "/device", headers: headers, body: body)
        }
    }

    @Test
    func `a touch of the screen reaches the app, and any other form of the request is refused`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            // Nothing is on the glass: the request succeeds and has no effect.
            try await server.expect(204, "POST", "/activity", headers: headers, body: "{}")
            for body in ["", "[]", #"{"at":1}"#] { try await server.expect(400, "POST", "/activity", headers: headers, body: body) }
            let host = ScreenHost(trace: server.phone.trace, tickets: server.phone.workbench.glass.tickets, sleep: { _ in })
            let screen = AnyScreen([.button(.primary, "ok", row: "UC1.1/1.1a", "pressed")])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await server.phone.workbench.glass.show(host) }
                group.addTask { _ = try? await host.show(screen) }
                _ = try await Self.ticket(on: server.phone)
                try await server.expect(204, "POST", "/activity", headers: headers, body: "{}")
                for await _ in host.touches { break }
                group.cancelAll()
            }
        }
    }

    // MARK: Parts

    /// Shows a screen as the app does, lets the body answer it, and returns the flow's result.
    private static func showing(
        _ screen: AnyScreen, on server: TestServer, _ body: @Sendable (_ ticket: Int) async throws -> Void
    ) async throws -> String {
        let host = ScreenHost(trace: server.phone.trace, tickets: server.phone.workbench.glass.tickets, sleep: { _ in })
        return try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                await server.phone.workbench.glass.show(host)
                return nil
            }
            group.addTask { try await host.show(screen) }
            try await body(try await ticket(on: server.phone))
            let action = try await group.next() ?? nil
            group.cancelAll()
            return try #require(action)
        }
    }

    /// Returns the ticket of the first presentation.
    private static func ticket(on phone: TestPhone) async throws -> Int {
        for await _ in phone.workbench.changes.stream() {
            if let shown = phone.workbench.glass.shown { return shown.presentation.ticket }
        }
        throw CancellationError()
    }

    private static func answer(
        _ server: TestServer, _ bearer: String, _ ticket: Int, _ control: String, value: String? = nil, expecting expected: Int
    ) async throws {
        var body: JSONObject = ["ticket": .integer(Int64(ticket)), "control": .string(control)]
        if let value { body.set("value", .string(value)) }
        let response = try await server.send(
            "POST", "/answer", headers: server.headers(bearer: bearer), body: String(decoding: body.encode(), as: UTF8.self))
        #expect(response.status == expected)
    }
}
