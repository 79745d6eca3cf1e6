// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import SwiftASN1
import Testing
import WalletProvider
import X509

/// The certificates that a provider accepts for its attestation keys.
struct AttestationCertificateTests {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    let root = P256.Signing.PrivateKey()
    let middle = P256.Signing.PrivateKey()
    let leaf = P256.Signing.PrivateKey()
    let old = P256.Signing.PrivateKey()

    var keys: [HSMPublicKey] { [HSMPublicKey(keyID: "new", key: leaf.publicKey), HSMPublicKey(keyID: "old", key: old.publicKey)] }

    func name(_ name: String) throws -> DistinguishedName { try DistinguishedName { CommonName(name) } }

    func certificate(
        of key: P256.Signing.PublicKey, called subject: String, by issuer: String, _ signer: P256.Signing.PrivateKey,
        from start: TimeInterval = -1000, to end: TimeInterval = 1000, isAuthority: Bool = false
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key), notValidBefore: Self.now + start,
            notValidAfter: Self.now + end, issuer: name(issuer), subject: name(subject), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                if isAuthority { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) }
            }, issuerPrivateKey: .init(signer))
    }

    func middleCertificate() throws -> Certificate {
        try certificate(of: middle.publicKey, called: "middle", by: "root", root, isAuthority: true)
    }

    func leafCertificate() throws -> Certificate { try certificate(of: leaf.publicKey, called: "leaf", by: "middle", middle) }

    @Test func `chains are assigned to their keys in any order`() throws {
        let oldOne = try certificate(of: old.publicKey, called: "old", by: "root", root)
        let found = try AttestationCertificates(
            [[oldOne], [try leafCertificate(), try middleCertificate()]], of: keys, at: Self.now)
        #expect(found.chain(ofKey: "new").count == 2)
        #expect(try found.chain(ofKey: "old").map { try Certificate(derEncoded: $0) } == [oldOne])
        #expect(found.chain(ofKey: "other").isEmpty)
    }

    enum Fault: CaseIterable {
        case none, empty, rootAtTheEnd, selfSigned, expired, notYet, otherKey, onlyTheOldKey, twice, wrongOrder, gap, forged, tooLong,
            authority
    }

    func chains(_ fault: Fault) throws -> [[Certificate]] {
        let (leafOne, middleOne) = (try leafCertificate(), try middleCertificate())
        let rootOne = try certificate(of: root.publicKey, called: "root", by: "root", root, isAuthority: true)
        func own(_ start: TimeInterval, _ end: TimeInterval) throws -> Certificate {
            try certificate(of: leaf.publicKey, called: "leaf", by: "root", root, from: start, to: end)
        }
        return switch fault {
        case .none: []
        case .empty: [[]]
        case .rootAtTheEnd: [[leafOne, middleOne, rootOne]]
        case .selfSigned: [[try certificate(of: leaf.publicKey, called: "leaf", by: "leaf", leaf)]]
        case .expired: [[try own(-1000, 0)]]
        case .notYet: [[try own(1, 1000)]]
        case .otherKey: [[try certificate(of: P256.Signing.PrivateKey().publicKey, called: "leaf", by: "root", root)]]
        case .onlyTheOldKey: [[try certificate(of: old.publicKey, called: "old", by: "root", root)]]
        case .twice: [[leafOne, middleOne], [leafOne]]
        case .wrongOrder: [[middleOne, leafOne]]
        case .gap: [[leafOne, try certificate(of: old.publicKey, called: "other", by: "root", root, isAuthority: true)]]
        case .forged: [[try certificate(of: leaf.publicKey, called: "leaf", by: "middle", old), middleOne]]
        case .tooLong: [[leafOne, middleOne, middleOne, middleOne, middleOne]]
        case .authority: [[try certificate(of: leaf.publicKey, called: "leaf", by: "root", root, isAuthority: true)]]
        }
    }

    @Test(arguments: Fault.allCases) func `certificates that issuers would reject are rejected at the start`(_ fault: Fault) throws {
        let chains = try chains(fault)
        #expect(throws: ConfigurationError.self) { try AttestationCertificates(chains, of: keys, at: Self.now) }
    }

    @Test func `chains without a key are rejected`() throws {
        #expect(throws: ConfigurationError.self) { try AttestationCertificates([], of: [], at: Self.now) }
    }

    @Test(
        arguments: [
            ("", nil, 3600), (String(repeating: "a", count: 513), nil, 3600), ("a b", nil, 3600), ("é", nil, 3600), ("a", "", 3600),
            ("a", String(repeating: "n", count: 257), 3600), ("a", nil, 59), ("a", nil, 86_401), ("a", nil, -1),
        ] as [(String, String?, Int64)])
    func `settings that an attestation cannot express are rejected`(_ clientID: String, _ name: String?, _ lifetime: Int64) {
        #expect(throws: ConfigurationError.self) {
            try AttestationSettings(clientID: clientID, walletName: name, lifetime: lifetime) { _ in [] }
        }
    }
}
