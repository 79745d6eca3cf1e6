// SPDX-License-Identifier: EUPL-1.2

import NIOHTTP1
import Testing

@testable import PhoneSimulator
@testable import PhoneWeb

/// The frames of phone and laptop beside each other, and hostile pages in the laptop.
@Suite(.timeLimit(.minutes(20))) struct LaptopFrameTests {
    private static let address = "https://a.example/in"
    private static let first = [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-origin")]
    private static let link = [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "cross-site")]

    /// Opens the same address in both browsers, in the phone's twice, and returns the paths of the frames.
    private static func open(on server: TestServer) throws -> (phone: String, laptop: String) {
        for _ in 1...2 { server.phone.browser.open(address) }
        server.phone.phone.show(.browser(address))
        server.phone.laptop.open(address)
        let page = server.phone.workbench.page
        return (try #require(page.browser?.frame), try #require(page.laptop?.frame))
    }

    @Test func `the two frames have no address in common, and an answer for one does not reach the other`() async throws {
        try await TestServer.serving(pages: Pages(found: [Self.address: .html("x")])) { server in
            let (phone, laptop) = try Self.open(on: server)
            let bases = server.phone.workbench.relays.map(\.frames.base)
            #expect(Set(bases).count == 2)
            #expect(phone == bases[0] + "2/a.example/443/in")
            #expect(laptop == bases[1] + "1/a.example/443/in")
            try await server.expect(200, "GET", phone, headers: Self.first)
            #expect(server.phone.laptop.view.content == .blank && server.phone.laptop.view.pageCount == 0)
            // Each number counts under its own key only.
            try await server.expect(204, "GET", bases[1] + "2/a.example/443/in", headers: Self.first)
            #expect(server.phone.laptop.view.content == .blank)
            try await server.expect(200, "GET", laptop, headers: Self.first)
            #expect(server.phone.browser.view.pageCount == 1)
            let headers = server.headers(bearer: try await server.bearer())
            for (name, number, status) in [("laptop", 2, 409), ("phone", 1, 409), ("laptop", 1, 204)] {
                try await server.expect(
                    status, "POST", "/browser", headers: headers, body: #"{"browser":"\#(name)","number":\#(number),"action":"refused"}"#)
            }
            #expect(server.phone.laptop.view.content == .fault(.refusedAddress))
            #expect(server.phone.browser.view.content != .fault(.refusedAddress))
        }
    }

    @Test func `the policy of a frame names that frame's addresses only, and a path without a key learns none`() async throws {
        try await TestServer.serving(pages: Pages(found: [Self.address: .html("x")])) { server in
            let (phone, laptop) = try Self.open(on: server)
            let bases = server.phone.workbench.relays.map(\.frames.base)
            for (path, own, other) in [(phone, bases[0], bases[1]), (laptop, bases[1], bases[0])] {
                let response = try await server.send("GET", path, headers: Self.first)
                let policy = try #require(response.headers["Content-Security-Policy"].first)
                #expect(policy.contains(own) && !policy.contains(other) && policy.hasSuffix("sandbox allow-forms"))
            }
            for path in ["/frame/", "/frame/x/1/a.example/443/in", "/frame/" + String(repeating: "A", count: 43) + "/1/a.example/443/in"] {
                let response = try await server.send("GET", path, headers: Self.link)
                #expect(response.status == 403)
                for base in bases { #expect(!"\(response.headers)".contains(base)) }
            }
        }
    }

    @Test func `a hostile page in the laptop opens no app, neither by a link nor by a redirect`() async throws {
        let pages = Pages(found: [
            Self.address: .html("<a href='https://app.example/in?code=1'>x</a>"),
            "https://a.example/away": PageResponse(status: 303, location: "https://app.example/in?code=2"),
        ])
        try await TestServer.serving(pages: pages) { server in
            let (_, path) = try Self.open(on: server)
            let base = server.phone.workbench.relays[1].frames.base
            try await server.expect(200, "GET", path, headers: Self.first)
            let away = try await server.send("GET", base + "1/a.example/443/away", headers: Self.link)
            #expect(away.status == 303 && away.headers["Location"] == [base + "1/app.example/443/in?code=2"])
            try await server.expect(204, "GET", base + "1/app.example/443/in?code=1", headers: Self.link)
            #expect(server.phone.laptop.view.content == .fault(.unreachable))
            #expect(server.phone.phone.appState == .notRunning && server.phone.phone.place == .browser(Self.address))
        }
    }

    @Test func `a page that asks for it is loaded again by the workbench, and the frame does not see the request`() async throws {
        let page = #"<head><noscript><meta http-equiv="refresh" content="5"></noscript></head>x"#
        try await TestServer.serving(pages: Pages(found: [Self.address: .html(page)])) { server in
            let (_, path) = try Self.open(on: server)
            #expect(server.phone.workbench.page.laptop?.refresh == nil)
            for count in 1...2 {
                #expect(try await server.send("GET", path, headers: Self.first).body == "<head><noscript></noscript></head>x")
                let laptop = try #require(server.phone.workbench.page.laptop)
                #expect(laptop.refresh == 5 && laptop.pages == count && laptop.number == 1 && laptop.frame == path)
            }
        }
    }
}
