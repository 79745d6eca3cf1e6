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
                { try await $0.`LTC57 yes continues the flow, and counts as activity`() },
                { try await $0.`LTC56 log out locks at once, and nothing of the flow is on the glass`() },
                { try await $0.`LTC54 without an answer the wallet locks, and the warning is gone after the unlock`() },
                { try await $0.`a lock without a warning takes another row`() },
                { try await $0.`LTC55 an app that returns in time continues, and one that returns too late is locked`() },
                { try await $0.`LTC53 the menu logs out`() },
            ])
        let layer = try await rows(LockLayerTests.self, [{ try await $0.`an unlock over a flow with a PID resumes it`() }])
        let wipe = try await rows(
            WipeAllAppDataTests.self,
            [
                { try await $0.`yes deletes everything, and no lock comes over it`() },
                { try await $0.`cancel goes back, and nothing is deleted`() },
                { try await $0.`LTC28 LTC29 the app's information is read, with its privacy statement, and left again`() },
            ])
        return logOut.union(layer).union(wipe)
    }

    /// Walks links that arrive in the foreground and links that wait for the unlock.
    static func links() async throws -> Set<Row> {
        let prompts = FinishFirst.Task.allCases.map { task -> @Sendable (ResolveUniversalLinkTests) async throws -> Void in
            { try await $0.`while something else is to be done first a link is refused with that reason`(task) }
        }
        let resolving = try await rows(
            ResolveUniversalLinkTests.self,
            prompts + [
                { try await $0.`without a link nothing is shown`() },
                { try await $0.`an unexpected link shows nothing`() },
                { try await $0.`a link leads to the use case of its kind`(.issuance) },
                { try await $0.`a link leads to the use case of its kind`(.disclosure) },
                { try await $0.`LTC36 a code that another app has scanned is to be scanned in the wallet`("2.1a") },
                { try await $0.`LTC36 a code that another app has scanned is to be scanned in the wallet`("2.1b") },
            ])
        let arriving = try await rows(
            LinkArrivalTests.self,
            [
                { try await $0.`LTC33 a link to an open wallet begins its use case instead of what runs`() },
                { try await $0.`a link that is refused leaves what runs where it was`() },
                { try await $0.`a link of another app changes nothing`() },
                { try await $0.`an app that resumes looks for a link`() },
            ])
        let waiting = try await rows(
            WaitingLinkTests.self,
            [
                { try await $0.`LTC33 a link that waited for the unlock begins its use case`() },
                { try await $0.`a link that is refused after the unlock lets the suspended flow continue`() },
                { try await $0.`without a link the unlock leads on`() },
                { try await $0.`a link that the user does not want is gone before the unlock`() },
                { try await $0.`a link whose time is over is gone from the lock`() },
            ])
        return resolving.union(arriving).union(waiting)
    }

    /// Walks the update policy and the wallet's status.
    static func judging() async throws -> Set<Row> {
        let version = try await rows(
            ApplyUpdatePolicyTests.self,
            [
                { try await $0.`a notice of a newer version is shown once`(.notify) },
                { try await $0.`the notice leads to the store, and the app continues`() },
                { try await $0.`a blocked version with an update stays, closes or leads to the store`() },
                { try await $0.`a blocked version without an update stays, with help and the store`() },
                { try await $0.`a policy that has expired and cannot be had says why, and is tried again`() },
            ])
        let news = try await rows(
            AwaitAnswersTests.self, [{ try await $0.`a status that arrives after the wait ends the running flow, with its own row`() }])
        let status = try await rows(
            DetermineWalletStatusTests.self,
            [
                { try await $0.`an active wallet continues silently`() },
                { try await $0.`LTC77 a solution that was revoked says more when asked`() },
                { try await $0.`a new wallet begins with erasing the old one`() },
            ]
                + (0..<3).map { index -> @Sendable (DetermineWalletStatusTests) async throws -> Void in
                    { try await $0.`LTC74 LTC75 LTC76 a revoked wallet says by whom, leads to help, and stays`(index) }
                })
        return version.union(news).union(status)
    }
}
