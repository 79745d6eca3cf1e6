// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OAuthMessages
import OpenID4VP
import Registrar
import RelyingPartyRegistration
import SDJWT
import StatusList
import Testing

/// Registration certificates, judged by the wallet's own check.
struct RegistrationTests {
    @Test func `a wallet reads every member that was registered`() async throws {
        let certificate = try await World.read(World.registration()).get()
        #expect(certificate.name == "Bookshop" && certificate.legalName == "Bookshop Ltd" && certificate.subject == World.identifier)
        #expect(certificate.country == "NL" && certificate.services.count == 1 && certificate.purposes.first?.text == "Check your age")
        #expect(certificate.privacyPolicy?.text == "https://shop.example/privacy" && certificate.supportMail == "help@shop.example")
        #expect(certificate.information != nil && certificate.authority.uri != nil && certificate.registry != nil)
        #expect(certificate.entitlements == [RegistrationDraft.serviceProvider] && certificate.credentials.count == 2)
        #expect(certificate.expiresAt == certificate.issuedAt + 365 * 86_400 && certificate.status == nil)
    }

    @Test func `a wallet refuses it with the access root and with another registrar's root`() async throws {
        let registration = try World.registration()
        let access = RegistrationCheck(roots: [World.registrar.accessRoot.certificate], at: World.time)
        #expect(await access.read([.string(registration)]) == .failure(.chain))
        #expect(await World.read(registration, trusting: World.other) == .failure(.chain))
    }

    @Test func `a wallet refuses it after its days, and before it was signed`() async throws {
        let registration = try World.registration(days: 30)
        #expect(await World.read(registration, after: 31) == .failure(.expired))
        #expect(await World.read(registration, after: -1) == .failure(.notYetValid))
    }

    @Test func `a party is covered for what is registered, and every other claim is named`() async throws {
        let certificate = try await World.read(World.registration()).get()
        func verdict(
            _ paths: JSONValue..., type: String = "urn:eudi:pid:1", of identifier: String = World.identifier
        ) throws -> RegistrationVerdict {
            let query = try World.query(paths, type: type)
            return World.check().verdict(certificate, status: nil, identifier: identifier, query: query)
        }
        #expect(try verdict(["age_equal_or_over", "18"], ["nationalities", 0]) == .covered(certificate))
        let name = OverAskedClaim(queryID: "pid", path: ["family_name"])
        #expect(try verdict(["age_equal_or_over", "18"], ["family_name"]) == .overAsked(certificate, [name]))
        let type = OverAskedClaim(queryID: "pid", path: nil)
        guard case .overAsked(certificate, let claims) = try verdict(["age_equal_or_over", "18"], type: "urn:other") else {
            Issue.record("another type is covered")
            return
        }
        #expect(claims.first == type)
        #expect(try verdict(["nationalities", 0], of: "NTRNL-87654321") == .unverifiable(.identity, certificate))
    }

    @Test func `a revoked registration is refused, and its neighbour is not`() async throws {
        var book = try RegistrationBook(statusURI: "https://registrar.example/status")
        var registrations: [(number: Int, text: String)] = []
        for _ in 0..<2 {
            let (number, status) = try book.add(subject: World.identifier, expiresAt: 0)
            registrations.append((number, try World.registration(status: status)))
        }
        try book.revoke(registrations[0].number)
        let token = try await World.registrar.sign(book.statusList(issuedAt: 1_800_000_000, lifetime: 3600))
        let verifier = StatusListVerifier(trust: .certificates(roots: [World.registrar.registrarRoot.certificate]))
        let list = try await verifier.verify(token, from: "https://registrar.example/status", at: World.time).list
        let query = try World.query([["nationalities", nil]])
        var verdicts: [RegistrationVerdict] = []
        var certificates: [RegistrationCertificate] = []
        for registration in registrations {
            let certificate = try await World.read(registration.text).get()
            let reference = try #require(certificate.status)
            certificates.append(certificate)
            verdicts.append(
                World.check().verdict(
                    certificate, status: try list.status(at: reference.index), identifier: World.identifier, query: query))
        }
        #expect(verdicts == [.unverifiable(.revoked, certificates[0]), .covered(certificates[1])])
        let stranger = StatusListVerifier(trust: .certificates(roots: [World.other.registrarRoot.certificate]))
        await #expect(throws: StatusListRejection.self) {
            try await stranger.verify(token, from: "https://registrar.example/status", at: World.time)
        }
    }

    @Test(arguments: RegistrationTests.required)
    func `a missing member is named`(_ member: String) throws {
        let error = #expect(throws: UnacceptableMember.self) { try RegistrationDraft(World.members(member, nil)) }
        #expect(error?.member == member)
    }

    static let required = ["name", "sub_ln", "sub", "country", "purpose", "privacy_policy", "entitlements", "credentials"]

    static let bad: [(String, JSONValue)] = [
        ("iat", 1), ("exp", 1), ("status", [:]), ("policy_id", []), ("purposes", []), ("name", ""), ("name", 1), ("country", "nl"),
        ("purpose", []), ("purpose", "age"), ("purpose", [["lang": "en"]]), ("privacy_policy", "http://shop.example"),
        ("support_uri", "shop"), ("entitlements", []), ("credentials", []), ("credentials", [["format": "dc+sd-jwt"]]),
        ("credentials", [["format": "dc+sd-jwt", "meta": ["vct_values": ["a"]], "claim": [["path": "name"]]]]),
        ("supervisory_authority", [:]), ("intermediary", ["name": "X"]),
    ]

    @Test(arguments: bad)
    func `a bad member is named`(_ member: String, _ value: JSONValue) throws {
        let error = #expect(throws: UnacceptableMember.self) { try RegistrationDraft(World.members(member, value)) }
        #expect(error?.member == member)
    }

    @Test func `an address that wallets would skip is named inside its member`() throws {
        let error = #expect(throws: UnacceptableMember.self) {
            try RegistrationDraft(World.members("supervisory_authority", ["name": "A", "uri": "http://authority.example"]))
        }
        #expect(error?.member == "supervisory_authority.uri")
    }

    @Test(arguments: [0, 367])
    func `more than twelve months are refused`(_ days: Int) throws {
        let error = #expect(throws: UnacceptableMember.self) { try World.registration(days: days) }
        #expect(error?.member == "days")
    }

    @Test func `the access certificate gives the party's members, and another party's are refused`() throws {
        let party = try World.access().identity
        var members = World.members("name", nil)
        _ = members.remove("sub")
        let filled = try RegistrationDraft.members(members, of: party)
        #expect(filled["name"] == "Bookshop" && filled["sub"] == .string(World.identifier))
        let error = #expect(throws: UnacceptableMember.self) {
            try RegistrationDraft.members(World.members("sub", "NTRNL-87654321"), of: party)
        }
        #expect(error?.member == "sub")
    }
}
