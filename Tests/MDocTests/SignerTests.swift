// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import CertificateChain
import Crypto
import Foundation
import MDoc
import SwiftASN1
import Testing
import X509

/// F-J4 and annex B.1.4: `x5chain` must be exactly the chain from a document signer to a root.
struct SignerTests {
    static let authority = Sample.authority

    static func verify(
        _ chain: [Certificate], roots: [Certificate]? = nil, profile: DocumentSignerProfile = .iso18013
    ) async throws -> VerifiedMDoc {
        var forgery = Forgery()
        let ders = try chain.map(TestAuthority.der)
        forgery.changeSignature = { $0[1] = Forgery.changed($0[1]) { $0[33] = X5Chain.encode(ders) } }
        let trust = MDocTrust.certificates(roots: try roots ?? [authority.get().root], profile: profile)
        return try await MDocVerifier(trust: trust, docTypes: []).verify(issued: forgery.issued(), at: Sample.time)
    }

    @Test func `a signer directly or indirectly below the root is accepted, with the root in its chain or without`() async throws {
        let a = try Self.authority.get()
        for chain in [[a.signer], [a.signer, a.root], [a.below, a.middle], [a.below, a.middle, a.root]] {
            #expect(try await Self.verify(chain).issuer == .certificate(chain[0]))
        }
        #expect(try await Self.verify([a.underState], roots: [a.stateRoot]).elements.count == 3)
    }

    @Test func `every other chain is refused`() async throws {
        let a = try Self.authority.get()
        let chains: [(String, [Certificate])] = [
            ("an authority missing", [a.below]), ("reversed", [a.middle, a.below]), ("the root alone", [a.root]),
            ("the signer twice", [a.signer, a.signer]), ("more than needed", [a.signer, a.middle]),
            ("another root at the end", [a.signer, a.stranger]), ("an authority for other things", [a.belowNarrow, a.narrowMiddle]),
        ]
        for (name, chain) in chains + a.unchained.map({ ($0.name, [$0.certificate]) }) {
            await expectRejection(.certificateChain, "\(name)") { _ = try await Self.verify(chain) }
        }
        for roots in [[], [a.stranger], [a.signer]] {
            await expectRejection(.certificateChain) { _ = try await Self.verify([a.signer], roots: roots) }
        }
    }

    @Test func `a certificate that is not in DER is refused`() async throws {
        let a = try Self.authority.get()
        let der = try TestAuthority.der(a.signer)
        #expect(throws: Never.self) { try Certificate(derEncoded: a.loose) }
        for bytes in [a.loose, der + [0], Array(der.dropLast()), [0x30, 0x80] + der.dropFirst(4) + [0, 0]] {
            var forgery = Forgery()
            forgery.changeSignature = { $0[1] = Forgery.changed($0[1]) { $0[33] = .bytes(bytes) } }
            await expectRejection(.certificateChain) { _ = try await IssuerMutationTests.verifyIssued(forgery) }
        }
    }

    @Test func `a certificate without a document signer's properties is refused unless the profile requires less`() async throws {
        let a = try Self.authority.get()
        for (name, certificate) in a.misfits {
            await expectRejection(.documentSigner, "\(name)") { _ = try await Self.verify([certificate]) }
        }
        await expectRejection(.documentSigner) { _ = try await Self.verify([a.otherState], roots: [a.stateRoot]) }

        let plain = DocumentSignerProfile(extendedKeyUsage: TestAuthority.documentSigner, hasCountry: false)
        for (name, certificate) in a.misfits where name != "no key usage" {
            #expect(try await Self.verify([certificate], profile: plain).elements.count == 3, "\(name)")
        }
        let none = DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: true)
        let purposeless = try #require(a.unchained.first { $0.name == "no purpose" }).certificate
        #expect(try await Self.verify([purposeless], profile: none).elements.count == 3)
        // If no purpose is required, a critical extended key usage is refused as unsupported.
        await expectRejection(.certificateChain) { _ = try await Self.verify([a.signer], profile: none) }
    }

    @Test func `the certificate's country is checked only if the profile requires it`() async throws {
        var forgery = Forgery()
        forgery.items[2] = Forgery.item(2, "issuing_country", .text("BE"))
        let issued = try forgery.issued()
        let plain = DocumentSignerProfile(extendedKeyUsage: TestAuthority.documentSigner, hasCountry: false)
        let roots = [try Self.authority.get().root]
        for trust in [
            MDocTrust.certificates(roots: roots, profile: plain), .key(COSEKey(TestAuthority.signerKey.publicKey)),
        ] {
            #expect(try await MDocVerifier(trust: trust, docTypes: []).verify(issued: issued, at: Sample.time).elements.count == 3)
        }
        await expectRejection(.issuingCountry) {
            _ = try await MDocVerifier(trust: .certificates(roots: roots, profile: .iso18013), docTypes: [])
                .verify(issued: issued, at: Sample.time)
        }
    }

    @Test func `a known key needs no chain, and a different key is refused`() async throws {
        var forgery = Forgery()
        forgery.changeSignature = { $0[1] = .map(CBORMap()) }
        let issued = try forgery.issued()
        let verifier = MDocVerifier(trust: .key(COSEKey(TestAuthority.signerKey.publicKey)), docTypes: [Sample.docType])
        #expect(try await verifier.verify(issued: issued, at: Sample.time).issuer == .key)
        await expectRejection(.signature) {
            _ = try await MDocVerifier(trust: .key(COSEKey(Sample.deviceKey.publicKey)), docTypes: [])
                .verify(issued: issued, at: Sample.time)
        }
    }

    @Test func `a trusted chain does not make another key acceptable`() async throws {
        var forgery = Forgery(key: P256.Signing.PrivateKey())
        forgery.changeObject = { _ in }
        await expectRejection(.signature) { _ = try await IssuerMutationTests.verifyIssued(forgery) }
    }
}
