// SPDX-License-Identifier: EUPL-1.2

import SDJWT
import ServerKit
import StatusList
import TestEnvironment
import Testing
import VerifierWorld

@testable import WalletVerifierHTTP

/// Status lists, fetched over TLS from their publisher's server.
@Suite(.timeLimit(.minutes(10))) struct CredentialStatusesTests {
    private static let now = VerifierWorld.now

    private static func statuses(_ client: OutboundHTTP, _ log: LogRecorder = LogRecorder()) -> CredentialStatuses {
        CredentialStatuses(
            trust: .certificates(roots: [VerifierWorld.issuerRoot.certificate]), client: client,
            metrics: VerifierMetrics(PrometheusRegistry(help: [:])), logger: log.logger)
    }

    /// The answer with a list in which entry 1 has a status.
    private static func list(
        _ status: TokenStatus, at uri: String, issuedAt: Int64 = VerifierWorld.now - 10, expiresAt: Int64? = nil, ttl: Int64? = 60,
        by signer: TestSigner = VerifierWorld.issuer
    ) async throws -> TLSPeer.Answer {
        var entries = StatusListEntries(bits: .one, count: 8)
        try entries.set(status, at: 1)
        let token = StatusListToken(subject: uri, issuedAt: issuedAt, expiresAt: expiresAt, timeToLive: ttl, list: entries)
        let text = try await token.signed(certificates: signer.chain) { try signer.sign($0) }
        return TLSPeer.Answer(type: StatusListToken.mediaType, body: Array(text.utf8))
    }

    @Test func `a list is fetched once in its ttl, for all entries, and then again`() async throws {
        try await TLSPeer.with { peer in
            let (uri, statuses) = (peer.address("/here"), Self.statuses(try peer.client))
            let one = try StatusListReference(index: 1, uri: uri)
            let two = try StatusListReference(index: 2, uri: uri)
            let beyond = try StatusListReference(index: 8, uri: uri)
            peer.set(try await Self.list(.invalid, at: uri))
            #expect(await statuses.status(of: one, at: Self.now) == .invalid)
            #expect(await statuses.status(of: two, at: Self.now + 59) == .valid)
            #expect(await statuses.status(of: beyond, at: Self.now) == nil)
            #expect(peer.received.count == 1 && peer.received.first?.header("Accept") == StatusListToken.mediaType)
            #expect(await statuses.status(of: one, at: Self.now + 60) == .invalid)
            #expect(peer.received.count == 2)
        }
    }

    @Test func `without its publisher a list is used until exp; without exp only for its ttl`() async throws {
        try await TLSPeer.with { peer in
            let uri = peer.address("/here")
            let entry = try StatusListReference(index: 1, uri: uri)
            let cases: [(expiresAt: Int64?, isUsed: Bool)] = [(Self.now + 100, true), (nil, false)]
            for (expiresAt, isUsed) in cases {
                let statuses = Self.statuses(try peer.client)
                peer.set(try await Self.list(.valid, at: uri, expiresAt: expiresAt))
                #expect(await statuses.status(of: entry, at: Self.now) == .valid)
                peer.set(TLSPeer.Answer(status: 503))
                let before = peer.received.count
                let expected: TokenStatus? = isUsed ? .valid : nil
                #expect(await statuses.status(of: entry, at: Self.now + 60) == expected)
                // In the pause the publisher is left alone.
                #expect(await statuses.status(of: entry, at: Self.now + 69) == expected)
                #expect(peer.received.count == before + 1)
                #expect(await statuses.status(of: entry, at: Self.now + 100) == nil)
                #expect(peer.received.count == before + 2)
            }
        }
    }

    @Test func `an older list does not make a revoked credential valid again`() async throws {
        try await TLSPeer.with { peer in
            let (uri, statuses) = (peer.address("/here"), Self.statuses(try peer.client))
            let entry = try StatusListReference(index: 1, uri: uri)
            peer.set(try await Self.list(.invalid, at: uri, issuedAt: Self.now - 10))
            #expect(await statuses.status(of: entry, at: Self.now) == .invalid)
            peer.set(try await Self.list(.valid, at: uri, issuedAt: Self.now - 20))
            #expect(await statuses.status(of: entry, at: Self.now + 60) == .invalid)
            peer.set(try await Self.list(.valid, at: uri, issuedAt: Self.now + 100))
            #expect(await statuses.status(of: entry, at: Self.now + 120) == .valid)
        }
    }

    @Test func `a list of others, of another address or type, a redirect and too many bytes are no list`() async throws {
        try await TLSPeer.with { peer in
            let (uri, log) = (peer.address("/here"), LogRecorder())
            let entry = try StatusListReference(index: 1, uri: uri)
            let good = try await Self.list(.valid, at: uri)
            var (text, moved, large) = (good, good, good)
            text.type = "text/plain"
            (moved.status, moved.location) = (302, peer.address("/elsewhere"))
            large.body += [UInt8](repeating: 0x41, count: CredentialStatuses.maximumBytes)
            let answers = [
                try await Self.list(.valid, at: uri, by: VerifierWorld.registrar), try await Self.list(.valid, at: uri + "?other"), text,
                moved, large, TLSPeer.Answer(),
            ]
            for answer in answers {
                peer.set(answer)
                let statuses = Self.statuses(try peer.client, log)
                #expect(await statuses.status(of: entry, at: Self.now) == nil)
            }
            #expect(peer.received.allSatisfy { $0.path == "/here" } && peer.received.count == answers.count)
            #expect(log.lines.count == answers.count && !log.text.contains("localhost"))
            peer.set(good)
            let statuses = Self.statuses(try peer.client)
            #expect(await statuses.status(of: entry, at: Self.now) == .valid)
        }
    }
}
