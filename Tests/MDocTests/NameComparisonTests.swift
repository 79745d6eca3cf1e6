// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

/// Short chains that would require many comparisons of names.
struct NameComparisonTests {
    /// A root, an authority with a number of name constraints, and a signer with a number of names.
    private struct Chain {
        let root, authority, signer: Certificate

        init(names: Int, permitted: Int = 0, excluded: Int = 0, onRoot: Bool = false) throws {
            let keys = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
            var allowed = (0..<permitted).map { "p\($0).example" }
            if permitted > 0 { allowed.append("signer.example") }
            let forbidden = (0..<excluded).map { "x\($0).example" }
            let constraints = NameConstraints(
                permittedDNSDomains: NameConstraints.DNSNames(allowed), excludedDNSDomains: NameConstraints.DNSNames(forbidden))
            let limits = permitted + excluded > 0 ? [try Certificate.Extension(constraints, critical: true)] : []
            let certifies = [
                try Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: nil), critical: true),
                try Certificate.Extension(KeyUsage(keyCertSign: true), critical: true),
            ]
            let alternatives = (0..<names).map { GeneralName.dnsName("n\($0).signer.example") }
            let signs = [
                try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
                try Certificate.Extension(SubjectAlternativeNames(alternatives), critical: false),
            ]
            func make(
                _ name: String, _ key: P256.Signing.PrivateKey, by issuer: String, _ issuerKey: P256.Signing.PrivateKey,
                _ extensions: [Certificate.Extension]
            ) throws -> Certificate {
                try Certificate(
                    version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Sample.time - 100,
                    notValidAfter: Sample.time + 100, issuer: DistinguishedName { CommonName(issuer) },
                    subject: DistinguishedName { CommonName(name) }, extensions: Certificate.Extensions(extensions),
                    issuerPrivateKey: .init(issuerKey))
            }
            root = try make("root", keys.0, by: "root", keys.0, certifies + (onRoot ? limits : []))
            authority = try make("authority", keys.1, by: "root", keys.0, certifies + (onRoot ? [] : limits))
            signer = try make("signer", keys.2, by: "authority", keys.1, signs)
        }

        func verify() async throws {
            _ = try await SignerCertificate(
                chain: [TestAuthority.der(signer), TestAuthority.der(authority)], roots: [root], at: Sample.time)
        }

        var bound: Int { NameComparisons.upperBound([signer, authority], roots: [root]) }
    }

    @Test func `the cost of a chain is its number of names times its number of constraints`() throws {
        #expect(try Chain(names: 5).bound == 0)
        // The subject of each certificate counts as a name, and the constraint that permits the signer counts too.
        #expect(try Chain(names: 5, permitted: 3).bound == (5 + 2) * 4)
        #expect(try Chain(names: 5, permitted: 3, excluded: 6).bound == (5 + 2) * 10)
        #expect(try Chain(names: 5, permitted: 3, excluded: 6, onRoot: true).bound == (5 + 2) * 10)
    }

    @Test func `a chain with realistic names and constraints is accepted`() async throws {
        try await Chain(names: 20, permitted: 10, excluded: 10).verify()
        try await Chain(names: 20, excluded: 40).verify()
        try await Chain(names: 20, permitted: 10, onRoot: true).verify()
        // Many names without constraints cost nothing.
        try await Chain(names: 400).verify()
    }

    @Test func `a chain at the limit is accepted, and a costlier chain is refused before any comparison`() async throws {
        let most = try Chain(names: 30, excluded: 32)
        #expect(most.bound == NameComparisons.maximum)
        try await most.verify()
        for (names, excluded, onRoot) in [(30, 33, false), (31, 32, false), (300, 300, false), (300, 300, true)] {
            let chain = try Chain(names: names, excluded: excluded, onRoot: onRoot)
            #expect(chain.bound > NameComparisons.maximum)
            await #expect(throws: UntrustedChain.self) { try await chain.verify() }
        }
    }
}
