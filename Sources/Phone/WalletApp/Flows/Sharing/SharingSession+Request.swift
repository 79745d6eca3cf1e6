// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// Step 1.1: the request.
extension SharingSession {
    /// Waits for the fetch that began where the link was read.
    func fetch(_ link: UniversalLink) async throws -> Place {
        do {
            let context = self.context
            let fetched = ObservedValue<SharingState?>(nil)
            let action = try await context.ui.show(
                FetchingRequest(isLogin: rows.isLogin),
                orUntil: { fetched.set(try await context.whenUnlocked { _ in try await context.supervision.sharing.take() }) })
            guard action == nil else { return .askToStop(otherwise: .fetch(link)) }
            if let state = fetched.value { return .judge(state, at: .fetched) }
            // The request came while the person was asked whether to stop.
            return .judge(try await state(), at: .fetched)
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            return try await explain(error, link)
        }
    }

    /// The error rows of 1.1. After an error there is no session, so a retry fetches the request.
    private func explain(_ error: WalletCoreError, _ link: UniversalLink) async throws -> Place {
        let errors = ErrorFlow(context)
        switch error.code {
        case .sharing(.sessionOver):
            trace("1.1e")
            return try await sessionOver()
        case .noInternet:
            trace("1.1f")
            return try await retry(.fetchAgain(link), after: errors.run(error, canGoBack: true))
        case .serverUnreachable:
            trace("1.1g")
            return try await retry(.fetchAgain(link), after: errors.organizationUnreachable())
        case .sharing(.busy):
            // Another session lives: it continues.
            try await errors.genericOrRestart(code: SharingProblem.busy.code)
            return .judge(try await state(), at: .again)
        case .sharing(let problem):
            try await errors.genericOrRestart(code: problem.code)
            return .ended(.showAllCards)
        default:
            try await errors.runOrRestart(error)
            return .fetchAgain(link)
        }
    }

    /// Repeats a step after an error, or asks whether to stop. While the person is asked nothing is fetched.
    func retry(_ place: Place, after outcome: ErrorFlow.Outcome) throws -> Place {
        if outcome == .restart { try context.restartApp() }
        return outcome == .back ? .askToStop(otherwise: place) : place
    }

    /// The error *Session Expired*. The session is over in the core as well.
    ///
    /// - Parameter hasReceived: true if the organization had received the answer.
    func sessionOver(hasReceived: Bool = false) async throws -> Place {
        try await ErrorFlow(context).sharingOver(
            SessionExpired.Sharing(organizationName: subject.name, arrival: subject.arrival, hasReceived: hasReceived))
        return .ended(.showAllCards)
    }

    /// A request that breaks a rule: error *Known Verifier* or *Unknown Verifier*. A known organization is told the rule once the person
    /// has seen the screen. 2.2 follows if its address for the way back is refused, because it says so.
    func broken(_ refusal: SharingRefusal) async throws -> Place {
        try await ErrorFlow(context).verifierFailed(refusal.organization?.name, .request, code: refusal.code)
        let back = try await context.whenUnlocked { try await $0.stopSharing() }.openable
        if SharingWayBack(subject.arrival, back) == .addressRefused { return try await showStopped(back) }
        await goBack(back)
        return .ended(.showAllCards)
    }
}
