// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import StatusList
import Synchronization
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Several wallet providers at one issuer: no provider can act for the wallets of a different provider.
@Suite(.timeLimit(.minutes(20))) struct WalletProviderBindingTests {
    static let other = "https://other-provider.example"

    /// The keys of a wallet of the other provider.
    static func otherKeys(_ stage: IssuerStage) throws -> TestWalletKeys {
        var keys = try TestWalletKeys(authority: stage.otherProviders, now: stage.clock.now)
        keys.clientID = IssuerStage.otherClientID
        keys.provider = other
        return keys
    }

    @Test func `wallets of both providers get their credentials`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var first = TestWallet(stage)
            first.keys.status = try StatusListReference(index: 1, uri: "https://provider.example/api/v1/status-lists/1")
            try await first.run(fetch)
            var second = TestWallet(stage, with: try Self.otherKeys(stage))
            second.keys.status = try StatusListReference(index: 1, uri: Self.other + "/api/v1/status-lists/1")
            try await second.run(fetch)
            #expect(!first.issued.isEmpty && !second.issued.isEmpty)
        }
    }

    /// The ways in which an attestation mixes two providers.
    enum Mix: CaseIterable {
        case otherIssuer, otherClient, otherName, otherSigner, otherList, otherPort, unknownIssuer
    }

    @Test(arguments: Mix.allCases) func `an attestation that mixes providers is rejected`(_ mix: Mix) async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var keys = stage.wallet
            switch mix {
            case .otherIssuer: keys.provider = Self.other
            case .unknownIssuer: keys.provider = "https://provider.example/"
            case .otherClient: keys.clientID = IssuerStage.otherClientID
            case .otherName: (keys.provider, keys.clientID) = (Self.other, IssuerStage.otherClientID)
            case .otherSigner:
                keys = try Self.otherKeys(stage)
                (keys.provider, keys.clientID) = (stage.wallet.provider, stage.wallet.clientID)
            case .otherList: keys.status = try StatusListReference(index: 1, uri: Self.other + "/api/v1/status-lists/1")
            case .otherPort: keys.status = try StatusListReference(index: 1, uri: "https://provider.example:8443/lists/1")
            }
            var wallet = TestWallet(stage, with: keys)
            await #expect(throws: IssuanceFailure.refused(.pushedAuthorization, .invalidClientAttestation)) { try await wallet.run(fetch) }
        }
    }

    @Test func `a list of a different provider has no effect, whatever its content`() async throws {
        let stage = try await IssuerStage()
        // All wallets of the other provider are valid, which must not help a revoked wallet of this provider.
        stage.isRevoked.withLock { $0 = true }
        try await stage.serve { fetch in
            var revoked = TestWallet(stage)
            revoked.keys.status = try StatusListReference(index: 1, uri: "https://provider.example/api/v1/status-lists/1")
            await #expect(throws: IssuanceFailure.refused(.pushedAuthorization, .invalidClient)) { try await revoked.run(fetch) }
            var other = TestWallet(stage, with: try Self.otherKeys(stage))
            other.keys.status = try StatusListReference(index: 1, uri: Self.other + "/api/v1/status-lists/1")
            try await other.run(fetch)
            #expect(!other.issued.isEmpty)
        }
    }

    @Test func `a client_id belongs to one provider`() throws {
        let wallets = AcceptedWallets(
            clientID: "a", redirectURIs: [], issuer: "https://provider.example", trust: .key(JWK(P256.Signing.PrivateKey().publicKey)))
        #expect(throws: IssuerConfigurationError.self) { try IssuerConfiguration(issuer: IssuerStage.issuer, wallets: [wallets, wallets]) }
    }

    // MARK: Attested keys

    /// A stage whose issuer requires attested keys, with proofs of a wallet by a provider's key.
    private func proofs(
        _ order: KeyProofOrder, _ provider: TestWalletKeys, now: Int64, count: Int = 2,
        _ change: (inout JSONObject, inout JSONObject) -> Void = { _, _ in }
    ) throws -> [String] {
        let keys = (0..<count).map { _ in P256.Signing.PrivateKey() }
        let attestation = KeyAttestation(
            keys: keys.map { JWK($0.publicKey) }, issuedAt: now, expiresAt: now + 600, keyStorage: ["iso_18045_high"], nonce: order.nonce
        ).unsigned(certificates: [provider.certificate])
        var (header, claims) = (attestation.header, attestation.claims)
        change(&header, &claims)
        let text = try UnsignedJWT(header: header, claims: claims).sign(provider.providerKey)
        return [try order.unsigned(key: JWK(keys[0].publicKey), issuedAt: now, keyAttestation: text).sign(keys[0])]
    }

    @Test func `one proof with an attestation yields a credential for each key`() async throws {
        let stage = try await IssuerStage(keyAttestation: KeyAttestationRequirement(keyStorage: ["iso_18045_high"]))
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            wallet.proofs = { order in try self.proofs(order, stage.wallet, now: stage.now, count: 3) }
            try await wallet.run(fetch)
            #expect(wallet.issued.map(\.credentials.count) == [3])
        }
    }

    /// The defects of a key attestation.
    enum Fault: CaseIterable {
        case none, otherProvider, weak, stale, otherNonce, otherKeys, tooMany, type
    }

    @Test(arguments: Fault.allCases) func `keys without the required attestation get no credential`(_ fault: Fault) async throws {
        let stage = try await IssuerStage(keyAttestation: KeyAttestationRequirement(keyStorage: ["iso_18045_high"]))
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            let other = try Self.otherKeys(stage)
            wallet.proofs = { order in
                let now = stage.now
                return switch fault {
                case .none:
                    try (0..<2).map { _ in
                        let key = P256.Signing.PrivateKey()
                        return try order.unsigned(key: JWK(key.publicKey), issuedAt: now).sign(key)
                    }
                case .otherProvider: try self.proofs(order, other, now: now)
                case .weak: try self.proofs(order, stage.wallet, now: now) { $1.set("key_storage", ["iso_18045_basic"]) }
                case .stale: try self.proofs(order, stage.wallet, now: now) { $1.set("exp", .integer(now - 61)) }
                case .otherNonce: try self.proofs(order, stage.wallet, now: now) { $1.set("nonce", "other") }
                case .otherKeys:
                    try self.proofs(order, stage.wallet, now: now) {
                        $1.set("attested_keys", [.object(JWK(P256.Signing.PrivateKey().publicKey).json)])
                    }
                case .tooMany: try self.proofs(order, stage.wallet, now: now, count: 5)
                case .type: try self.proofs(order, stage.wallet, now: now) { header, _ in header.set("typ", "JWT") }
                }
            }
            let code: EndpointErrorCode = fault == .otherNonce ? .invalidNonce : .invalidProof
            do {
                try await wallet.run(fetch)
                Issue.record("issued")
            } catch let failure as IssuanceFailure {
                #expect(failure == .refused(.credential, code))
            }
            #expect(wallet.issued.isEmpty)
        }
    }
}
