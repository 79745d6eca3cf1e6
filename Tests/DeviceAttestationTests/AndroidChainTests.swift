// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `Chains of Android certificates` {
    let chain: AndroidTestChain

    init() throws {
        chain = try AndroidTestChain()
    }

    private func expectRefused(
        _ comment: Comment? = nil, sending order: [Int]? = nil, _ change: (inout AndroidTestChain) throws -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var chain = chain
        try change(&chain)
        let changed = chain
        await expectRejection(.certificateChain, comment, sourceLocation: sourceLocation) {
            _ = try changed.verify(sending: { sent in order.map { $0.map { sent[$0] } } ?? sent })
        }
    }

    @Test func `an Android chain is accepted with its root and without it`() throws {
        _ = try chain.verify()
        _ = try chain.verify(sending: { $0.dropLast() })
    }

    @Test(arguments: [
        [], [0], [0, 1], [0, 2], [0, 3], [0, 1, 3], [0, 2, 3], [1, 2, 3], [2, 3], [3], [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2],
        [3, 2, 1, 0],
        [0, 0, 1, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 0], [3, 0, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ])
    func `an incomplete or reordered Android chain is refused`(order: [Int]) async throws {
        try await expectRefused(sending: order)
    }

    @Test func `an Android chain with additional certificates is refused`() async throws {
        let foreign = try AndroidTestChain().encoded()
        for extra in foreign + [[], [0x30, 0x00], [UInt8](repeating: 0x30, count: 1 << 14)] {
            for index in 0...4 {
                await expectRejection(.certificateChain) { _ = try chain.verify(sending: { Array($0[..<index]) + [extra] + $0[index...] }) }
            }
        }
    }

    @Test func `an Android chain is refused under any root but its own, even a root of the same name`() async throws {
        await expectRejection(.certificateChain) { _ = try chain.verify(roots: []) }
        var twin = try AndroidTestChain()
        let roots = [try twin.certificate(3), try chain.certificate(2), try chain.certificate(1), try chain.certificate(0)]
        for root in roots {
            await expectRejection(.certificateChain) { _ = try chain.verify(roots: [root]) }
            await expectRejection(.certificateChain) { _ = try chain.verify(roots: [root], sending: { $0.dropLast() }) }
        }
        twin.links[3].key = .init(P256.Signing.PrivateKey())
        await expectRejection(.certificateChain) { _ = try twin.verify(roots: [chain.certificate(3)]) }
        _ = try chain.verify(roots: roots + [try chain.certificate(3)])
    }

    @Test func `a root is identified by its name and key, whatever its certificate`() async throws {
        var renewed = chain
        renewed.links[3].serial = 77
        renewed.links[3].validity = (.distantPast.addingTimeInterval(63_113_904_000), AndroidTestChain.time.addingTimeInterval(-1))
        _ = try renewed.verify(roots: [chain.certificate(3)])
        // A certificate with the root's name and key but another signer is not a root.
        renewed.links[3].signer = .init(P384.Signing.PrivateKey())
        await expectRejection(.certificateChain) { _ = try renewed.verify(roots: [chain.certificate(3)]) }
    }

    @Test func `only a leaf may name the issuer's issuer, as some secure elements write it`() async throws {
        var chain = chain
        chain.links[0].issuer = chain.links[2].name
        _ = try chain.verify()
        try await expectRefused { $0.links[0].issuer = $0.links[3].name }
        try await expectRefused { $0.links[1].issuer = $0.links[3].name }
        // The name alone does not suffice: the attestation key must have signed.
        try await expectRefused {
            $0.links[0].issuer = $0.links[2].name
            $0.links[0].signer = $0.links[2].key
        }
    }

    @Test func `a chain whose attested key signs its own certificate is refused`() async throws {
        try await expectRefused {
            $0.links[0].issuer = $0.links[0].name
            $0.links[0].signer = $0.links[0].key
        }
        let alone = chain.links[0]
        try await expectRefused { $0.links = [alone] }
        try await expectRefused {
            $0.links[1].issuer = $0.links[1].name
            $0.links[1].signer = $0.links[1].key
        }
    }

    @Test(arguments: 0...2)
    func `an Android chain with a wrong name or signature anywhere is refused`(index: Int) async throws {
        try await expectRefused { $0.links[index].issuer = try AndroidTestChain.name("somebody else") }
        try await expectRefused { $0.links[index].signer = .init(P384.Signing.PrivateKey()) }
        try await expectRefused { $0.links[index].signer = $0.links[index].key }
    }

    @Test(arguments: 1...3)
    func `an Android chain is refused if a certificate above the key is not an authority`(index: Int) async throws {
        try await expectRefused { $0.links[index].constraints = nil }
        try await expectRefused { $0.links[index].constraints = .notCertificateAuthority }
        try await expectRefused { $0.links[index].usage = KeyUsage(digitalSignature: true) }
        try await expectRefused {
            $0.links[index].constraints = nil
            $0.links[index].extras = [.init(oid: .X509ExtensionID.basicConstraints, critical: true, value: [0x30, 0x80, 0x00, 0x00])]
        }
        var without = chain
        without.links[index].usage = nil
        _ = try without.verify()
    }

    @Test func `an Android chain is refused if the attested key is an authority itself`() async throws {
        try await expectRefused { $0.links[0].constraints = .isCertificateAuthority(maxPathLength: nil) }
        try await expectRefused { $0.links[0].constraints = .isCertificateAuthority(maxPathLength: 0) }
        var leaf = chain
        leaf.links[0].constraints = .notCertificateAuthority
        _ = try leaf.verify()
    }

    @Test(arguments: [(1, 0, true), (2, 0, false), (2, 1, true), (3, 0, false), (3, 1, false), (3, 2, true)])
    func `the path lengths of the authorities limit an Android chain`(index: Int, length: Int, isAccepted: Bool) async throws {
        var chain = chain
        chain.links[index].constraints = .isCertificateAuthority(maxPathLength: length)
        let changed = chain
        if isAccepted {
            _ = try changed.verify()
        } else {
            await expectRejection(.certificateChain) { _ = try changed.verify() }
        }
    }

    @Test func `chains of devices that fetch their certificates are accepted with up to eight certificates`() async throws {
        var chain = chain
        for number in 0..<4 {
            chain.links.insert(
                .init(name: try AndroidTestChain.name("Droid CA\(number)"), key: .init(P384.Signing.PrivateKey())), at: 2)
        }
        let long = chain
        #expect(long.links.count == 8)
        _ = try long.verify()
        chain.links.insert(.init(name: try AndroidTestChain.name("one more"), key: .init(P384.Signing.PrivateKey())), at: 2)
        let longer = chain
        await expectRejection(.certificateChain) { _ = try longer.verify() }
    }

    @Test(arguments: 0...2)
    func `an Android chain with an unknown critical extension is refused`(index: Int) async throws {
        let unknown = Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [0x05, 0x00])
        try await expectRefused { $0.links[index].extras = [unknown] }
        let constraints = Certificate.Extension(oid: .X509ExtensionID.nameConstraints, critical: false, value: [0x30, 0x00])
        try await expectRefused { $0.links[index].extras = [constraints] }
        var harmless = chain
        harmless.links[index].extras = [.init(oid: unknown.oid, critical: false, value: unknown.value)]
        _ = try harmless.verify()
    }

    @Test(arguments: 1...3)
    func `an Android chain with keys or signatures of other algorithms is refused`(index: Int) async throws {
        try await expectRefused { $0.links[index].key = .init(P521.Signing.PrivateKey()) }
        try await expectRefused { $0.links[index].key = .init(Curve25519.Signing.PrivateKey()) }
        var other = chain
        other.links[index].key = .init(P256.Signing.PrivateKey())
        _ = try other.verify()
    }

    @Test func `an Android chain with a serial number above the legal length is refused`() async throws {
        try await expectRefused { $0.links[1].serial = Certificate.SerialNumber(bytes: [UInt8](repeating: 0x7f, count: 21)) }
        var longest = chain
        longest.links[1].serial = Certificate.SerialNumber(bytes: [UInt8](repeating: 0x7f, count: 20))
        _ = try longest.verify()
    }

    // MARK: Dates

    @Test(arguments: [1, 2], [-1.0, 1.0])
    func `an Android chain is refused if a certificate above the key is not valid now`(index: Int, side: Double) async throws {
        let now = AndroidTestChain.time
        let expired = side < 0 ? (now - 100, now - 1) : (now + 1, now + 100)
        var edge = chain
        edge.links[index].validity = side < 0 ? (now - 100, now) : (now, now + 100)
        _ = try edge.verify { $0.certificateValidity = .issuers }
        edge.links[index].validity = expired
        let invalid = edge
        await expectRejection(.certificateChain) { _ = try invalid.verify { $0.certificateValidity = .issuers } }
    }

    @Test(arguments: [1, 2])
    func `by default a factory chain is accepted after its expiry but not before its start`(index: Int) async throws {
        let now = AndroidTestChain.time
        var factory = chain
        factory.links[index].validity = (now - 100, now - 1)
        _ = try factory.verify()
        try await expectRefused { $0.links[index].validity = (now + 1, now + 100) }
        // Chains that phones fetch are short-lived and have no serial number below the root.
        try await expectRefused {
            $0.links[index].validity = (now - 100, now - 1)
            $0.links[2].name = try AndroidTestChain.remoteName("Droid CA2")
        }
        // A chain from the factory has one intermediate.
        try await expectRefused {
            $0.links[index].validity = (now - 100, now - 1)
            $0.links.insert(.init(name: try AndroidTestChain.name("second"), key: .init(P384.Signing.PrivateKey())), at: 2)
        }
    }

    @Test(arguments: [0, 3])
    func `the dates of key and root are checked only if the policy requires it`(index: Int) async throws {
        var chain = chain
        chain.links[index].validity = (AndroidTestChain.time - 100, AndroidTestChain.time - 1)
        let expired = chain
        _ = try expired.verify()
        await expectRejection(.certificateChain) { _ = try expired.verify { $0.certificateValidity = .all } }
        _ = try self.chain.verify { $0.certificateValidity = .all }
    }

    // MARK: Position of the attestation

    @Test func `an Android chain with the attestation outside the key's own certificate is refused`() async throws {
        let attestation = Certificate.Extension(
            oid: AndroidKeyDescription.extensionID, critical: false, value: try chain.description.encode()[...])
        for index in 1...3 {
            try await expectRefused { $0.links[index].extras = [attestation] }
            try await expectRefused {
                $0.value = []
                $0.links[index].extras = [attestation]
            }
        }
        var none = chain
        none.value = []
        let bare = none
        await expectRejection(.malformed) { _ = try bare.verify() }
    }

    @Test func `an Android chain in which an attested key attests another key is refused`() async throws {
        // The owner of a genuinely attested key signs a certificate with arbitrary contents.
        for description in [chain.description, nil] {
            try await expectRefused {
                let forged = AndroidTestChain.Link(
                    name: try AndroidTestChain.name("forged"), key: .init(P256.Signing.PrivateKey()), constraints: nil, usage: nil)
                $0.links.insert(forged, at: 0)
                $0.value = try description?.encode() ?? []
                $0.links[1].extras = [
                    .init(oid: AndroidKeyDescription.extensionID, critical: false, value: try AndroidTestChain.genuine.encode()[...])
                ]
                // Even if its own certificate is an authority's.
                $0.links[1].constraints = .isCertificateAuthority(maxPathLength: nil)
                $0.links[1].usage = KeyUsage(keyCertSign: true)
            }
        }
    }
}
