// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import TestEnvironment
import Testing
import WalletConfiguration

@testable import wallet_provider

/// The conditions under which a next key may sign: the rules of `keys check` and `keys activate`.
struct KeyPublicationTests {
    private let active = HSMPublicKey(P256.Signing.PrivateKey().publicKey, for: .certificate)
    private let next = HSMPublicKey(P256.Signing.PrivateKey().publicKey, for: .certificate)
    private let signer = P256.Signing.PrivateKey()
    private let environment: EnvironmentName
    private let directory: TemporaryDirectory
    private static let issued: Int64 = 1_790_000_000
    private let start = Date(timeIntervalSince1970: TimeInterval(issued))

    init() throws {
        environment = try #require(EnvironmentName("test"))
        directory = try TemporaryDirectory()
    }

    private var keys: KeyPublication.Keys { .init(purpose: .certificate, next: next, active: active) }
    private var trust: DocumentTrust { DocumentTrust(environment: environment, keys: ["signer": JWK(signer.publicKey)]) }

    private func document(
        _ known: [HSMPublicKey], as member: SigningPurpose = .certificate, poll: Int = 3600, version: Int64 = 7
    ) throws -> SignedConfiguration {
        let address = ServiceAddress(
            url: try #require(WebAddress(base: "https://provider.test")),
            tlsRoots: [[0x30, 0x81, 0xC8] + [UInt8](repeating: 0, count: 200)])
        let named = Dictionary(uniqueKeysWithValues: known.map { ($0.keyID, JWK($0.key)) })
        let other = ["other": JWK(P256.Signing.PrivateKey().publicKey)]
        var contents = ConfigurationDocument(
            provider: ProviderAddress(
                address: address, certificateKeys: member == .certificate ? named : other, resultKeys: member == .result ? named : other),
            services: Services(configuration: address, updatePolicy: address, pidIssuer: nil))
        contents.features.configurationPollSeconds = poll
        let claims = try DocumentClaims(
            version: version, issuedAt: Self.issued, expiresAt: Self.issued + 30 * 86_400, environment: environment)
        return try SignedConfiguration(signing: contents, claims: claims, keyID: "signer", key: signer)
    }

    private func publication(
        _ document: SignedConfiguration?, writtenAfter seconds: TimeInterval = 0, after: TimeInterval, former: Int? = nil
    ) -> KeyPublication {
        KeyPublication(
            of: keys, in: document.map { PublishedConfiguration(document: $0, fileWrittenAt: start.addingTimeInterval(seconds)) },
            formerPollSeconds: former, now: start.addingTimeInterval(after))
    }

    @Test func `a key without a published configuration is never safe`() throws {
        #expect(!publication(nil, after: 1e9).isSafe)
        let without = publication(try document([active]), after: 1e9)
        #expect(without.obstacles.contains { $0.contains("lacks the next key in provider.certificate_keys") })
        // Phones do not search the keys of a different purpose.
        #expect(!publication(try document([active, next], as: .result), after: 1e9).isSafe)
    }

    @Test func `a different key under the same id does not count as published`() throws {
        let stranger = HSMPublicKey(keyID: next.keyID, key: P256.Signing.PrivateKey().publicKey)
        let publication = publication(try document([active, stranger]), after: 1e9)
        #expect(publication.obstacles.contains { $0.contains("another key under the name") })
    }

    @Test func `a key is safe to activate after two polls and a minute, and not a second earlier`() throws {
        let document = try document([active, next])
        #expect(!publication(document, after: 0).isSafe)
        let early = publication(document, after: 7259)
        #expect(early.obstacles.count == 1 && early.obstacles[0].contains("2026-09-21T"))
        #expect(publication(document, after: 7260).isSafe)
    }

    @Test func `the longer polling interval of the previous configuration applies`() throws {
        let document = try document([active, next], poll: 60)
        #expect(publication(document, after: 180).isSafe)
        #expect(!publication(document, after: 180, former: 3600).isSafe)
        #expect(publication(document, after: 7260, former: 3600).isSafe)
        #expect(publication(document, after: 180, former: 60).isSafe)
    }

    @Test func `a configuration signed in advance counts from when it is served`() throws {
        let document = try document([active, next])
        #expect(!publication(document, writtenAfter: 86_400, after: 86_400 + 7259).isSafe)
        #expect(publication(document, writtenAfter: 86_400, after: 86_400 + 7260).isSafe)
        // A file older than its signature does not prove an earlier publication.
        #expect(!publication(document, writtenAfter: -86_400, after: 7259).isSafe)
    }

    @Test func `a configuration without the key that signs now is not safe`() throws {
        let publication = publication(try document([next]), after: 1e9)
        #expect(publication.obstacles.contains { $0.contains("lacks the key that signs now") })
    }

    @Test func `a served file is judged like on a phone`() throws {
        let token = try document([active, next]).token
        try directory.write(Array((token + "\n").utf8), to: "configuration.jwt")
        let path = directory.path("configuration.jwt")
        #expect(try PublishedConfiguration(path: path, trusting: trust, at: start).document.version == 7)
        #expect(throws: (any Error).self) {
            try PublishedConfiguration(path: path, trusting: trust, at: start.addingTimeInterval(31 * 86_400))
        }
        #expect(throws: (any Error).self) { try PublishedConfiguration(path: path, trusting: trust, at: start.addingTimeInterval(-86_400)) }
        let stranger = DocumentTrust(environment: environment, keys: ["signer": JWK(P256.Signing.PrivateKey().publicKey)])
        #expect(throws: (any Error).self) { try PublishedConfiguration(path: path, trusting: stranger, at: start) }
        #expect(throws: (any Error).self) { try PublishedConfiguration(path: directory.path("none"), trusting: trust, at: start) }
        // An expired document shows the phones' polling interval until its expiry.
        #expect(try PublishedConfiguration.pollSeconds(path: path, trusting: trust) == 3600)
        #expect(throws: (any Error).self) { try PublishedConfiguration.pollSeconds(path: path, trusting: stranger) }
    }

    @Test func `an attestation key is safe only with its own certificate`() throws {
        let without = KeyPublication(of: keys, certifiedBy: [], now: start)
        #expect(!without.isSafe)
    }
}
