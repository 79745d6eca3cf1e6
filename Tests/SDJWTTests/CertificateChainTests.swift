// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import SwiftASN1
import Testing
import X509

/// F-J4: `x5c` must be exactly the chain to a root.
struct CertificateChainTests {
    static let authority = Result { try TestAuthority() }

    static func token(_ x5c: JSONValue?, key: P256.Signing.PrivateKey = TestAuthority.issuerKey) throws -> String {
        var forgery = Forgery(key: key)
        if let x5c { forgery.header.append("x5c", x5c) }
        return try forgery.text()
    }

    static func verify(_ text: String, at time: Date = Sample.time, roots: [Certificate]? = nil) async throws -> VerifiedSDJWT {
        let trust = IssuerTrust.certificates(roots: try roots ?? [authority.get().root, authority.get().otherRoot])
        return try await SDJWTVerifier(trust: trust, kind: Sample.verifier.kind).verify(text, keyBinding: .absent, at: time)
    }

    @Test func `a chain of leaf and intermediate is accepted, with the root or without it`() async throws {
        let a = try Self.authority.get()
        for chain in [
            [a.leaf, a.intermediate], [a.leaf, a.intermediate, a.root], [a.direct], [a.direct, a.root], a.longest, a.longest + [a.root],
        ] {
            let verified = try await Self.verify(Self.token(X5C.encode(chain.map(TestAuthority.der))))
            #expect(verified.issuer == .certificate(chain[0]))
        }
    }

    @Test func `a chain written by the issuer's side is accepted`() async throws {
        let a = try Self.authority.get()
        let unsigned = try UnsignedSDJWT(claims: Sample.all, disclosable: Sample.hidden, random: countingBytes())
        let token = try await unsigned.signed(keyID: "k", certificates: [a.leaf, a.intermediate].map(TestAuthority.der)) {
            try TestAuthority.issuerKey.sign($0)
        }
        #expect(try await Self.verify(token.serialized).issuer == .certificate(a.leaf))
    }

    @Test func `every other chain is refused`() async throws {
        let a = try Self.authority.get()
        let chains: [(String, [Certificate])] = [
            ("leaf only, with an intermediate missing", [a.leaf]), ("reversed", [a.intermediate, a.leaf]),
            ("root first", [a.root, a.intermediate, a.leaf]), ("the root alone", [a.root]), ("intermediate alone", [a.intermediate]),
            ("an unrelated one in it", [a.leaf, a.otherRoot, a.intermediate]),
            ("an unrelated one at the end", [a.leaf, a.intermediate, a.stray]),
            ("another root at the end", [a.leaf, a.intermediate, a.otherRoot]), ("the leaf twice", [a.leaf, a.leaf, a.intermediate]),
            ("the intermediate twice", [a.leaf, a.intermediate, a.intermediate]),
            ("the root twice", [a.leaf, a.intermediate, a.root, a.root]),
            ("more than needed", [a.direct, a.intermediate]), ("self-signed", [a.stray]),
            ("a leaf that is an authority", [a.authorityLeaf]),
            ("signed by a leaf", [a.belowLeaf, a.direct]), ("too many authorities below", [a.tooDeep, a.second, a.intermediate]),
            ("a leaf for something else", [a.encryptionLeaf]), ("an authority that may not certify", [a.belowMute, a.mute]),
            ("a key on P-384", [a.p384Leaf]), ("expired", [a.expired]), ("not yet valid", [a.future]),
            ("an unknown critical extension", [a.criticalLeaf]), ("the intermediate's name, not its key", [a.leaf, a.impostor]),
            ("of version 1", [a.versionOne]), ("an authority of version 1", [a.belowVersionOne, a.versionOneAuthority]),
            ("too long", a.tooLong), ("too long, with its root", a.tooLong + [a.root]),
        ]
        for (name, chain) in chains {
            await expectRejection(.certificateChain, "\(name)") {
                _ = try await Self.verify(Self.token(X5C.encode(chain.map(TestAuthority.der))))
            }
        }
    }

    @Test func `a missing or empty x5c is refused`() async throws {
        let a = try Self.authority.get()
        let der = try TestAuthority.der(a.direct)
        let values: [JSONValue?] = [
            nil, JSONValue.null, [], "MIIB", .array([.string(Base64URL.encode(der))]), ["AAAA"], [["MIIB"]],
            X5C.encode([der + [0]]), X5C.encode([Array(der.dropLast())]), X5C.encode([[UInt8]](repeating: der, count: 100)),
        ]
        for value in values {
            await expectRejection(.certificateChain) { _ = try await Self.verify(Self.token(value)) }
        }
    }

    @Test func `the chain is verified at the given time and with the given roots`() async throws {
        let a = try Self.authority.get()
        let text = try Self.token(X5C.encode([TestAuthority.der(a.direct)]))
        for roots in [[], [a.otherRoot], [a.direct], [a.expiredRoot]] {
            await expectRejection(.certificateChain) { _ = try await Self.verify(text, roots: roots) }
        }
        for offset in [-86_400 * 400, 86_400 * 400] as [TimeInterval] {
            await expectRejection(.certificateChain) { _ = try await Self.verify(text, at: Sample.time.addingTimeInterval(offset)) }
        }
    }

    @Test func `a trusted chain does not make a different key acceptable, and a key in the header is ignored`() async throws {
        let a = try Self.authority.get()
        let text = try Self.token(X5C.encode([TestAuthority.der(a.direct)]), key: P256.Signing.PrivateKey())
        await expectRejection(.signature) { _ = try await Self.verify(text) }
        await expectRejection(.certificateChain) { _ = try await Self.verify(Self.token(X5C.encode([TestAuthority.der(a.stray)]))) }
        // If keys are selected by kid, a chain is ignored.
        await expectRejection(.unknownKey) {
            let verifier = SDJWTVerifier(trust: .keys([:]), kind: Sample.verifier.kind)
            _ = try await verifier.verify(Self.token(X5C.encode([TestAuthority.der(a.direct)])), keyBinding: .absent, at: Sample.time)
        }
    }
}
