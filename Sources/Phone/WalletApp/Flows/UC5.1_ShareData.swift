// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1 Share data. The core keeps the session; the flow continues at its state.
struct ShareData {
    /// The starting point.
    enum Start: Sendable, Equatable {
        /// 1.1, with a link or a QR code. Its fetch has begun where it was read.
        case link(UniversalLink, arrivedBy: SharingArrival)
        /// The state of the session, after a launch.
        case session
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC5.1")
    }

    func run(from start: Start) async throws -> UseCase {
        var session = SharingSession(context, .sharing)
        switch start {
        case .link(let link, let arrival):
            session.subject.arrival = arrival
            return try await session.run(from: .fetch(link))
        case .session:
            trace("1.1")
            let state = try await context.whenUnlocked { try await $0.sharingState() }
            return try await session.run(from: .judge(state, at: .fetched))
        }
    }
}

extension SharingState {
    /// True if the session is a login (UC5.2).
    var isLogin: Bool {
        switch self {
        case .none: false
        case .offered(let offer): offer.isLogin
        case .missing(let missing): missing.isLogin
        case .refused(let refusal): refusal.isLogin
        case .answered(let sent): sent.isLogin
        }
    }
}
