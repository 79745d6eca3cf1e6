// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/1.7 and UC5.2/1.8: the answer is sent; a retry sends the same bytes.
extension SharingSession {
    mutating func send() async throws -> Place {
        do {
            let context = self.context
            let outcome = try await context.ui.show(
                SharingData(isLogin: rows.isLogin), during: { try await context.core.sendSharing() })
            try Task.checkCancellation()
            return try await take(outcome)
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            return try await explain(error)
        }
    }

    private mutating func take(_ outcome: SharingOutcome) async throws -> Place {
        let step = rows.sending
        let errors = ErrorFlow(context)
        switch outcome {
        case .delivered(let back):
            trace(step + "a")
            return .delivered(back.openable)
        case .notSent(.noInternet):
            trace(step + "b")
            subject.hasAnswer = true
            let error = WalletCoreError(.noInternet, "nothing of the answer was sent")
            return try await retry(.send, after: errors.run(error, canGoBack: true))
        case .notSent(.serverUnreachable):
            trace(step + "c")
            subject.hasAnswer = true
            return try await retry(.send, after: errors.organizationUnreachable())
        case .refusedByOrganization:
            trace(step + "e")
            try await errors.verifierFailed(subject.name, .answer)
            return .ended(.showAllCards)
        case .sessionOver:
            trace(step + "f")
            return try await sessionOver(hasReceived: true)
        case .mayHaveArrived:
            trace(step + "g")
            return .judge(try await state(), at: .again)
        }
    }

    /// Errors of the call. The state tells whether there is an answer.
    private func explain(_ error: WalletCoreError) async throws -> Place {
        let step = rows.sending
        switch error.code {
        case .locked:
            // The refusal also proves the lock, even before its report arrives.
            context.supervision.cover.raise()
            return try await placeAfterLock()
        case .sharing(.approvalVoid(let change)):
            trace(step + "h")
            return .lookAgain(change)
        case .sharing(.sessionOver):
            // An answer that was made can no longer be sent again: 14 says so.
            if case .answered(let sent) = try await state() { return .mayHaveArrived(sent) }
            trace(step + "f")
            return try await sessionOver()
        case .sharing(.noSession): return .judge(try await state(), at: .again)
        case .sharing(let problem):
            try await ErrorFlow(context).genericOrRestart(code: problem.code)
            return .judge(try await state(), at: .again)
        default:
            try await ErrorFlow(context).runOrRestart(error)
            return .send
        }
    }

    /// After a lock before the sending: an answer that was not made is void, and one that was made may have arrived.
    private func placeAfterLock() async throws -> Place {
        switch try await state() {
        case .answered(let sent):
            if sent.mayHaveArrived { trace(rows.sending + "g") }
            return .mayHaveArrived(sent)
        case .offered:
            trace(rows.sending + "h")
            return .lookAgain(.locked)
        // The time was over before the unlock, or the PIN was forgotten.
        case .none:
            trace(rows.sending + "f")
            return try await sessionOver()
        case .missing, .refused: return .ended(.showAllCards)
        }
    }
}
