// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks the lock over a flow, logging out, wiping and the app information.
    static func locking() async throws -> Set<Row> {
        let logOut = try await rows(
            LogOutTests.self,
            [
                { try await $0.`LTC57 answering yes continues the flow and counts as activity`() },
                { try await $0.`LTC56 logging out locks immediately and hides the flow`() },
                { try await $0.`LTC54 without an answer the wallet locks, and the warning is gone after the unlock`() },
                { try await $0.`a lock without a warning takes a different row`() },
                { try await $0.`LTC55 an app that returns in time continues, and an app that returns too late is locked`() },
                { try await $0.`LTC53 the menu can log the user out`() },
            ])
        let layer = try await rows(LockLayerTests.self, [{ try await $0.`an unlock over a flow with a PID resumes it`() }])
        let wipe = try await rows(
            WipeAllAppDataTests.self,
            [
                { try await $0.`answering yes deletes all data, and no lock covers the wipe`() },
                { try await $0.`cancelling returns to the previous screen, and nothing is deleted`() },
                { try await $0.`LTC28 LTC29 the user can read the app's information and its privacy statement, and return`() },
            ])
        return logOut.union(layer).union(wipe)
    }

    /// Walks links that arrive in the foreground and links that wait for the unlock.
    static func links() async throws -> Set<Row> {
        let prompts = FinishFirst.Task.allCases.map { task -> @Sendable (ResolveUniversalLinkTests) async throws -> Void in
            { try await $0.`while a different task must be finished first, a link is refused with that reason`(task) }
        }
        let resolving = try await rows(
            ResolveUniversalLinkTests.self,
            prompts + [
                { try await $0.`without a link no screen is shown`() },
                { try await $0.`an unrecognised link shows no screen`() },
                { try await $0.`a link leads to the use case of its kind`(.issuance) },
                { try await $0.`a link leads to the use case of its kind`(.disclosure) },
                { try await $0.`LTC36 if another app scanned a code, the user is asked to scan it in the wallet`("2.1a") },
                { try await $0.`LTC36 if another app scanned a code, the user is asked to scan it in the wallet`("2.1b") },
            ])
        let arriving = try await rows(
            LinkArrivalTests.self,
            [
                { try await $0.`LTC33 a link to an open wallet replaces the running flow with the link's use case`() },
                { try await $0.`a refused link leaves the running flow unchanged`() },
                { try await $0.`a link to a different app has no effect`() },
                { try await $0.`a resuming app looks for a link`() },
            ])
        let waiting = try await rows(
            WaitingLinkTests.self,
            [
                { try await $0.`LTC33 a link that waited for the unlock starts its use case`() },
                { try await $0.`after a link is refused following the unlock, the suspended flow continues`() },
                { try await $0.`without a link the unlock leads to the next screen`() },
                { try await $0.`the user can discard a link before the unlock`() },
                { try await $0.`an expired link disappears from the lock`() },
            ])
        return resolving.union(arriving).union(waiting)
    }

    /// Walks the update policy and the wallet's status.
    static func judging() async throws -> Set<Row> {
        let version = try await rows(
            ApplyUpdatePolicyTests.self,
            [
                { try await $0.`a notice of a newer version is shown once`(.notify) },
                { try await $0.`the update notice leads to the store, and the app continues`() },
                { try await $0.`a blocked version with an update shows the block until the app closes or the store opens`() },
                { try await $0.`a blocked version without an update shows the block, with help and the store`() },
                { try await $0.`if the policy has expired and cannot be fetched, the app shows the reason and tries again`() },
            ])
        let news = try await rows(
            AwaitAnswersTests.self, [{ try await $0.`a status that arrives after the wait ends the running flow and takes its own row`() }])
        let scanned = try await rows(
            StatusAfterScanTests.self,
            [
                { try await $0.`an active status within the limit leads to the dashboard without a notice`() },
                { try await $0.`after the limit the dashboard says that the status is not known, until it is`() },
            ])
        let status = try await rows(
            DetermineWalletStatusTests.self,
            [
                { try await $0.`an active wallet continues silently`() },
                { try await $0.`LTC77 a revoked solution shows more information on request`() },
                { try await $0.`making a new wallet first erases the old wallet`() },
            ]
                + (0..<3).map { index -> @Sendable (DetermineWalletStatusTests) async throws -> Void in
                    { try await $0.`LTC74 LTC75 LTC76 a revoked wallet shows who revoked it, leads to help, and stays revoked`(index) }
                })
        return version.union(news).union(scanned).union(status)
    }
}
