// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// Keeps the prerequisites of a PIN check ready while its pad is on the glass, so that the last digit costs as few round trips as possible.
///
/// Prefetched data is valid for a limited time. The data is fetched again when that time is over and when the app returns to the
/// foreground. An unattended pad stops fetching.
struct Readiness {
    /// The number of fetches while the app stays in the foreground: 7.5 minutes, longer than the wallet stays unlocked without activity.
    static let limit = 10

    private let context: FlowContext
    private let fetch: @Sendable () async -> Void

    /// - Parameter fetch: does nothing while the previous data is valid, and never fails.
    init(_ context: FlowContext, _ fetch: @escaping @Sendable () async -> Void) {
        self.context = context
        self.fetch = fetch
    }

    /// Shows a pad. If a fetch is in progress at the answer, waits for it, because the PIN check would only repeat it.
    ///
    /// - Throws: the error of the body.
    func whileShowing<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let isAnswered = ObservedValue(false)
        async let ready: Void = keep(until: isAnswered)
        let value = try await body()
        isAnswered.set(true)
        await ready
        return value
    }

    private func keep(until isAnswered: ObservedValue<Bool>) async {
        var fetched = 0
        while true {
            let resumes = context.supervision.presence.value.resumes
            await fetch()
            fetched += 1
            let isAskedAgain = fetched < Self.limit
            await withTaskGroup { group in
                if isAskedAgain {
                    group.addTask { [steady = context.steady] in
                        try? await steady.wait(until: steady.now().addingTimeInterval(BeaconLifetime.seconds))
                    }
                }
                group.addTask { [supervision = context.supervision] in
                    try? await supervision.resumed(since: resumes)
                }
                group.addTask { _ = try? await isAnswered.next(otherThan: false) }
                await group.next()
                group.cancelAll()
            }
            if isAnswered.value || Task.isCancelled { return }
            // A user who returns is attending to the pad.
            if context.supervision.presence.value.resumes != resumes { fetched = 0 }
        }
    }
}
