// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.2 Log in at an organization. The request is there already: PF2.7/1.3c, UC9.9/1.5c or UC5.1/1.1m lead here.
struct LogIn {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC5.2")
    }

    func run() async throws -> UseCase {
        var session = SharingSession(context, .login)
        trace("1.1")
        // PF2.7 and UC9.9 only look at the result of the fetch.
        context.supervision.sharing.forgetResult()
        let state = try await context.whenUnlocked { try await $0.sharingState() }
        return try await session.run(from: .judge(state, at: .fetched))
    }
}
