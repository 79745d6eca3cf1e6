// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import Testing
import VerifierWorld
import WalletVerifier

@Suite("Creating a session")
struct CreationTests {
    @Test("A registration of another party is refused")
    func foreignRegistration() async throws {
        let foreign = try TestVerifier.register(VerifierWorld.otherVerifier.registrationClaims([Self.registered]))
        try await DeskWorld.with(registration: foreign) { world async throws in
            #expect(try await faults(world, DeskWalk.body()) == ["registration_of_other verifier_info"])
        }
    }

    @Test("The party's own registration is accepted, and a claim beyond it is named")
    func ownRegistration() async throws {
        let own = try TestVerifier.register(VerifierWorld.verifier.registrationClaims([Self.registered]))
        try await DeskWorld.with(registration: own) { world async throws in
            #expect(try await faults(world, DeskWalk.body()) == [])
            let query = try DCQLQuery([
                "credentials": [
                    [
                        "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
                        "claims": [["path": ["family_name"]], ["path": ["birthdate"]]],
                    ]
                ]
            ])
            let body = RequestBody(query: query, returnURL: nil, use: nil, evidence: false)
            #expect(try await faults(world, body) == ["over_asking credentials[0].claims[1].path"])
        }
    }

    @Test("An unknown use, and a return address that the use does not have, are named together")
    func useAndReturn() async throws {
        try await DeskWorld.with { world async throws in
            #expect(try await faults(world, DeskWalk.body(use: "unknown")) == ["request_malformed use"])
            for address in [
                "https://evil.example/back", "https://shop.example/backdoor", "https://shop.example/",
                "https://shop.example/back?response_code=1", "https://shop.example:444/back",
            ] {
                #expect(try await faults(world, DeskWalk.body(returnURL: address)) == ["request_malformed return_url"])
            }
            for address in ["https://shop.example/back", "https://SHOP.example/back/a?b=c"] {
                #expect(try await faults(world, DeskWalk.body(returnURL: address)) == [])
            }
        }
    }

    @Test("A party's own name for the server is in page, link, request and return address")
    func ownName() async throws {
        try await DeskWorld.with(server: "https://server.example", ownName: "https://shop.example") { world async throws in
            var walk = try await DeskWalk(world, .sameDevice)
            let start = "https://shop.example/s/\(walk.pageToken)"
            #expect(walk.created.page == start)
            let view = try await world.desk.page(walk.pageToken, browser: walk.browser)
            let links = [view.sameDevice, view.crossDevice].compactMap(\.self)
            #expect(try links.map { try PresentationLink(parsing: $0.text).requestURI.host } == ["shop.example", "shop.example"])
            // The wallet takes no request for an address that the certificate does not name.
            let reply = try await walk.answer()
            #expect(reply.redirectURI?.hasPrefix(start + "/done?response_code=") == true)
        }
    }

    @Test("A party's certificate must name the party's own name for the server, or the server's without one")
    func wrongName() async throws {
        try await DeskWorld.with(ownName: "https://server.example") { world async throws in
            #expect(try await !faults(world, DeskWalk.body()).isEmpty)
            _ = try await world.desk.create(try DeskWalk.body(), for: try world.other)
        }
        try await DeskWorld.with(server: "https://server.example", ownName: "https://shop.example") { world async throws in
            #expect(try await faults(world, DeskWalk.body()) == [])
            await #expect(throws: DeskError.self) { try await world.desk.create(try DeskWalk.body(), for: try world.other) }
        }
    }

    /// What ``DeskWalk/query`` asks.
    private static let registered: JSONValue = [
        "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]], "claim": [["path": ["family_name"]], ["path": ["address"]]],
    ]

    private func faults(_ world: DeskWorld, _ body: RequestBody) async throws -> [String] {
        do {
            _ = try await world.desk.create(body, for: try world.shop)
            return []
        } catch DeskError.faults(let faults) {
            return faults.all.map(\.description)
        }
    }
}
