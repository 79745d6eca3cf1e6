// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import Testing
import WalletCore
import WalletInterface
import WalletProvider

/// Every request to the real issuer, with every fault: the right error, nothing stored partially, and a retry ends with a card.
@Suite(.timeLimit(.minutes(20)))
struct IssuerFaultTableTests {
    /// The requests of an issuance, in order.
    enum Request: String, CaseIterable, Sendable {
        /// At the wallet provider: the issuer requires it for access.
        case attestation = "/api/v1/instructions/attest_wallet"
        case issuerMetadata = "/.well-known/openid-credential-issuer"
        case serverMetadata = "/.well-known/oauth-authorization-server"
        case challenge = "/challenge"
        case pushed = "/par"
        case token = "/token"
        case previewNonce = "/nonce"
        case previewCredential = "/credential"
        // With the PIN, when the earlier paths occur again.
        case nonce = "/nonce "
        case credential = "/credential "
        case notification = "/notification"

        var path: String { rawValue.trimmingCharacters(in: .whitespaces) }
        var isWithPIN: Bool { [.nonce, .credential, .notification].contains(self) }
    }

    enum Fault: String, CaseIterable, Sendable {
        case down, lostReply, slow, unavailable, tooMany, failed, garbage, page, redirect, empty

        /// True if the wallet may retry the identical request, since the error is temporary.
        var isPassing: Bool { [.down, .lostReply, .slow, .unavailable, .tooMany, .failed].contains(self) }

        var staged: NetworkPlan.Fault {
            func answer(_ status: Int, _ type: String, _ body: String) -> NetworkPlan.Fault {
                .answer(NetworkResponse(status: status, mediaType: type, body: Array(body.utf8)))
            }
            return switch self {
            case .down: .loseRequest
            case .lostReply: .loseReply
            // One second longer than the wallet waits.
            case .slow: .slow { $0 + 1 }
            case .unavailable: answer(503, "text/html", "<p>later")
            case .tooMany: answer(429, "application/json", "{}")
            case .failed: answer(500, "application/json", #"{"error":"server_error"}"#)
            case .garbage:
                .rewrite { NetworkResponse(status: $0.status, mediaType: $0.mediaType, body: $0.body.map { ~$0 }, headers: $0.headers) }
            case .page: answer(200, "text/html", "<p>Log in to this network")
            case .redirect: answer(302, "text/html", "")
            case .empty: answer(200, "application/json", "{}")
            }
        }
    }

    /// Acts as the user, from any state of the session to a card: after an error the same action is repeated, as in the app.
    ///
    /// - Parameter errors: what the user must be told on the way.
    func obtain(
        _ fixture: Fixture, _ core: Core, seeing errors: [WalletCoreError.Code] = [], at location: SourceLocation = #_sourceLocation
    ) async throws {
        var seen: [WalletCoreError.Code] = []
        for _ in 0..<12 {
            let state = try await core.issuanceState()
            do {
                switch state {
                case .none: _ = try await core.startIssuance()
                case .awaitingAuthentication(let url, _): _ = try await core.continueIssuance(fixture.comeBack(core, from: url))
                case .retrieving: _ = try await core.resumeIssuance()
                case .preview:
                    try await fixture.accept(core)
                    #expect(seen == errors, sourceLocation: location)
                    return
                }
            } catch let error as WalletCoreError {
                seen.append(error.code)
                let isStored = try await core.hasPID()
                #expect(!isStored, "a PID is stored, but an error was told")
                #expect(try await core.events().isEmpty)
                #expect(try await cards(core).isEmpty)
                let after = try await core.issuanceState()
                if error.code == .serverUnreachable { expectKept(state, after) }
                if error.code == .issuance(.loginStopped) { #expect(after == .none) }
            }
        }
        Issue.record("no card after twelve tries: \(seen)")
    }

    /// A server that cannot be reached begins no session and ends none. A login that has returned stays.
    private func expectKept(_ before: IssuanceState, _ after: IssuanceState) {
        switch (before, after) {
        case (.none, .none), (.awaitingAuthentication, .retrieving), (.retrieving, .retrieving), (.preview, .preview): break
        default: Issue.record("the server could not be reached, and the session changed")
        }
    }

    /// Returns the cards on the dashboard.
    func cards(_ core: Core) async throws -> [CardSummary] {
        let stream = try await core.setCardsStream()
        var shown: [CardSummary] = []
        for await state in stream {
            if case .shown(let cards) = state { shown = cards }
            break
        }
        await core.clearCardsStream()
        return shown
    }

    /// Returns the errors shown to the user; empty for none.
    private func expected(_ request: Request, _ fault: Fault) -> [WalletCoreError.Code] {
        switch (request, fault) {
        // A notification is optional: its failure changes nothing.
        case (.notification, _): []
        // The wallet trusts the provider: a malformed response did not come from it.
        case (.attestation, _): [.serverUnreachable]
        // The code is used up; a new login succeeds.
        case (.token, .lostReply), (.token, .slow): [.serverUnreachable, .issuance(.loginStopped)]
        case (_, _) where fault.isPassing: [.serverUnreachable]
        default: [.issuance(.unfitIssuer)]
        }
    }

    /// Each request with one fault of each sort, and each fault with one request of each part of the issuance.
    static let table: [(Request, Fault)] =
        Request.allCases.flatMap { request in [Fault.down, .lostReply, .slow, .garbage, .redirect].map { (request, $0) } }
        + [Request.pushed, .token, .previewCredential, .credential].flatMap { request in
            [Fault.unavailable, .tooMany, .failed, .page, .empty].map { (request, $0) }
        }

    @Test(arguments: table)
    func `a fault of the issuer is reported with its own error, leaves nothing partial, and the next attempt issues the card`(
        _ request: Request, _ fault: Fault
    ) async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            if request.isWithPIN {
                // The paths occur twice: the fault applies to the second time.
                _ = try await fixture.preview(core)
            }
            fixture.network.stage(fault.staged, atPath: request.path)
            try await obtain(fixture, core, seeing: expected(request, fault))
            #expect(!fixture.network.isStaged, "no request came there")
            // The state as the next process finds it.
            let next = try await fixture.openCore()
            #expect(try await cards(next).map(\.isPID) == [true])
            #expect(try await next.hasPID())
            #expect(try await next.events().map(\.kind) == [.issued])
            #expect(try await next.issuanceState() == .none)
            #expect(try await fixture.keyCount() == 6)
        }
    }

    // MARK: Time

    @Test func `a code that expired in transit counts as a login that took too long, and the next login issues the card`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            fixture.clock.advance(by: 61)
            await expect(.loginStopped) { try await core.continueIssuance(link) }
            try await obtain(fixture, core)
        }
    }

    @Test func `a nonce that expired while the phone was off is fetched again without a message`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            fixture.network.stage(.loseRequest, atPath: "/credential")
            await expect(.serverUnreachable) { try await core.continueIssuance(link) }
            fixture.clock.advance(by: 301)
            let next = try await fixture.openCore()
            let before = fixture.network.sent.filter { $0.path == "/nonce" }.count
            _ = try await next.resumeIssuance()
            #expect(fixture.network.sent.filter { $0.path == "/nonce" }.count == before + 1)
            try await obtain(fixture, next)
        }
    }

    @Test func `a token that expired during the review is reported, and no card is added`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            _ = try await fixture.preview(core)
            fixture.clock.advance(by: 15 * 60 + 1)
            let next = try await fixture.openCore()
            let right = try pin(Fixture.right)
            await expect(.loginStopped) { try await next.acceptIssuance(pin: right) }
            #expect(try await next.issuanceState() == .none)
            #expect(try await !next.hasPID())
            try await obtain(fixture, next)
        }
    }

    // MARK: Impersonation

    @Test(arguments: [
        ("/.well-known/openid-credential-issuer", #""credential_issuer":"https:\/\/issuer.test""#),
        ("/.well-known/oauth-authorization-server", #""issuer":"https:\/\/issuer.test""#),
    ])
    func `metadata of another issuer ends the session before that issuer gets a request`(_ path: String, _ member: String) async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            let plain = member.replacingOccurrences(of: "\\", with: "")
            fixture.network.stage(
                .rewrite { response in
                    let text = String(decoding: response.body, as: UTF8.self)
                    let evil = plain.replacingOccurrences(of: "issuer.test", with: "evil.test")
                    let body = text.replacingOccurrences(of: plain, with: evil)
                    return NetworkResponse(
                        status: response.status, mediaType: response.mediaType, body: Array(body.utf8), headers: response.headers)
                }, atPath: path)
            await expect(.wrongIssuer) { try await core.startIssuance() }
            #expect(fixture.network.sent.allSatisfy { $0.path != "/par" })
            try await obtain(fixture, core)
        }
    }

    @Test func `a redirect of another session changes nothing; a redirect with a wrong iss sends no code`() async throws {
        try await Fixture.withRealIssuer { fixture, issuer in
            let core = try await fixture.openCore()
            let address = try await issuer.browse(try await fixture.login(core))
            let foreign = try await fixture.link(core, TestIssuer.redirectURI + "?code=stolen&state=other&iss=https%3A%2F%2Fissuer.test")
            await expect(.foreignRedirect) { try await core.continueIssuance(foreign) }
            let wrong = try await fixture.link(core, address.replacingOccurrences(of: "issuer.test", with: "evil.test"))
            await expect(.wrongIssuer) { try await core.continueIssuance(wrong) }
            #expect(try await core.issuanceState() == .none)
            #expect(fixture.network.sent.allSatisfy { $0.path != "/token" })
            try await obtain(fixture, core)
        }
    }

    @Test func `a wallet that its provider revoked gets no card with its earlier attestation`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            _ = try await fixture.login(core)
            _ = try await fixture.provider.revoker.revokeSolution(by: .operator(name: "test"))
            fixture.clock.advance(by: 61)
            await expect(.refused) { try await core.startIssuance() }
            #expect(try await core.issuanceState() == .none)
        }
    }

    @Test func `a PID revoked by its issuer is shown as revoked, and the revocation is in the PID's events`() async throws {
        try await Fixture.withRealIssuer { fixture, issuer in
            let core = try await fixture.openCore()
            try await obtain(fixture, core)
            try await issuer.revoke()
            let next = try await fixture.openCore()
            #expect(try await next.refreshCardStatuses())
            #expect(try await cards(next).map(\.status) == [CardStatus.revoked])
            #expect(try await next.events().map(\.kind) == [.revoked, .issued])
        }
    }
}
