// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// Repeated requests for a kind of credential in a session, and sessions concluded before all kinds are fetched.
struct AgainTests {
    /// A session that has fetched the first of two kinds.
    private func begun() async throws -> Walk {
        var walk = Walk.login(TestServer(), ["pid.sdjwt", "pid.mdoc"])
        walk.proofCount = 1
        var isFetched = false
        try await walk.run { step in
            if case .send(.credential) = step { isFetched = true }
            if case .send(.nonce) = step { return isFetched }
            return false
        }
        return walk
    }

    @Test func `a kind requested again is fetched after the other kinds, for different keys`() async throws {
        var walk = try await begun()
        #expect(walk.client.issued.map(\.configurationID) == ["pid.sdjwt"])
        try walk.client.requestAgain("pid.sdjwt")
        walk.proofCount = 3
        try await walk.run()
        #expect(walk.issued.map(\.configurationID) == ["pid.sdjwt", "pid.mdoc", "pid.sdjwt"])
        #expect(walk.issued.map(\.credentials.count) == [1, 3, 3])
        #expect(walk.client.step == .finished)
        #expect(walk.server.state.withLock { $0.notified.count } == 3)
    }

    @Test func `each fetched kind gets its own event, also if other kinds were not fetched`() async throws {
        var walk = try await begun()
        try walk.client.conclude { _ in .deleted }
        try await walk.run()
        #expect(walk.client.step == .finished)
        #expect(walk.server.state.withLock { $0.notified.map(\.event) } == [.deleted])
    }

    @Test func `only fetched kinds can be requested again, and only during the session`() async throws {
        var walk = try await begun()
        for identifier in ["pid.mdoc", "other", ""] {
            #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.requestAgain(identifier) }
        }
        var early = Walk.login()
        #expect(throws: IssuanceFailure.outOfOrder) { try early.client.requestAgain("pid.sdjwt") }
        #expect(throws: IssuanceFailure.outOfOrder) { try early.client.conclude { _ in .accepted } }
        try await walk.run()
        #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.requestAgain("pid.sdjwt") }
    }
}
