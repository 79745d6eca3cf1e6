// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks sharing data and logging in.
    static func sharing() async throws -> Set<Row> {
        let resolving = try await rows(
            ResolveUniversalLinkTests.self, [{ try await $0.`a request that is there at once and is a login leads to logging in`() }])
        return try await requests().union(sharingEnds()).union(loggingIn()).union(resolving)
    }

    private static func requests() async throws -> Set<Row> {
        try await rows(
            ShareDataTests.self,
            [
                { try await $0.`a request of this phone is approved with the PIN, and the website opens once`() },
                { try await $0.`a request of another device is compared with its address first, and nothing opens on this phone`() },
                { try await $0.`a request that turns out to be a login continues as one, and is fetched once`() },
                { try await $0.`a request that breaks a rule is refused with its code, and ends once the user closes the screen`(.shop) },
                { try await $0.`a request that breaks a rule is refused with its code, and ends once the user closes the screen`(nil) },
                { try await $0.`errors of the fetch are told, a retry fetches again, and back asks whether to stop`() },
                { try await $0.`a session that is over when it is fetched says so`() },
                { try await $0.`stopping during the fetch begins nothing that is not stopped again`() },
                { try await $0.`every page about the request returns to the approval, and stopping tells the organization once`() },
                { try await $0.`a problem is reported by the user to a body that fits, and the app tells nobody`() },
                { try await $0.`where several cards fit the user swaps them, and exactly the chosen card is approved`() },
                { try await $0.`without the PIN nothing is sent: back leads to the approval, and cancelling asks whether to stop`() },
                { try await $0.`an approval that does not hold any more is told with its cause, and nothing is sent`(.cards) },
                { try await $0.`when the time for an approval is over the session is over, and nothing is approved`([.pid]) },
                { try await $0.`when the time for an approval is over the session is over, and nothing is approved`([.pid, .library]) },
            ])
    }

    private static func sharingEnds() async throws -> Set<Row> {
        let warned = ShareDataEndTests.warnings.map { warning -> @Sendable (ShareDataEndTests) async throws -> Void in
            { try await $0.`after one warning the address is compared, or the missing data told`(warning) }
        }
        let unsent = NotSentCause.allCases.map { cause -> @Sendable (ShareDataEndTests) async throws -> Void in
            { try await $0.`an answer that did not leave the phone is sent again without another approval`(cause) }
        }
        return try await rows(
            ShareDataEndTests.self,
            warned + unsent + [
                { try await $0.`a picture of the user is shared only with a tick of its own, which a changed choice removes`() },
                { try await $0.`each warning needs its tick before the user can go on, and the approval names both`() },
                { try await $0.`what is missing is told with its details, and closing tells the organization as a stop does`() },
                { try await $0.`an answer that may have arrived can be sent again, and closing leaves it`() },
                { try await $0.`an answer that was received and not accepted says so`(.refusedByOrganization) },
                { try await $0.`an answer that was received and not accepted says so`(.sessionOver) },
                { try await $0.`an approval that is void when it is sent is told, and must be given again`() },
            ])
    }

    private static func loggingIn() async throws -> Set<Row> {
        let warned = ShareDataEndTests.warnings.map { warning -> @Sendable (LogInWithWalletTests) async throws -> Void in
            { try await $0.`a warning needs its tick, and then the login, the address or the missing data follows`(warning) }
        }
        return try await rows(
            LogInWithWalletTests.self,
            warned + [
                { try await $0.`a login on this phone leads back to the website, once`() },
                { try await $0.`a login on another device compares the address, and opens nothing here`("1.6a") },
                { try await $0.`a login on another device compares the address, and opens nothing here`("1.6d") },
                { try await $0.`every page returns to the login, and a stop shares nothing`() },
                { try await $0.`what is missing for a login is told`() },
                { try await $0.`a session that is over when it is looked at says so`() },
                { try await $0.`a login request that breaks a rule is refused`(.shop) },
                { try await $0.`a login request that breaks a rule is refused`(nil) },
                { try await $0.`a login that does not hold any more is told, at the PIN and when it is sent`(.cards) },
                { try await $0.`when the time for a login is over the session is over`() },
                { try await $0.`a login that was not sent is sent again, and one that may have arrived says so`() },
                { try await $0.`a login that was received and not accepted says so`(.refusedByOrganization) },
                { try await $0.`a login that was received and not accepted says so`(.sessionOver) },
            ])
    }
}
