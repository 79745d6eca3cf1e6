// SPDX-License-Identifier: EUPL-1.2

import JSON
import PhoneSimulator
import PlatformSupport
import TestEnvironment
import Testing

@testable import PhoneWeb

/// The device column's requests that concern the phone's surroundings.
@Suite(.timeLimit(.minutes(20)))
struct WorldActionTests {
    private static let done: [(WorldAction, String)] =
        SamplePolicy.allCases.map { (.policy($0), "policy \($0.rawValue)") }
        + VerifierTrick.allCases.map { (.verifier($0), "trick \($0.rawValue)") } + [
            (.revokeWallet, "wallet"), (.revokeHolder, "holder"), (.revokePID, "PID"), (.revokeSolution, "solution"),
        ]

    @Test(arguments: done)
    func `each action of the device column is requested from the world once`(action: WorldAction, what: String) async throws {
        try await TestServer.serving { server in
            try await server.expect(204, "POST", "/device", headers: server.headers(bearer: server.bearer()), body: Self.body(action.name))
            #expect(server.phone.world.done == [what])
        }
    }

    @Test(arguments: SampleLink.allCases)
    func `a link launches the app and is delivered to it like a link from the system`(link: SampleLink) async throws {
        let test = try TestPhone()
        let links = Recorded<[String]>([])
        await withTaskGroup { group in
            group.addTask {
                await test.phone.run { process in
                    process.links.receive { text in links.change { $0.append(text) } }
                    for await _ in process.lifecycle {}
                }
            }
            try? await test.workbench.operate(.world(.link(link)))
            await links.wait { !$0.isEmpty }
            group.cancelAll()
        }
        #expect(links.value.first == "https://wallet.example/\(link.rawValue)")
    }

    @Test(arguments: [(WorldError.noWallet, 409), (.noPID, 409), (.notDone, 503)])
    func `a failed world action is reported by its status and changes nothing`(fault: WorldError, status: Int) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            server.phone.world.fail(with: fault)
            for action in [WorldAction.policy(.block), .revokeWallet, .revokeHolder, .revokePID, .revokeSolution] {
                try await server.expect(status, "POST", "/device", headers: headers, body: Self.body(action.name))
            }
            #expect(server.phone.world.state.policy == .ok && server.phone.world.done.isEmpty)
            try await server.expect(503, "POST", "/device", headers: headers, body: Self.body("link-disclosure"))
            #expect(server.phone.phone.appState == .notRunning)
        }
    }

    @Test(arguments: [
        "policy-", "policy-Block", "verifier-", "verifier-askTooMuch", "phone-site-01", "laptop-site-100", "laptop-site-", "tablet-site-0",
        "hold-phone", "policy-block ", "policy-warn-8", "link-", "link-https://evil.example/", "revoke", "revoke-wallet\u{0}",
        "case-", "case-0", "case-43 ", "case-043", "case--1", "sleep-86400", "turn-year-back", "network-gone",
    ])
    func `an unknown world action is refused and changes nothing`(name: String) async throws {
        #expect(DeviceAction(name: name) == nil)
        try await TestServer.serving { server in
            let before = server.phone.phone.snapshot
            var body: JSONObject = [:]
            body.set("action", .string(name))
            try await server.expect(
                400, "POST", "/device", headers: server.headers(bearer: server.bearer()),
                body: String(decoding: body.encode(), as: UTF8.self))
            #expect(server.phone.phone.snapshot == before && server.phone.world.done.isEmpty)
        }
    }

    @Test func `a request from a different site revokes nothing`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            for (name, value, status) in [
                ("Origin", "http://evil.example", 403), ("Sec-Fetch-Site", "cross-site", 403), ("Authorization", "x", 401),
            ] {
                let changed = headers.filter { $0.0 != name } + [(name, value)]
                for action in WorldAction.all {
                    try await server.expect(status, "POST", "/device", headers: changed, body: Self.body(action.name))
                }
            }
            #expect(server.phone.world.done.isEmpty)
        }
    }

    @Test func `each concurrent press performs its world action once, and nothing else`() async throws {
        let test = try TestPhone()
        await withTaskGroup { group in
            for _ in 0..<50 { for action in WorldAction.all { group.addTask { try? await test.workbench.operate(.world(action)) } } }
        }
        #expect(test.world.done.count == 50 * (SamplePolicy.allCases.count + VerifierTrick.allCases.count + 4))
        #expect(test.world.state.isSolutionRevoked)
    }

    private static func body(_ action: String) -> String { #"{"action":"\#(action)"}"# }
}
