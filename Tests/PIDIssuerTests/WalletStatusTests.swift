// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import StatusList
import Synchronization
import TestEnvironment
import Testing

@testable import PIDIssuer

/// The issuer's check of a wallet's revocation status.
struct WalletStatusTests {
    static let uri = "https://provider.example/api/v1/status-lists/1"

    /// A wallet provider that publishes one list and may answer arbitrarily.
    final class Publisher: Sendable {
        struct State {
            var isRevoked = false
            var count = 0
            var answer: (@Sendable (IssuanceResponse) throws -> IssuanceResponse)?
            var subject = uri
            var signedAt: Int64?
        }

        let state = Mutex(State())
        let now = Mutex<Int64>(1_790_000_000)
        let key = P256.Signing.PrivateKey()

        func answer(_ request: IssuanceRequest) async throws -> IssuanceResponse {
            let now = now.withLock { $0 }
            let state = state.withLock { state in
                state.count += 1
                return state
            }
            var list = StatusListEntries(bits: .one, count: 16)
            if state.isRevoked { try list.set(.invalid, at: 3) }
            let signedAt = state.signedAt ?? now
            let token = try await StatusListToken(
                subject: state.subject, issuedAt: signedAt, expiresAt: signedAt + 900, timeToLive: 60, list: list
            ).signed { try self.key.sign($0) }
            let response = IssuanceResponse(
                status: 200, headers: HeaderFields([.init("Content-Type", StatusListToken.mediaType)]), body: Array(token.utf8))
            return try state.answer?(response) ?? response
        }

        func statuses() -> WalletStatuses { WalletStatuses(trust: .key(JWK(key.publicKey))) { try await self.answer($0) } }

        func advance(_ seconds: Int64) { now.withLock { $0 += seconds } }

        var count: Int { state.withLock { $0.count } }
    }

    struct Down: Error {}

    let publisher = Publisher()

    func status(_ statuses: WalletStatuses, at index: Int = 3) async throws -> TokenStatus {
        try await statuses.status(of: StatusListReference(index: index, uri: Self.uri), now: publisher.now.withLock { $0 })
    }

    @Test func `a list is fetched once per time to live, and the next fetch shows new revocations`() async throws {
        let statuses = publisher.statuses()
        for _ in 0..<5 { #expect(try await status(statuses) == .valid) }
        publisher.state.withLock { $0.isRevoked = true }
        publisher.advance(59)
        #expect(try await status(statuses) == .valid)
        #expect(publisher.count == 1)
        publisher.advance(1)
        #expect(try await status(statuses) == .invalid)
        #expect(try await status(statuses, at: 2) == .valid)
        #expect(publisher.count == 2)
    }

    @Test func `during the publisher's outage the last list counts until its expiry, and then no wallet is accepted`() async throws {
        let statuses = publisher.statuses()
        #expect(try await status(statuses) == .valid)
        publisher.state.withLock { $0.answer = { _ in throw Down() } }
        publisher.advance(60)
        for _ in 0..<5 { #expect(try await status(statuses) == .valid) }
        #expect(publisher.count == 2)
        publisher.advance(839)
        #expect(try await status(statuses) == .valid)
        publisher.advance(1)
        await #expect(throws: WalletStatusUnknown.self) { try await status(statuses) }
        publisher.state.withLock { $0.answer = nil }
        #expect(try await status(statuses) == .valid)
    }

    @Test(arguments: [61, 3600, 365 * 86_400] as [Int64])
    func `a list from before the clock was set back is not used until that time returns`(_ seconds: Int64) async throws {
        let statuses = publisher.statuses()
        publisher.advance(seconds)
        #expect(try await status(statuses) == .valid)
        publisher.advance(-seconds)
        publisher.state.withLock { $0.isRevoked = true }
        #expect(try await status(statuses) == .invalid)
        #expect(try await status(statuses) == .invalid)
        #expect(publisher.count == 2)
        // No wallet is accepted through it while the publisher is down.
        publisher.advance(-seconds)
        publisher.state.withLock { $0.answer = { _ in throw Down() } }
        await #expect(throws: WalletStatusUnknown.self) { try await status(statuses) }
    }

    @Test func `a difference of one second between requests does not count as a clock set back`() async throws {
        let statuses = publisher.statuses()
        #expect(try await status(statuses) == .valid)
        publisher.advance(-1)
        #expect(try await status(statuses) == .valid)
        #expect(publisher.count == 1)
    }

    enum Fault: CaseIterable {
        case down, notFound, redirect, page, garbage, empty, otherList, otherKey, old, fromTheFuture, cutOff
    }

    @Test(arguments: Fault.allCases) func `a document that is not a status list for this address is rejected`(_ fault: Fault) async throws {
        let other = Publisher()
        let now = publisher.now.withLock { $0 }
        publisher.state.withLock { state in
            switch fault {
            case .down: state.answer = { _ in throw Down() }
            case .notFound: state.answer = { IssuanceResponse(status: 404, headers: $0.headers, body: $0.body) }
            case .redirect: state.answer = { IssuanceResponse(status: 302, headers: $0.headers, body: $0.body) }
            case .page:
                state.answer = {
                    IssuanceResponse(status: 200, headers: HeaderFields([.init("Content-Type", "text/html")]), body: $0.body)
                }
            case .garbage: state.answer = { IssuanceResponse(status: 200, headers: $0.headers, body: [0xff, 0x2e, 0x2e]) }
            case .empty: state.answer = { IssuanceResponse(status: 200, headers: $0.headers, body: []) }
            case .otherList: state.subject = "https://provider.example/api/v1/status-lists/2"
            case .otherKey: break
            case .old: state.signedAt = now - 961
            case .fromTheFuture: state.signedAt = now + 61
            case .cutOff: state.answer = { IssuanceResponse(status: 200, headers: $0.headers, body: Array($0.body.dropLast(9))) }
            }
        }
        let statuses =
            fault == .otherKey
            ? WalletStatuses(trust: .key(JWK(other.key.publicKey))) { [publisher] in try await publisher.answer($0) } : publisher.statuses()
        await #expect(throws: WalletStatusUnknown.self) { try await status(statuses) }
    }

    @Test func `an index outside the list has no status`() async throws {
        await #expect(throws: WalletStatusUnknown.self) { try await status(publisher.statuses(), at: 16) }
    }

    @Test func `an issuer that cannot get a status answers unavailable, and accepts the wallet later`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            wallet.keys.status = try StatusListReference(index: 3, uri: Self.uri)
            stage.isStatusUnknown.withLock { $0 = true }
            await #expect(throws: (any Error).self) { try await wallet.run(fetch) }
            #expect(stage.log.text.contains("status=503"))
            stage.isStatusUnknown.withLock { $0 = false }
            var next = TestWallet(stage)
            next.keys.status = wallet.keys.status
            try await next.run(fetch)
            #expect(!next.issued.isEmpty)
        }
    }
}
