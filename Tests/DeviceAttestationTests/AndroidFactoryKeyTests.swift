// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `Attestation keys from the factory` {
    /// The chain of a phone from 2016: its attestation key is not an authority and may only sign data.
    let chain: AndroidTestChain

    init() throws {
        var chain = try AndroidTestChain()
        chain.links[1].constraints = .notCertificateAuthority
        chain.links[1].usage = KeyUsage(digitalSignature: true)
        chain.links[1].extras = [Self.constraint([Self.googlesName])]
        chain.links[1].name = try AndroidTestChain.name("attestation")
        chain.links[2].name = try AndroidTestChain.name("intermediate")
        self.chain = chain
    }

    /// A `dNSName` with the text in Google's factory certificates.
    private static let googlesName: [UInt8] = [0x82, 0x15] + Array("invalid;email:invalid".utf8)

    /// Name constraints with permitted names, each in DER.
    private static func constraint(_ names: [[UInt8]], list: UInt8 = 0xa0, isCritical: Bool = false) -> Certificate.Extension {
        func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        let subtrees = names.flatMap { node(0x30, $0) }
        return .init(oid: .X509ExtensionID.nameConstraints, critical: isCritical, value: node(0x30, node(list, subtrees))[...])
    }

    private func expectRefused(
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout AndroidTestChain) throws -> Void
    ) async throws {
        var chain = chain
        try change(&chain)
        let changed = chain
        await expectRejection(.certificateChain, sourceLocation: sourceLocation) { _ = try changed.verify() }
    }

    @Test func `factory attestation keys are accepted although they are not authorities`() throws {
        _ = try chain.verify()
        _ = try chain.verify(sending: { $0.dropLast() })
    }

    @Test func `factory attestation keys are accepted only with exactly the extensions that factories wrote`() async throws {
        try await expectRefused { $0.links[1].constraints = nil }
        try await expectRefused { $0.links[1].constraints = .isCertificateAuthority(maxPathLength: nil) }
        try await expectRefused { $0.links[1].usage = nil }
        try await expectRefused { $0.links[1].usage = KeyUsage(digitalSignature: true, keyCertSign: true) }
        try await expectRefused { $0.links[1].usage = KeyUsage(digitalSignature: true, keyAgreement: true) }
    }

    @Test func `factory attestation keys are accepted only directly below the factory's one intermediate`() async throws {
        try await expectRefused { $0.links[2].name = try AndroidTestChain.remoteName("Droid CA2") }
        try await expectRefused {
            $0.links.insert(.init(name: try AndroidTestChain.name("second"), key: .init(P384.Signing.PrivateKey())), at: 2)
        }
        try await expectRefused { $0.links.remove(at: 2) }
        try await expectRefused {
            $0.links[2].constraints = .notCertificateAuthority
            $0.links[2].usage = KeyUsage(digitalSignature: true)
        }
    }

    @Test func `a factory attestation key does not let an attested key attest another key`() async throws {
        for constraints in [BasicConstraints.notCertificateAuthority, .isCertificateAuthority(maxPathLength: nil)] {
            try await expectRefused {
                $0.links.insert(
                    .init(
                        name: try AndroidTestChain.name("forged"), key: .init(P256.Signing.PrivateKey()), constraints: nil, usage: nil),
                    at: 0)
                $0.links[1].constraints = constraints
                $0.links[1].extras = [
                    .init(oid: AndroidKeyDescription.extensionID, critical: false, value: try AndroidTestChain.genuine.encode()[...])
                ]
            }
        }
    }

    @Test func `a factory attestation key may have name constraints that apply to no name below it`() throws {
        for list: UInt8 in [0xa0, 0xa1] {
            for isCritical in [false, true] {
                var constrained = chain
                constrained.links[1].extras = [
                    Self.constraint([Self.googlesName, [0x82, 1, 0x78]], list: list, isCritical: isCritical)
                ]
                _ = try constrained.verify()
            }
        }
    }

    @Test(
        arguments: [
            [[0x81, 1, 0x78]], [[0x86, 1, 0x78]], [[0x87, 1, 0x78]], [[0xa4, 2, 0x30, 0]], [[0x88, 1, 0x2a]],
            [[0x82, 1, 0x78], [0x81, 1, 0x78]], [[]], [], [[0x82, 1, 0x78, 0x80, 1, 1]],
        ] as [[[UInt8]]])
    func `a factory attestation key with constraints on other names is refused`(names: [[UInt8]]) async throws {
        try await expectRefused { $0.links[1].extras = [Self.constraint(names)] }
    }

    @Test func `a factory attestation key with a constraint and an alternative name below it is refused`() async throws {
        let alternative = try Certificate.Extension(SubjectAlternativeNames([.dnsName("invalid;email:invalid")]), critical: false)
        try await expectRefused { $0.links[0].extras = [alternative] }
        try await expectRefused {
            $0.links[2].extras = $0.links[1].extras
            $0.links[1].extras = [alternative]
        }
        var unconstrained = chain
        unconstrained.links[0].extras = [alternative]
        unconstrained.links[1].extras = []
        _ = try unconstrained.verify()
        // Only issuers may have constraints.
        try await expectRefused { $0.links[0].extras = [Self.constraint([Self.googlesName])] }
    }
}
