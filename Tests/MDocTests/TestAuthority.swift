// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// Certificates of all kinds for one document signer's key. `signer`, and `below` under `middle`, are valid.
struct TestAuthority: Sendable {
    static let signerKey = P256.Signing.PrivateKey()
    static let documentSigner: ASN1ObjectIdentifier = [1, 0, 18013, 5, 1, 2]

    let root, stateRoot, stranger, middle, narrowMiddle: Certificate
    let signer, below, belowNarrow, underState, otherState: Certificate
    /// Signer certificates that each violate one rule of annex B.1.4, with a description.
    let misfits: [(name: String, certificate: Certificate)]
    /// Certificates without a chain to a root.
    let unchained: [(name: String, certificate: Certificate)]

    /// The signer's certificate in DER, except that its signature declares an unused bit.
    let loose: [UInt8]

    static func der(_ certificate: Certificate) throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }

    private static func name(_ name: String, _ countries: [String] = ["NL"], state: String? = nil) throws -> DistinguishedName {
        try DistinguishedName {
            for country in countries { CountryName(country) }
            if let state { StateOrProvinceName(state) }
            CommonName(name)
        }
    }

    init() throws {
        let keys = (root: P256.Signing.PrivateKey(), state: P256.Signing.PrivateKey(), middle: P256.Signing.PrivateKey())
        let year: TimeInterval = 86_400 * 365
        let authorityUsage = KeyUsage(keyCertSign: true, cRLSign: true)

        func make(
            _ subject: DistinguishedName, _ key: P256.Signing.PublicKey = Self.signerKey.publicKey, by issuer: DistinguishedName,
            with issuerKey: P256.Signing.PrivateKey, authority: Int? = nil, usage: KeyUsage? = KeyUsage(digitalSignature: true),
            purposes: [ASN1ObjectIdentifier]? = [Self.documentSigner], isCritical: Bool = true, from: TimeInterval = -year,
            until: TimeInterval = year
        ) throws -> Certificate {
            let constraints: BasicConstraints = authority.map { .isCertificateAuthority(maxPathLength: $0) } ?? .notCertificateAuthority
            var extensions = [try Certificate.Extension(constraints, critical: true)]
            if let usage { extensions.append(try Certificate.Extension(usage, critical: true)) }
            if let purposes {
                let usages = try ExtendedKeyUsage(purposes.map { ExtendedKeyUsage.Usage(oid: $0) })
                extensions.append(try Certificate.Extension(usages, critical: isCritical))
            }
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
                notValidBefore: Sample.time.addingTimeInterval(from), notValidAfter: Sample.time.addingTimeInterval(until), issuer: issuer,
                subject: subject, extensions: Certificate.Extensions(extensions), issuerPrivateKey: .init(issuerKey))
        }

        let rootName = try Self.name("root")
        let stateName = try Self.name("state root", state: "Utrecht")
        let middleName = try Self.name("middle")
        let narrowName = try Self.name("narrow")
        root = try make(
            rootName, keys.root.publicKey, by: rootName, with: keys.root, authority: 1, usage: authorityUsage, purposes: nil)
        stranger = try make(
            rootName, keys.state.publicKey, by: rootName, with: keys.state, authority: 1, usage: authorityUsage, purposes: nil)
        stateRoot = try make(
            stateName, keys.state.publicKey, by: stateName, with: keys.state, authority: 0, usage: authorityUsage, purposes: nil)
        middle = try make(
            middleName, keys.middle.publicKey, by: rootName, with: keys.root, authority: 0, usage: authorityUsage, purposes: nil)
        narrowMiddle = try make(
            narrowName, keys.middle.publicKey, by: rootName, with: keys.root, authority: 0, usage: authorityUsage,
            purposes: [[1, 3, 6, 1, 5, 5, 7, 3, 1]])
        signer = try make(Self.name("signer"), by: rootName, with: keys.root)
        var last: [UInt8]
        repeat { last = try Self.der(make(Self.name("signer"), by: rootName, with: keys.root)) } while last[last.count - 1] & 1 == 1
        // The certificate ends with the signature's BIT STRING: its length, its number of unused bits, and a SEQUENCE.
        let unused = last.indices.last { $0 > 2 && last[$0 - 2] == 3 && Int(last[$0 - 1]) == last.count - $0 && last[$0] == 0 }
        if let unused { last[unused] = 1 }
        loose = unused == nil ? [] : last
        below = try make(Self.name("below"), by: middleName, with: keys.middle)
        belowNarrow = try make(Self.name("below"), by: narrowName, with: keys.middle)
        underState = try make(Self.name("signer", state: "Utrecht"), by: stateName, with: keys.state)
        otherState = try make(Self.name("signer", state: "Gelderland"), by: stateName, with: keys.state)
        misfits = [
            ("another country", try make(Self.name("signer", ["BE"]), by: rootName, with: keys.root)),
            ("no country", try make(Self.name("signer", []), by: rootName, with: keys.root)),
            ("two countries", try make(Self.name("signer", ["NL", "NL"]), by: rootName, with: keys.root)),
            ("a country in lower case", try make(Self.name("signer", ["nl"]), by: rootName, with: keys.root)),
            ("no key usage", try make(Self.name("signer"), by: rootName, with: keys.root, usage: nil)),
        ]
        unchained = [
            ("no purpose", try make(Self.name("signer"), by: rootName, with: keys.root, purposes: nil)),
            ("any purpose", try make(Self.name("signer"), by: rootName, with: keys.root, purposes: [[2, 5, 29, 37, 0]])),
            ("a reader's purpose", try make(Self.name("signer"), by: rootName, with: keys.root, purposes: [[1, 0, 18013, 5, 1, 6]])),
            (
                "another key usage",
                try make(Self.name("signer"), by: rootName, with: keys.root, usage: KeyUsage(keyAgreement: true))
            ),
            ("an authority", try make(Self.name("signer"), by: rootName, with: keys.root, authority: 0)),
            ("expired", try make(Self.name("signer"), by: rootName, with: keys.root, until: -1)),
            ("not yet valid", try make(Self.name("signer"), by: rootName, with: keys.root, from: 1)),
            ("by nobody", try make(Self.name("signer"), by: Self.name("signer"), with: Self.signerKey)),
            ("by another root of that name", try make(Self.name("signer"), by: rootName, with: keys.state)),
        ]
    }
}
