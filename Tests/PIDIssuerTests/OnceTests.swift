// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import IssuerWorld
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

@testable import PIDIssuer

/// Single-use values work once: not repeatedly, not concurrently, not after a restart, and not after their expiry.
@Suite(.timeLimit(.minutes(20))) struct OnceTests {
    /// Sends copies of a wallet's next request concurrently, each with its own proofs.
    private func race(_ wallet: TestWallet, _ fetch: @escaping Fetch, copies: Int = 12) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<copies {
                var client = wallet.client
                let request = try await client.request(with: wallet.keys.keys(), now: wallet.stage.now, random: IssuerStage.random)
                group.addTask { try await fetch(request).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `a code is accepted only once, from the first request`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch) { $0 == .send(.token) }
            // No request gets a token if the second use precedes the first use's token.
            #expect(try await race(wallet, fetch).filter { $0 == 200 }.count <= 1)
            await #expect(throws: IssuanceFailure.refused(.token, .invalidGrant)) { try await wallet.run(fetch) }
        }
    }

    @Test func `a second use of a code revokes the token issued for it`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch) { $0 == .send(.token) }
            var thief = wallet
            try await wallet.run(fetch) { $0 == .send(.credential) }
            await #expect(throws: IssuanceFailure.refused(.token, .invalidGrant)) { try await thief.run(fetch) }
            await #expect(throws: IssuanceFailure.self) { try await wallet.run(fetch) }
            #expect(wallet.client.step != .finished)

            // A token of a different code stays valid.
            var other = TestWallet(stage)
            try await other.run(fetch)
            #expect(other.client.step == .finished)
        }
    }

    @Test func `a second use of a code revokes its token before, just after and long after the token is issued`() async throws {
        let stage = try await IssuerStage()
        let store = try stage.store()
        defer { try? store.close() }
        let until = stage.now + IssuerConfiguration.tokenLifetime
        let token = TokenRecord(
            grant: AccessGrant(clientID: "c", dpopThumbprint: "t", expiresAt: until, configurationIDs: []), person: "p", requestsLeft: 1)
        func code(_ name: String) async throws {
            let grant = CodeGrant(
                clientID: "c", instanceThumbprint: "i", redirectURI: "r", codeChallenge: "x", dpopThumbprint: nil, expiresAt: stage.now + 60
            )
            try await store.put(CodeRecord(grant: grant, configurationIDs: [], person: "p"), under: name, until: stage.now + 60)
        }
        for name in ["before", "after", "once"] { try await code(name) }

        #expect(try await store.redeem("before", rememberedUntil: until) != nil)
        #expect(try await store.redeem("before", rememberedUntil: until) == nil)
        #expect(try await !store.put(token, under: "token before", until: until, ofCode: "before"))
        #expect(try await store.read(TokenRecord.self, "token before") == nil)

        for name in ["after", "once"] {
            #expect(try await store.redeem(name, rememberedUntil: until) != nil)
            #expect(try await store.put(token, under: "token " + name, until: until, ofCode: name))
            #expect(try await store.read(TokenRecord.self, "token " + name) != nil)
        }
        // Long after the code itself has expired, and after a clean-up.
        stage.advance(Int(IssuerConfiguration.tokenLifetime) - 1)
        try await store.removeExpired()
        #expect(try await store.redeem("after", rememberedUntil: until) == nil)
        #expect(try await store.read(TokenRecord.self, "token after") == nil)
        #expect(try await store.read(TokenRecord.self, "token once") != nil)
        // An unknown code revokes nothing and yields no token.
        #expect(try await store.redeem("never", rememberedUntil: until) == nil)
        #expect(try await !store.put(token, under: "token never", until: until, ofCode: "never"))
        #expect(try await store.read(TokenRecord.self, "token once") != nil)
    }

    @Test func `an offer's code is accepted once, and a nonce is valid for one request`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            let store = try stage.store()
            defer { try? store.close() }
            let offer = try await OfferDesk(issuer: IssuerStage.issuer, store: store, random: IssuerStage.random)
                .offer([.sdJWT], to: "999993653", hasTransactionCode: false)
            var wallet = try TestWallet(stage, offer: offer.link)
            try await wallet.run(fetch) { $0 == .send(.token) }
            #expect(try await race(wallet, fetch).filter { $0 == 200 }.count == 1)

            var other = TestWallet(stage)
            try await other.run(fetch) { $0 == .send(.credential) }
            #expect(try await race(other, fetch).filter { $0 == 200 }.count == 1)
        }
    }

    @Test func `every endpoint rejects an identical request as a replay`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            for (endpoint, request) in wallet.sent where [.pushedAuthorization, .token, .credential, .notification].contains(endpoint) {
                #expect(try await fetch(request).status >= 400, "\(endpoint)")
            }
        }
    }

    @Test func `a login URL opens once, even after a restart, and only for its client`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for isForeign in [true, false] {
                var wallet = TestWallet(stage)
                let url = try await wallet.runToBrowser(fetch)
                var browser = LoginBrowser(fetch)
                let address = isForeign ? url.text.replacing("wallet.example", with: "thief.example") : url.text
                if isForeign {
                    await #expect(throws: LoginBrowser.Stuck.self) { try await browser.follow(address) }
                } else {
                    _ = try await browser.follow(address)
                    await #expect(throws: LoginBrowser.Stuck.self) { try await browser.follow(address) }
                }
            }
        }
    }

    @Test(arguments: [
        (IssuanceEndpoint.token, IssuerConfiguration.codeLifetime), (.credential, TimedNonces.lifetime),
    ]) func `an expired code is rejected, and an expired nonce is replaced`(endpoint: IssuanceEndpoint, lifetime: Int64) async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch) { $0 == .send(endpoint) }
            var inTime = wallet
            stage.advance(Int(lifetime) - 1)
            let before = wallet
            stage.advance(1)
            wallet = before
            if endpoint == .token {
                await #expect(throws: IssuanceFailure.refused(.token, .invalidGrant)) { try await wallet.run(fetch) }
            } else {
                // The wallet requests a new nonce and gets its credentials.
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished)
            }
            inTime.client.abandon()
        }
    }

    @Test func `pushed requests and logins expire`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            let url = try await wallet.runToBrowser(fetch)
            stage.advance(Int(IssuerConfiguration.pushedLifetime))
            var browser = LoginBrowser(fetch)
            await #expect(throws: LoginBrowser.Stuck.self) { try await browser.follow(url.text) }

            var late = TestWallet(stage)
            let second = try await late.runToBrowser(fetch)
            let login = try await browser.openLogin(second.text)
            stage.advance(Int(IssuerConfiguration.loginLifetime))
            await #expect(throws: LoginBrowser.Stuck.self) {
                try await browser.submit(login: login, as: "999991772", outcome: "success")
            }
        }
    }
}
