// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// The approval screen with the pages behind it: UC5.1/1.4 and 10.1, UC5.2/1.3.
struct ReviewOffer {
    enum Outcome: Sendable {
        /// The person wants to share what is chosen; the PIN follows.
        case approve
        /// The person stops (2.1a).
        case stop
        /// The time for an approval is over.
        case over
    }

    /// The actions of both approval screens.
    private enum Action: Sendable {
        case approve, stop, tick, organization, data, details, agreement, help
        case swap(SharingPlace)
    }

    private let context: FlowContext
    private let rows: SharingRows
    private let offer: SharingOffer
    /// The cards that the person has chosen. It outlives this screen.
    private let chosen: ObservedValue<SharingChoice>
    private var pages: SharingPages { SharingPages(context, rows) }

    init(_ context: FlowContext, _ rows: SharingRows, _ offer: SharingOffer, _ chosen: ObservedValue<SharingChoice>) {
        self.context = context
        self.rows = rows
        self.offer = offer
        self.chosen = chosen
    }

    func run() async throws -> Outcome {
        var isPortraitAccepted = false
        while true {
            switch try await ask(isPortraitAccepted) {
            case nil: return .over
            case .approve: return .approve
            case .stop: if try await pages.isStopped(offer.organization) { return .stop }
            case .tick: isPortraitAccepted.toggle()
            case .swap(let place): if try await swap(place) { isPortraitAccepted = false }
            case .organization: try await pages.organization(offer.organization)
            case .agreement: try await pages.agreement(offer.organization)
            case .details: try await details()
            case .data: if try await data() { isPortraitAccepted = false }
            case .help: try await context.showHelp(on: (rows.isLogin ? SharingHelp.logIn : .share).rawValue)
            }
        }
    }

    /// - Returns: nil when the time is over.
    private func ask(_ isPortraitAccepted: Bool) async throws -> Action? {
        guard !rows.isLogin else {
            let screen = LogInAt(offer: offer, choice: chosen.value, isPortraitAccepted: isPortraitAccepted)
            return switch try await context.ui.show(screen, orUntil: { try await expires() }) {
            case nil: nil
            case .login: .approve
            case .details: .details
            case .help: .help
            case .close, .stop: .stop
            case .acceptPortrait: .tick
            }
        }
        let screen = ShareWith(offer: offer, choice: chosen.value, isPortraitAccepted: isPortraitAccepted)
        return switch try await context.ui.show(screen, orUntil: { try await expires() }) {
        case nil: nil
        case .share: .approve
        case .about: .organization
        // Where cards can be swapped, 10.2 shows the data at once.
        case .data: offer.hasAlternatives ? .data : .details
        case .agreement: .agreement
        case .help: .help
        case .close, .stop: .stop
        case .swap(let place): .swap(place)
        case .acceptPortrait: .tick
        }
    }

    /// Waits until the time for an approval is over. A clock that does not wait (CLK-03) never ends it, so that the offer is not read and
    /// shown again and again; the core refuses a late approval.
    private func expires() async throws { try await SteadyTime(now: context.now, sleep: context.sleep).wait(until: offer.expiresAt) }

    /// Step 4.1.
    private func details() async throws {
        while true {
            switch try await context.ui.show(AboutSharing(offer: offer, choice: chosen.value)) {
            case .organization: try await pages.organization(offer.organization)
            case .data: _ = try await data()
            case .agreement: try await pages.agreement(offer.organization)
            case .help: try await pages.help(on: .data)
            case .back: return
            }
        }
    }

    /// 4.2, 10.2.
    ///
    /// - Returns: true if the choice has changed.
    private func data() async throws -> Bool {
        let before = chosen.value
        while true {
            switch try await context.ui.show(RequestedData(offer: offer, choice: chosen.value)) {
            case .swap(let place): _ = try await swap(place)
            case .incorrect: _ = try await context.ui.show(DataNotRight(offer: offer, choice: chosen.value))
            case .help:
                if rows.values(of: offer) == "10.2" {
                    try await context.showHelp(on: SharingHelp.data.rawValue)
                } else {
                    try await pages.help(on: .data)
                }
            case .back: return chosen.value != before
            }
        }
    }

    /// Step 10.3.
    ///
    /// - Returns: true if the choice has changed.
    private func swap(_ place: SharingPlace) async throws -> Bool {
        let before = chosen.value
        switch try await context.ui.show(ChooseCard(offer: offer, choice: before, place: place)) {
        case .card(let choice), .none(let choice): chosen.set(choice)
        case .close: break
        }
        return chosen.value != before
    }
}
