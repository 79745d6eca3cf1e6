// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// 1.2 to 1.5 and scenarios 10 and 13; UC5.2/1.2 to 1.4: what the person approves.
extension SharingSession {
    /// Step 1.2.
    mutating func checkWebsite(_ offer: SharingOffer) async throws -> Place {
        while true {
            switch try await context.ui.show(WebsiteCheck(offer: offer)) {
            case .proceed:
                isWebsiteChecked = true
                return .choose
            case .stop: return .askToStop(otherwise: .checkWebsite(offer))
            case .about: _ = try await context.ui.show(AboutWebsiteCheck(isLogin: rows.isLogin))
            case .help: try await context.showHelp(on: SharingHelp.website.rawValue)
            }
        }
    }

    /// 1.3: the offer with the cards as they are now. The cards chosen before are kept if they still fit.
    mutating func choose() async throws -> Place {
        let state = try await state()
        guard case .offered(let offer) = state, offer.isLogin == rows.isLogin, isSettled(offer) else {
            return .judge(state, at: .again)
        }
        (subject.arrival, subject.organization, subject.name) = (offer.arrival, offer.organization, offer.organization.name)
        if choice.map({ offer.allows($0) }) != true { choice = offer.standardChoice }
        if !rows.isLogin {
            trace("1.3")
            trace(offer.hasAlternatives ? "1.3b" : "1.3a")
        }
        return .review(offer)
    }

    /// True if the person has seen what comes before 1.3.
    private func isSettled(_ offer: SharingOffer) -> Bool {
        let warnings = offer.warnings.filter(\.precedesCards)
        return accepted.isSuperset(of: warnings) && (isWebsiteChecked || offer.arrival == .sameDevice)
    }

    /// 1.4, 10.1, UC5.2/1.3. After a lock it begins again at 1.3, without any approval.
    mutating func review(_ offer: SharingOffer) async throws -> Place {
        let chosen = ObservedValue(choice ?? offer.standardChoice)
        let review = ReviewOffer(context, rows, offer, chosen)
        let outcome = try await context.untilLocked { try await review.run() }
        choice = chosen.value
        switch outcome {
        case nil: return .choose
        case .approve: return .confirm(offer)
        case .stop: return .stop
        case .over: return try await endOfTime(offer)
        }
    }

    /// 1.4i, 10.1j, UC5.2/1.3h. The phone's clock may have been set since: by the new clock the time may end later.
    private func endOfTime(_ offer: SharingOffer) async throws -> Place {
        if case .offered(let present) = try await state(), present.expiresAt > context.now() { return .choose }
        trace(rows.isLogin ? "1.3h" : offer.hasAlternatives ? "10.1j" : "1.4i")
        return try await sessionOver()
    }

    /// 1.5, UC5.2/1.4: the PIN's check and the signatures are one call.
    mutating func confirm(_ offer: SharingOffer) async throws -> Place {
        let step = rows.confirmation
        let choice = self.choice ?? offer.standardChoice
        trace(step)
        do {
            switch try await approve(SharingApproval(of: offer, choice: choice)) {
            case nil: return try await voidAfterLock()
            case .confirm:
                trace(step + "a")
                shared = offer.cards(of: choice)
                return .send
            case .cancel:
                trace(step + "b")
                return try await stopAfterCancel(offer)
            case .back:
                trace(step + "c")
                return .review(offer)
            case .restart: try context.restartApp()
            }
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            return try await explain(error)
        }
    }

    /// 2.1 above the PIN pad.
    private func stopAfterCancel(_ offer: SharingOffer) async throws -> Place {
        let pages = self.pages
        switch try await context.untilLocked({ try await pages.isStopped(offer.organization) }) {
        case nil: return try await voidAfterLock()
        case true?: return .stop
        case false?: return .confirm(offer)
        }
    }

    /// A forgotten PIN ends the session in the core, once the recovery has begun.
    ///
    /// - Returns: nil if the wallet was locked during the wait.
    private func approve(_ approval: SharingApproval) async throws -> ConfirmProtectedAction.Result? {
        let context = self.context
        return try await context.untilLocked {
            try await ConfirmProtectedAction(
                context, isCancelable: true, checkedBy: { try await context.core.approveSharing(approval, pin: $0) }
            ).run()
        }
    }

    /// Errors of the approval; nothing was shared.
    private func explain(_ error: WalletCoreError) async throws -> Place {
        switch error.code {
        case .locked:
            // The refusal also proves the lock, even before its report arrives.
            context.supervision.cover.raise()
            return try await voidAfterLock()
        case .sharing(.approvalVoid(let change)):
            trace(rows.confirmation + "d")
            return .lookAgain(change)
        case .sharing(.sessionOver): return try await sessionOver()
        case .sharing(.noSession): return .judge(try await state(), at: .again)
        case .sharing(let problem):
            try await ErrorFlow(context).genericOrRestart(code: problem.code)
            return .choose
        default: throw error
        }
    }

    /// 1.5d after a lock: what was approved is void, and said once the wallet is unlocked.
    private func voidAfterLock() async throws -> Place {
        try await context.supervision.cover.lowered()
        trace(rows.confirmation + "d")
        return .lookAgain(.locked)
    }

    /// Scenario 13.
    func lookAgain(_ change: ApprovalChange) async throws -> Place {
        switch try await context.ui.show(LookAgain(isLogin: rows.isLogin, change: change)) {
        case .lookAgain: .choose
        case .stop: .askToStop(otherwise: .lookAgain(change))
        }
    }
}

extension SharingWarning {
    /// True for a warning with a screen of its own, before the cards (scenarios 11 and 12).
    var precedesCards: Bool {
        switch self {
        case .overAsking, .unverifiedRegistration: true
        case .noWebsiteHost, .statusUnknown, .portrait: false
        }
    }
}

extension SharingOffer {
    /// True if a choice from an earlier offer of the same request is possible in this one.
    func allows(_ choice: SharingChoice) -> Bool {
        let isThere = choice.cards.allSatisfy { part, cards in
            let fitting = parts.first { $0.id == part }?.cards.map(\.summary.id) ?? []
            return !cards.isEmpty && cards.allSatisfy { fitting.contains($0) }
        }
        return isThere
            && sets.filter(\.isRequired).allSatisfy { set in
                set.options.contains { $0.allSatisfy { choice.cards[$0] != nil } }
            }
    }
}
