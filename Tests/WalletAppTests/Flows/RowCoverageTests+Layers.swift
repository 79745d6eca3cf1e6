// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletCore

@testable import WalletApp

extension RowCoverageTests {
    /// The lock over a flow, logging out, wiping and reading about the app.
    static func locking() async throws -> Set<Row> {
        let logOut = try await rows(
            LogOutTests.self,
            [
                { try await $0.`yes goes on where it was, and counts as activity`() },
                { try await $0.`log out locks at once, and nothing of the flow is on the glass`() },
                { try await $0.`without an answer it locks, and the question is gone after the unlock`() },
                { try await $0.`a lock without a warning is another row`() },
                { try await $0.`an app that comes back in time goes on, and one that comes back too late is locked`() },
                { try await $0.`the menu logs out`() },
            ])
        let layer = try await rows(LockLayerTests.self, [{ try await $0.`an unlock over a flow with a PID resumes it`() }])
        let wipe = try await rows(
            WipeAllAppDataTests.self,
            [
                { try await $0.`yes deletes everything, and no lock comes over it`() },
                { try await $0.`cancel goes back, and nothing is deleted`() },
                { try await $0.`the app's information is read, with its privacy statement, and left again`() },
            ])
        return logOut.union(layer).union(wipe)
    }

    /// What is said of this version and of this wallet.
    static func judging() async throws -> Set<Row> {
        let version = try await rows(
            ApplyUpdatePolicyTests.self,
            [
                { try await $0.`a newer version is told of gently, once`(.notify) },
                { try await $0.`the notice leads to the store, and the app goes on`() },
                { try await $0.`a blocked version with an update stays, closes or leads to the store`() },
                { try await $0.`a blocked version without an update stays, with help and the store`() },
                { try await $0.`a policy that has expired and cannot be had says why, and is tried again`() },
            ])
        let status = try await rows(
            DetermineWalletStatusTests.self,
            [
                { try await $0.`an active wallet goes on without a word`() },
                { try await $0.`a solution that was revoked says more when asked`() },
                { try await $0.`a new wallet begins with erasing the old one`() },
            ]
                + (0..<3).map { index -> @Sendable (DetermineWalletStatusTests) async throws -> Void in
                    { try await $0.`a revoked wallet says by whom, leads to the help desk and to help, and stays`(index) }
                })
        return version.union(status)
    }
}
