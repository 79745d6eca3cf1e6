// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// Keeps ready what a PIN needs while its pad is on the glass, so that the last digit costs as few round trips as it can, also for who looks
/// at the pad for long.
///
/// What is fetched ahead counts for a while only. When that is over it is fetched anew, and when the app is back on the glass. An unattended
/// pad does not ask for ever.
struct Readiness {
    /// How often is fetched while the app stays on the glass: for seven and a half minutes, longer than the wallet stays open without activity.
    static let limit = 10

    private let context: FlowContext
    private let fetch: @Sendable () async -> Void

    /// - Parameter fetch: does nothing while what was fetched before counts, and never fails.
    init(_ context: FlowContext, _ fetch: @escaping @Sendable () async -> Void) {
        self.context = context
        self.fetch = fetch
    }

    /// Shows a pad. What is being fetched when it is answered is waited for: a PIN would only fetch the same.
    ///
    /// - Throws: what the body throws.
    func whileShowing<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let isAnswered = Watched(false)
        async let ready: Void = keep(until: isAnswered)
        let value = try await body()
        isAnswered.set(true)
        await ready
        return value
    }

    private func keep(until isAnswered: Watched<Bool>) async {
        var fetched = 0
        while true {
            let resumes = context.supervision.resumes.value
            await fetch()
            fetched += 1
            let isAskedAgain = fetched < Self.limit
            await withTaskGroup { group in
                if isAskedAgain {
                    group.addTask { [steady = context.steady] in
                        try? await steady.sleep(steady.now().addingTimeInterval(PreparedChallengeLifetime.seconds))
                    }
                }
                group.addTask { [supervision = context.supervision] in
                    _ = try? await supervision.resumes.next(otherThan: resumes)
                }
                group.addTask { _ = try? await isAnswered.next(otherThan: false) }
                await group.next()
                group.cancelAll()
            }
            if isAnswered.value || Task.isCancelled { return }
            // Who comes back attends to it.
            if context.supervision.resumes.value != resumes { fetched = 0 }
        }
    }
}
