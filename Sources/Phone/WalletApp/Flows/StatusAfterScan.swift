// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// status: no server has seen a scan, so the app waits for the wallet's status and an open update policy before it shows anything of the
/// wallet. If the status is not known then, the dashboard says so until it is. A revocation or a block ends everything at any time
/// (startup/3.1a).
struct StatusAfterScan {
    /// The longest wait after a scan, in seconds of monotonic time.
    static let patience: TimeInterval = 3

    private let context: FlowContext
    private let trace: FlowTrace
    private let beside: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "status")
        beside = context.traceBesideLayers(of: "status")
    }

    /// 1: waits, unless the status is known or its request has failed already.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        let deadline = context.steady.now().addingTimeInterval(Self.patience)
        var answer = present()
        guard answer != .known else { return context.supervision.isStatusUnknown.set(false) }
        if answer == .open {
            // The screen takes no input, so a link that arrives now starts nothing: UC2.3/1.6 takes it after the wait.
            answer = try await context.ui.show(CheckingStatus(), during: { try await settled(until: deadline) })
            // A killed process must not trace a row.
            try Task.checkCancellation()
        } else {
            trace("1")
        }
        let isKnown = answer == .known
        trace(isKnown ? "1a" : "1b")
        context.supervision.isStatusUnknown.set(!isKnown)
    }

    /// 2: marks that the dashboard says that the status is not known, and waits until that has changed.
    ///
    /// - Parameter isUnknown: true if the dashboard says so.
    /// - Throws: `CancellationError`.
    func changed(from isUnknown: Bool) async throws {
        if isUnknown {
            try await context.supervision.cover.lowered()
            beside("2")
        }
        _ = try await context.supervision.isStatusUnknown.next(otherThan: isUnknown)
        if isUnknown { beside("2a") }
    }

    /// Ends the notice each time the status has become known, until the task is cancelled.
    func follow() async {
        let isUnknown = context.supervision.isStatusUnknown
        while (try? await isUnknown.next(otherThan: false)) != nil, (try? await known()) != nil { isUnknown.set(false) }
    }

    // MARK: The answers

    /// A policy that cannot be fetched is judged by its own expiry (PF1.4), so only an open request counts.
    private func present() -> LaunchAnswer {
        let status = context.wallet.answer(to: .walletStatus)
        guard status == .known else { return status }
        return context.wallet.answer(to: .updatePolicy) == .open ? .open : .known
    }

    /// Waits until nothing is open.
    ///
    /// - Returns: the answer to the question for the status; `open` at the deadline.
    private func settled(until deadline: Date) async throws -> LaunchAnswer {
        try await withThrowingTaskGroup(of: LaunchAnswer.self) { group in
            group.addTask {
                let status = try await ended(.walletStatus)
                if status == .known { _ = try await ended(.updatePolicy) }
                return status
            }
            group.addTask {
                // The screen takes no input, so a clock that does not wait must not hold it.
                try await context.steady.passes(deadline)
                return .open
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .open
        }
    }

    /// Waits until the request for a question is not open.
    private func ended(_ question: LaunchQuestion) async throws -> LaunchAnswer {
        let answer = context.wallet.answer(to: question)
        guard answer == .open else { return answer }
        return try await context.wallet.answer(to: question, otherThan: .open)
    }

    /// Waits until the status is known, however long that takes, and no policy is awaited.
    private func known() async throws {
        var status = context.wallet.answer(to: .walletStatus)
        while status != .known { status = try await context.wallet.answer(to: .walletStatus, otherThan: status) }
        _ = try await ended(.updatePolicy)
    }
}
