// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import JSON
import MDoc
import OpenID4VCI
import PhoneSimulator
import PlatformSupport
import Synchronization
import TestEnvironment
import Testing
import WalletCore
import WalletInterface

/// The faults of obtaining a PID that `IssuerFaultTableTests` does not have: each has its own error, and nothing is stored partially.
@Suite(.timeLimit(.minutes(20)))
struct IssuanceFaultTests {
    @Test(arguments: [Paths.issuance, Paths.beacon], [true, false])
    func `if a message to the provider is lost during acceptance, all or nothing is stored, and the PIN can be entered again`(
        path: String, isAnswer: Bool
    ) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            let right = try pin(Fixture.right)
            if path == Paths.beacon { fixture.clock.advance(by: BeaconLifetime.seconds) }
            fixture.network.stage(isAnswer ? .loseReply : .loseRequest, atPath: path)
            do {
                _ = try await core.acceptIssuance(pin: right)
            } catch let error as WalletCoreError {
                #expect(error.code == .serverUnreachable)
                #expect(try await !core.hasPID())
                #expect(try await core.events().isEmpty)
                try await fixture.accept(core)
            }
            #expect(!fixture.network.isStaged)
            #expect(try await core.hasPID())
            #expect(try await core.events().count == 1)
            #expect(try await fixture.keyCount() == 6)
            #expect(try await core.issuanceState() == .none)
        }
    }

    @Test(arguments: [Paths.issuance, "/nonce", "/credential"])
    func `an unlock during an acceptance deletes none of the new keys`(path: String) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            let right = try pin(Fixture.right)
            fixture.network.stage(
                .wait {
                    await core.lock()
                    // The request waits its turn while the provider is asked for keys.
                    guard path != Paths.issuance else { return }
                    #expect((try? await core.unlock(pin: right)) == .valid)
                }, atPath: path)
            let card = try await fixture.accept(core)
            _ = try await core.unlock(pin: right)
            #expect(try await fixture.keyCount() == 6)
            #expect(try await core.cardDetails(card) != nil)
        }
    }

    /// Paths at the provider.
    enum Paths {
        static let issuance = "/api/v1/instructions/perform_issuance"
        static let beacon = "/api/v1/beacon"
    }

    @Test func `a login that fails and a login that is stopped have different errors, and both end the session`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.openCore()
            for (code, problem) in [(EndpointErrorCode.accessDenied, IssuanceProblem.loginStopped), (.invalidRequest, .loginFailed)] {
                let address = try fixture.issuer.browse(try await fixture.login(core), as: nil, error: code)
                let link = try await fixture.link(core, address)
                await expect(problem) { try await core.continueIssuance(link) }
                #expect(try await core.issuanceState() == .none)
            }
        }
    }

    @Test func `a session ends after an hour`() async throws {
        try await Fixture.with { fixture in
            _ = try await fixture.previewedCore()
            fixture.clock.advance(by: 3601)
            let next = try await fixture.openCore()
            #expect(try await next.issuanceState() == .none)
        }
    }

    private static let type: NameSpace = "eu.europa.ec.eudi.pid.1"

    /// The faults of an issuer.
    enum Wrong: CaseIterable {
        case otherPersonInMDoc, otherPersonAfterPreview, otherType, otherKeys, expired, foreignAuthority
        case unseenElement, unseenMap, unseenNameSpace, hidden, hiddenAfterPreview, otherIssuer, otherIssuerAfterPreview, otherDay
    }

    @Test(arguments: Wrong.allCases)
    func `a credential that differs from the request or the preview is refused as a whole`(_ wrong: Wrong) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.openCore()
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            fixture.issuer.state.withLock { state in
                switch wrong {
                case .otherPersonInMDoc:
                    state.tampersWithMDoc = { $0[2] = MDocElement(Self.type, "birth_date", .tagged(1004, .text("1997-05-11"))) }
                case .otherPersonAfterPreview:
                    state.tampersWithSDJWT = { number, claims in if number > 0 { claims.set("given_name", "Frouke") } }
                case .otherType: state.tampersWithSDJWT = { $1.set("vct", "urn:eudi:pid:2") }
                case .otherKeys: state.bindsToOthers = true
                case .expired: state.tampersWithSDJWT = { $1.set("exp", 1_789_996_400) }
                case .foreignAuthority: break
                case .unseenElement: state.tampersWithMDoc = { $0.append(MDocElement(Self.type, "blood_type", .text("0"))) }
                case .unseenMap: state.tampersWithMDoc = { $0.append(MDocElement(Self.type, "notes", .map(CBORMap()))) }
                case .unseenNameSpace:
                    state.tampersWithMDoc = { $0.append(MDocElement("org.example", "family_name", .text("De Vries"))) }
                case .hidden: state.tampersWithSDJWT = { _, claims in claims.set("sub", ["religion": "none"]) }
                case .hiddenAfterPreview: state.tampersWithSDJWT = { if $0 > 0 { $1.set("jti", ["religion": "none"]) } }
                case .otherIssuer: state.tampersWithSDJWT = { _, claims in claims.set("iss", "https://evil.test") }
                case .otherIssuerAfterPreview: state.tampersWithSDJWT = { if $0 > 0 { $1.set("iss", "https://evil.test") } }
                case .otherDay:
                    state.tampersWithSDJWT = { $1.set("date_of_issuance", $0 == 0 ? "2026-11-22" : "2026-11-22 and a note") }
                }
            }
            if wrong == .foreignAuthority { fixture.trustsIssuer.change { $0 = false } }
            let right = try pin(Fixture.right)
            switch wrong {
            case .otherType, .expired, .hidden, .otherIssuer: await expect(.unfitCredential) { try await core.continueIssuance(link) }
            case .foreignAuthority:
                let core = try await fixture.openCore()
                await expect(.unfitCredential) { try await core.continueIssuance(link) }
            default:
                _ = try await core.continueIssuance(link)
                await expect(.unfitCredential) { try await core.acceptIssuance(pin: right) }
            }
            let next = try await fixture.openCore()
            #expect(try await next.issuanceState() == .none)
            #expect(try await !next.hasPID())
            #expect(try await next.events().isEmpty)
            #expect(fixture.issuer.state.withLock { $0.notified }.allSatisfy { $0 == .failure })
            // The next PIN removes the unused keys.
            #expect(try await fixture.keyCount() == 0)
        }
    }

    @Test func `without a connection no session starts, and without an issuer issuance is unavailable`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.openCore()
            fixture.network.isOffline = true
            await expect(.noInternet) { try await core.startIssuance() }
        }
    }
}
