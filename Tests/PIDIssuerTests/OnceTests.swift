// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import Testing

@testable import PIDIssuer

/// What works once works once: again, at the same time, after a restart, and not when it is too late.
@Suite(.timeLimit(.minutes(5))) struct OnceTests {
    /// Sends so many copies of a wallet's next request at the same time, each with proofs of its own.
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

    @Test func `a code is taken once, by whoever comes first`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch) { $0 == .send(.token) }
            #expect(try await race(wallet, fetch).filter { $0 == 200 }.count == 1)
            await #expect(throws: IssuanceFailure.refused(.token, .invalidGrant)) { try await wallet.run(fetch) }
        }
    }

    @Test func `an offer's code is taken once, and a nonce pays for one request`() async throws {
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

    @Test func `the very same request is a replay wherever it comes`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            for (endpoint, request) in wallet.sent where [.pushedAuthorization, .token, .credential, .notification].contains(endpoint) {
                #expect(try await fetch(request).status >= 400, "\(endpoint)")
            }
        }
    }

    @Test func `a browser's address opens once, also after a restart, and for its client alone`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for isForeign in [true, false] {
                var wallet = TestWallet(stage)
                let url = try await wallet.runToBrowser(fetch)
                var browser = TestBrowser(fetch)
                let address = isForeign ? url.text.replacing("wallet.example", with: "thief.example") : url.text
                if isForeign {
                    await #expect(throws: TestBrowser.Stuck.self) { try await browser.follow(address) }
                } else {
                    _ = try await browser.follow(address)
                    await #expect(throws: TestBrowser.Stuck.self) { try await browser.follow(address) }
                }
            }
        }
    }

    @Test(arguments: [
        (IssuanceEndpoint.token, IssuerConfiguration.codeLifetime), (.credential, TimedNonces.lifetime),
    ]) func `what is too old is refused`(endpoint: IssuanceEndpoint, lifetime: Int64) async throws {
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
                // The wallet asks for another nonce and gets its credentials.
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished)
            }
            inTime.client.abandon()
        }
    }

    @Test func `a pushed request and a login wait only so long`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            let url = try await wallet.runToBrowser(fetch)
            stage.advance(Int(IssuerConfiguration.pushedLifetime))
            var browser = TestBrowser(fetch)
            await #expect(throws: TestBrowser.Stuck.self) { try await browser.follow(url.text) }

            var late = TestWallet(stage)
            let second = try await late.runToBrowser(fetch)
            let login = try await browser.openLogin(second.text)
            stage.advance(Int(IssuerConfiguration.loginLifetime))
            await #expect(throws: TestBrowser.Stuck.self) {
                try await browser.submit(login: login, as: "999991772", outcome: "success")
            }
        }
    }
}
