// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension RowCoverageTests {
    /// Walks the history: its lists, one event, and what becomes of it.
    static func activities() async throws -> Set<Row> {
        let lists = try await rows(
            ShowActivitiesTests.self,
            [
                { try await $0.`LTC22 all activities are listed, an older part is added, and an activity leads back to the list`(nil) },
                {
                    try await $0.`LTC22 all activities are listed, an older part is added, and an activity leads back to the list`(
                        "pid")
                },
            ])
        let one = try await rows(
            ShowActivityTests.self,
            [
                { try await $0.`LTC23 every page about an activity leads back to it`() },
                { try await $0.`a problem is reported to a body that fits, with an event before the app leaves`() },
                { try await $0.`the organization is asked to delete data, with an event before the app leaves`() },
                { try await $0.`one activity is deleted after a question, and the list follows`() },
                { try await $0.`what a stranger could have done leads to the help desk by each of its ways, and writes no event`() },
            ])
        let kept = try await rows(
            ManageActivitiesTests.self,
            [
                { try await $0.`the history leaves once as a file, after the PIN`() },
                { try await $0.`all activities are deleted after a question and the PIN, and an empty history begins`() },
                { try await $0.`the history is switched off with the PIN, and on again without it`() },
                { try await $0.`without the PIN nothing is saved, deleted or switched off`(.back) },
                { try await $0.`without the PIN nothing is saved, deleted or switched off`(.cancel) },
                { try await $0.`a PIN that no longer counts is asked for again`() },
            ])
        return lists.union(one).union(kept)
    }
}
