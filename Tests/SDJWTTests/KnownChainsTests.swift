// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SwiftASN1
import Testing
import X509

@testable import CertificateChain

/// A verified chain is cached; the cache does not cause the acceptance of anything else.
struct KnownChainsTests {
    private static let now = Sample.time

    private static func question(
        _ chain: [Certificate], roots: [Certificate], usage: ASN1ObjectIdentifier? = nil
    ) throws -> KnownChains.Question {
        KnownChains.Question(chain: try chain.map(TestAuthority.der), roots: roots, extendedKeyUsage: usage)
    }

    /// Verifies accepted input, then variations of it.
    @Test func `caching a chain does not change any result`() async throws {
        let a = try CertificateChainTests.authority.get()
        let chain = try [a.leaf, a.intermediate].map(TestAuthority.der)
        for _ in 0..<2 {
            #expect(try await SignerCertificate(chain: chain, roots: [a.root], at: Self.now).certificate == a.leaf)
            await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: chain, roots: [a.otherRoot], at: Self.now) }
            await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: chain, roots: [], at: Self.now) }
            await #expect(throws: UntrustedChain()) {
                try await SignerCertificate(chain: chain, roots: [a.root], at: Self.now, extendedKeyUsage: [1, 0, 18013, 5, 1, 2])
            }
            await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: [chain[0]], roots: [a.root], at: Self.now) }
            await #expect(throws: UntrustedChain()) {
                try await SignerCertificate(chain: chain.reversed(), roots: [a.root], at: Self.now)
            }
            for time in [a.leaf.notValidBefore - 1, a.leaf.notValidAfter + 1, Date.distantPast, Date.distantFuture] {
                await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: chain, roots: [a.root], at: time) }
            }
            for index in stride(from: 0, to: chain[0].count, by: 7) {
                var changed = chain
                changed[0][index] ^= 1
                let other = changed
                await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: other, roots: [a.root], at: Self.now) }
            }
        }
    }

    @Test func `a cached result is used only for the same inputs and while all certificates are valid`() async throws {
        let a = try CertificateChainTests.authority.get()
        let chains = KnownChains(capacity: 4)
        let asked = try Self.question([a.leaf, a.intermediate], roots: [a.root])
        #expect(chains.signer(asked, at: Self.now) == nil)
        let signer = try await SignerCertificate(chain: asked.chain, roots: [a.root], at: Self.now)
        chains.keep(signer, for: asked, whose: [a.leaf, a.intermediate, a.root])
        #expect(chains.signer(asked, at: Self.now)?.certificate == a.leaf)
        #expect(chains.signer(asked, at: a.leaf.notValidAfter)?.root == a.root)
        for other in [
            try Self.question([a.leaf], roots: [a.root]), try Self.question([a.intermediate, a.leaf], roots: [a.root]),
            try Self.question([a.leaf, a.intermediate], roots: [a.otherRoot]),
            try Self.question([a.leaf, a.intermediate], roots: [a.root, a.otherRoot]),
            try Self.question([a.leaf, a.intermediate], roots: [a.root], usage: [1, 2, 3]), try Self.question([a.direct], roots: [a.root]),
        ] { #expect(chains.signer(other, at: Self.now) == nil) }
        let starts = [a.leaf, a.intermediate, a.root].map(\.notValidBefore)
        let ends = [a.leaf, a.intermediate, a.root].map(\.notValidAfter)
        for time in [try #require(starts.max()) - 1, try #require(ends.min()) + 1, .distantPast, .distantFuture] {
            #expect(chains.signer(asked, at: time) == nil)
        }
    }

    @Test func `the cache is bounded, holds each chain once, and holds no chain that is never valid`() async throws {
        let a = try CertificateChainTests.authority.get()
        let chains = KnownChains(capacity: 2)
        let signer = try await SignerCertificate(chain: [TestAuthority.der(a.direct)], roots: [a.root], at: Self.now)
        let questions = try (0..<3).map { try Self.question([a.direct], roots: Array(repeating: a.root, count: $0 + 1)) }
        for _ in 0..<2 { chains.keep(signer, for: questions[0], whose: [a.direct, a.root]) }
        #expect(chains.count == 1)
        for question in questions { chains.keep(signer, for: question, whose: [a.direct, a.root]) }
        #expect(chains.count == 2)
        #expect(chains.signer(questions[0], at: Self.now) == nil && chains.signer(questions[2], at: Self.now) != nil)
        let never = KnownChains(capacity: 2)
        never.keep(signer, for: questions[0], whose: [])
        never.keep(signer, for: questions[0], whose: [a.expired, a.future])
        #expect(never.count == 0)
    }
}
