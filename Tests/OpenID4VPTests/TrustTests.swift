// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VP
import SwiftASN1
import Testing
import VerifierWorld
import X509

/// The access certificate of a verifier: its chain, and whom it names.
struct TrustTests {
    private static let trust = VerifierTrust(roots: [VerifierWorld.accessRoot.certificate])

    /// Client authentication in TLS.
    private static let otherPurpose: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 2]

    private static func certificate(_ change: (inout TestCertificate) -> Void = { _ in }) -> TestCertificate {
        var certificate = TestCertificate(name: "shop")
        certificate.dnsNames = ["shop.example"]
        change(&certificate)
        return certificate
    }

    // MARK: Who asks

    @Test func `the identity is what the access certificate names`() async throws {
        let verifier = VerifierWorld.verifier
        let identity = try await Self.trust.identity(of: verifier.signer.chain, at: VerifierWorld.time)
        let expected = VerifierIdentity(
            tradeName: "Boekwinkel", legalName: "Boekwinkel Voorbeeld B.V.", identifier: "NTRNL-12345678", country: "NL",
            dnsNames: ["shop.example"], certificate: verifier.signer.chain[0])
        #expect(identity == expected)
        #expect(identity.certificateHash == Array(SHA256.hash(data: verifier.signer.chain[0])))
    }

    @Test func `a certificate without names gives an identity without names`() async throws {
        let signer = try VerifierWorld.accessRoot.certify(TestCertificate([(.RDNAttributeType.localityName, "Utrecht")]))
        let identity = try await Self.trust.identity(of: signer.chain, at: VerifierWorld.time)
        let expected = VerifierIdentity(
            tradeName: nil, legalName: nil, identifier: nil, country: nil, dnsNames: [], certificate: signer.chain[0])
        #expect(identity == expected)
        #expect(!identity.vouches(for: "shop.example"))
    }

    @Test func `a value that occurs twice or cannot be shown is left out`() async throws {
        let signer = try VerifierWorld.accessRoot.certify(
            TestCertificate([
                (.RDNAttributeType.commonName, "Shop"), (.RDNAttributeType.commonName, "Bank"),
                (.RDNAttributeType.organizationName, "Shop \u{202E}knaB"), (TestCertificate.organizationIdentifier, "NTRNL-1\n2"),
                (.RDNAttributeType.countryName, ""),
            ]))
        let identity = try await Self.trust.identity(of: signer.chain, at: VerifierWorld.time)
        #expect(identity.tradeName == nil && identity.legalName == nil && identity.identifier == nil && identity.country == nil)
    }

    @Test(arguments: ["Nederland", "N", "N1", "\u{E9}", "N ", "\u{200D}N"])
    func `a country that is not two letters is left out`(_ country: String) async throws {
        let signer = try VerifierWorld.accessRoot.certify(TestCertificate([(.RDNAttributeType.countryName, country)]))
        #expect(try await Self.trust.identity(of: signer.chain, at: VerifierWorld.time).country == nil)
    }

    @Test func `a host is named exactly, in any case, or by a wildcard of one label`() async throws {
        let signer = try VerifierWorld.accessRoot.certify(
            Self.certificate { $0.dnsNames = ["Shop.Example", "*.pay.example", "*.example", "*", "f*.example", "10.0.0.1", "*.0.0.1"] })
        let identity = try await Self.trust.identity(of: signer.chain, at: VerifierWorld.time)
        for host in ["shop.example", "SHOP.example", "www.pay.example", "a-b.PAY.example"] {
            #expect(identity.vouches(for: host), "\(host)")
        }
        for host in [
            "", "example", "pay.example", "a.b.pay.example", "other.example", "www.shop.example", "shop.example.", ".shop.example",
            "shop..example", "xshop.example", "shop.example.org", "*.pay.example", "fx.example", "10.0.0.1", "1.0.0.1", "*",
            "shop.example:443", "\u{FF53}hop.example", "shop.example ",
        ] {
            #expect(!identity.vouches(for: host), "\(host)")
        }
    }

    // MARK: The chain

    @Test func `a chain with an intermediate authority is accepted, with and without extended key usage`() async throws {
        let authority = try VerifierWorld.accessRoot.certify(Self.authority())
        for purposes in [[], [TestCertificate.accessPurpose], [Self.otherPurpose]] as [[ASN1ObjectIdentifier]] {
            let signer = try authority.certify(Self.certificate { $0.purposes = purposes })
            #expect(signer.chain.count == 2)
            #expect(try await Self.trust.identity(of: signer.chain, at: VerifierWorld.time).tradeName == "shop")
        }
    }

    @Test func `a critical extended key usage is accepted if it lists access, also below an authority that lists it`() async throws {
        let access = TestCertificate.accessPurpose
        for purposes in [[access], [Self.otherPurpose, access]] {
            let leaf = Self.certificate { ($0.purposes, $0.isPurposeCritical) = (purposes, true) }
            let direct = try VerifierWorld.accessRoot.certify(leaf).chain
            #expect(try await Self.trust.identity(of: direct, at: VerifierWorld.time).tradeName == "shop")
            for (listed, isAccepted) in [([access], true), ([Self.otherPurpose], false)] {
                var authority = Self.authority()
                authority.purposes = listed
                let chain = try VerifierWorld.accessRoot.certify(authority).certify(leaf).chain
                if isAccepted {
                    #expect(try await Self.trust.identity(of: chain, at: VerifierWorld.time).tradeName == "shop")
                } else {
                    await Self.expectRefusal(.certificateChain, of: chain, "an authority for something else")
                }
            }
        }
    }

    @Test func `a self-signed certificate is refused as such, also if it is trusted`() async throws {
        let lone = try TestSigner.root(Self.certificate())
        let root = try TestSigner.root("root")
        for (signer, roots) in [(lone, []), (lone, [lone]), (root, []), (root, [root])] as [(TestSigner, [TestSigner])] {
            let trust = VerifierTrust(roots: [VerifierWorld.accessRoot.certificate] + roots.map(\.certificate))
            await Self.expectRefusal(.certificateSelfSigned, of: [try signer.certificate.der], by: trust)
        }
        await Self.expectRefusal(.certificateSelfSigned, of: [try lone.certificate.der, try VerifierWorld.accessRoot.certificate.der])
    }

    @Test func `a chain with its anchor, or with any other self-signed certificate, is refused`() async throws {
        let root = VerifierWorld.accessRoot
        let chain = VerifierWorld.verifier.signer.chain
        await Self.expectRefusal(.certificateChain, of: chain + [try root.certificate.der])
        await Self.expectRefusal(.certificateChain, of: chain + [try VerifierWorld.falseAccessRoot.certificate.der])
        let trusted = VerifierTrust(roots: [root.certificate, VerifierWorld.verifier.signer.certificate])
        await Self.expectRefusal(.certificateChain, of: chain, by: trusted)
        // An authority that is itself an anchor.
        let authority = try root.certify(Self.authority())
        let below = try authority.certify(Self.certificate()).chain
        let trust = VerifierTrust(roots: [root.certificate, authority.certificate])
        await Self.expectRefusal(.certificateChain, of: below, by: trust)
        #expect(try await trust.identity(of: [below[0]], at: VerifierWorld.time).tradeName == "shop")
        // The root with a new certificate for its key and name, which the old one would certify.
        var renewed = TestCertificate(name: "access root")
        (renewed.key, renewed.isAuthority) = (root.key, true)
        await Self.expectRefusal(.certificateChain, of: chain + [try TestSigner.root(renewed).certificate.der])
    }

    @Test func `a chain with a fault is refused`() async throws {
        let root = VerifierWorld.accessRoot
        let authority = try root.certify(Self.authority())
        let below = try authority.certify(Self.certificate())
        let usual = VerifierWorld.verifier.signer.chain
        func chain(_ change: (inout TestCertificate) -> Void) throws -> [[UInt8]] { try root.certify(Self.certificate(change)).chain }
        let unreadable = Certificate.Extension(oid: .X509ExtensionID.subjectAlternativeName, critical: false, value: [5, 0])
        let unknown = Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])
        var deep = authority
        for _ in 0..<3 { deep = try deep.certify(Self.authority()) }
        let faults: [(name: String, chain: [[UInt8]])] = [
            ("none", []), ("an empty certificate", [[]]), ("no certificate", [[0x30, 0]]), ("a byte more", [usual[0] + [0]]),
            ("a byte less", [Array(usual[0].dropLast())]), ("too large", [usual[0] + [UInt8](repeating: 0, count: 16 * 1024)]),
            ("another root of that name", try VerifierWorld.falseAccessRoot.certify(Self.certificate()).chain),
            ("the registrar's", VerifierWorld.registrar.chain), ("the issuer's", VerifierWorld.issuer.chain),
            ("no intermediate", [below.chain[0]]), ("the other order", below.chain.reversed()), ("twice", usual + usual),
            ("another verifier's beside", usual + VerifierWorld.otherVerifier.signer.chain),
            ("an unused authority", usual + authority.chain),
            ("five certificates", try deep.certify(Self.certificate()).chain), ("an authority", authority.chain),
            ("below a verifier", try VerifierWorld.verifier.signer.certify(Self.certificate()).chain),
            ("expired", try chain { $0.until = -1 }), ("not yet valid", try chain { $0.from = 1 }),
            ("no signatures", try chain { $0.usage = KeyUsage(keyEncipherment: true) }),
            ("another curve", try chain { $0.otherKey = Certificate.PublicKey(P384.Signing.PrivateKey().publicKey) }),
            ("a critical purpose of others", try chain { ($0.purposes, $0.isPurposeCritical) = ([Self.otherPurpose], true) }),
            ("an unknown critical extension", try chain { $0.further = [unknown] }),
            ("names that cannot be read", try chain { ($0.dnsNames, $0.further) = ([], [unreadable]) }),
        ]
        for (name, chain) in faults { await Self.expectRefusal(.certificateChain, of: chain, name) }
        await Self.expectRefusal(.certificateChain, of: usual, by: VerifierTrust(roots: []), "no roots")
    }

    @Test func `a chain that was accepted is refused before and after its validity`() async throws {
        let chain = try VerifierWorld.accessRoot.certify(Self.certificate { ($0.from, $0.until) = (-10, 10) }).chain
        for seconds in [-10.0, 0, 10] {
            #expect(try await Self.trust.identity(of: chain, at: VerifierWorld.time + seconds).tradeName == "shop")
        }
        for seconds in [-11.0, 11, .infinity] {
            await Self.expectRefusal(.certificateChain, of: chain, "\(seconds)", at: VerifierWorld.time + seconds)
        }
    }

    private static func authority() -> TestCertificate {
        var certificate = TestCertificate(name: "authority")
        certificate.isAuthority = true
        return certificate
    }

    /// Expects a refusal of an unknown verifier: with this reason, about `x5c`, and with nothing to send.
    private static func expectRefusal(
        _ reason: RequestRefusal.Reason, of chain: [[UInt8]], by trust: VerifierTrust = trust, _ name: String = "",
        at time: Date = VerifierWorld.time, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: RequestRefusal.self, "\(name)", sourceLocation: sourceLocation) {
            try await trust.identity(of: chain, at: time)
        }
        #expect(error == RequestRefusal(reason, member: "x5c"), "\(name)", sourceLocation: sourceLocation)
    }
}
