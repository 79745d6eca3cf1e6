// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration

@testable import WalletCore

/// Helpers for tests of update policies. The app's version is 1.2.3.
extension Phone {
    /// The phone's wall clock, in seconds since 1970.
    var seconds: Int64 { Int64(clock.now.timeIntervalSince1970) }

    /// Returns a policy with one rule.
    func policy(_ range: String, _ state: UpdateRule.State, from: Int64? = nil) throws -> UpdatePolicy {
        UpdatePolicy(rules: [UpdateRule(try #require(VersionRange(range)), state, from: from)])
    }

    /// Serves a policy that is valid for a day.
    func serve(_ policy: UpdatePolicy, version: Int64, life: Int64 = 86_400) throws {
        let documents = provider.documents
        documents.serve(try documents.sign(policy, version: version, at: seconds, life: life), at: .updatePolicy)
    }

    /// Serves a policy and lets a core fetch it.
    func give(_ policy: UpdatePolicy, version: Int64, life: Int64 = 86_400, to core: Core) async throws {
        try serve(policy, version: version, life: life)
        #expect(try await core.pollUpdatePolicy() == .accepted)
    }

    /// Cuts the connection to the document servers.
    func loseDocuments(_ error: NetworkError? = .offline) { provider.documents.state.withLock { $0.error = error } }

    /// Deletes the policy's file, as a person with the phone could.
    func deletePolicyFile() throws {
        try FileManager.default.removeItem(atPath: utilities.storageDirectory + "/wallet.update-policy")
    }

    /// Starts the app as its first action.
    func restart(appVersion: String = "1.2.3", _ checkpoints: any CheckpointObserver = NoCheckpointObserver()) async throws -> Core {
        let embedded = provider.documents.embedded(provider: provider.address, appVersion: appVersion)
        let core = Core(embedded: embedded, checkpoints: checkpoints)
        try await core.initPlatformSupport(bridges, limitsBy: limitClock)
        try await core.initialize()
        return core
    }
}
