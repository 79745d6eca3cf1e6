// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The ends of a session: 1.6, 2.2 and scenarios 9 and 14; UC5.2/1.5 to 1.7.
extension SharingSession {
    /// The actions of both screens after a success.
    private enum Leaving: Sendable {
        case overview, website, activity, help, close
    }

    /// UC5.1/1.6, UC5.2/1.6, UC5.2/1.7. Every way out follows the organization's address once. A lock ends the screen and drops the address.
    func showDelivered(_ back: SharingReturn) async throws -> Place {
        if rows.isLogin {
            trace("1.5")
            trace(subject.arrival == .crossDevice ? "1.5a" : "1.5b")
        }
        let session = self
        _ = try await context.untilLocked { try await session.leave(back) }
        return .ended(.showAllCards)
    }

    private func leave(_ back: SharingReturn) async throws {
        var back = back
        while true {
            switch try await ask(SharingWayBack(subject.arrival, back), hasActivity: back.event != nil) {
            case .website:
                await goBack(back)
                back = SharingReturn(address: nil, event: back.event)
            case .close: return await goBack(back)
            case .overview: return
            case .activity:
                if let event = back.event, try await ShowActivity(context).run(event) == .gone {
                    back = SharingReturn(address: back.address, isAddressDropped: back.isAddressDropped)
                }
            case .help: try await context.showHelp(on: (rows.isLogin ? SharingHelp.loggedIn : .shared).rawValue)
            }
        }
    }

    private func ask(_ wayBack: SharingWayBack, hasActivity: Bool) async throws -> Leaving {
        let name = subject.name ?? ""
        guard !rows.isLogin else {
            return switch try await context.ui.show(LoggedIn(organizationName: name, wayBack: wayBack, hasActivity: hasActivity)) {
            case .overview: .overview
            case .website: .website
            case .activity: .activity
            case .help: .help
            case .close: .close
            }
        }
        let screen = DataShared(organizationName: name, cards: shared, wayBack: wayBack, hasActivity: hasActivity)
        return switch try await context.ui.show(screen) {
        case .overview: .overview
        case .website: .website
        case .activity: .activity
        case .help: .help
        case .close: .close
        }
    }

    /// 2.2: ends the session; a known organization is told that it gets no answer.
    func stop() async throws -> Place {
        // A fetch that has not reached the core yet must begin nothing.
        context.supervision.sharing.drop()
        return try await showStopped(try await context.whenUnlocked { try await $0.stopSharing() }.openable)
    }

    /// The screen of 2.2.
    func showStopped(_ back: SharingReturn) async throws -> Place {
        let context = self.context
        var back = back
        while true {
            let screen = SharingStopped(
                isLogin: rows.isLogin, organizationName: subject.hasAnswer ? nil : subject.organization?.name,
                wayBack: SharingWayBack(subject.arrival, back))
            switch try await context.untilLocked({ try await context.ui.show(screen) }) {
            case nil:
                // A lock drops the address, as after a success.
                back = SharingReturn(address: nil)
                try await context.supervision.cover.lowered()
            case .close?: return .ended(.showAllCards)
            case .website?:
                await goBack(back)
                back = SharingReturn(address: nil)
            }
        }
    }

    /// Scenario 9. The identity card is obtained again (extra/6a) while UC3.2 is not built; the organization then gets no answer.
    func showMissing(_ missing: MissingCards) async throws -> Place {
        while true {
            switch try await context.ui.show(DataMissing(missing: missing)) {
            case .close: return .stop
            case .details: _ = try await context.ui.show(MissingDetails(missing: missing))
            case .help: try await context.showHelp(on: SharingHelp.missing.rawValue)
            case .renew:
                _ = try await context.whenUnlocked { try await $0.stopSharing() }
                return .ended(.obtainPID)
            }
        }
    }

    /// Scenario 14.
    func showUncertain(_ sent: SentSharing) async throws -> Place {
        while true {
            let hasActivity = try await isInHistory(sent.event)
            switch try await context.ui.show(MayHaveArrived(sent: sent, hasActivity: hasActivity)) {
            case .retry: return .send
            case .activity: try await ShowActivity(context).run(sent.event)
            case .help: try await context.showHelp(on: (sent.mayHaveArrived ? SharingHelp.mayHaveArrived : .notSent).rawValue)
            case .close:
                _ = try await context.whenUnlocked { try await $0.stopSharing() }
                return .ended(.showAllCards)
            }
        }
    }

    /// False if the history has no such event, because it is switched off, or cannot read it.
    private func isInHistory(_ event: Int64) async throws -> Bool {
        do {
            return try await context.whenUnlocked { try await $0.event(event) } != nil
        } catch is WalletCoreError {
            return false
        }
    }
}
