// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// A session of UC5.1 or UC5.2, which differ in the numbers of their rows and in few screens. The core keeps the session itself; what the
/// person has seen and chosen is kept here, and ends with the use case.
struct SharingSession {
    /// The state of the flow.
    enum Place: Sendable {
        /// Step 1.1.
        case fetch(UniversalLink)
        /// Step 1.1 after an error, which has left no session: the request is fetched again.
        case fetchAgain(UniversalLink)
        /// The cases of a step that the session's state decides.
        case judge(SharingState, at: Judgement)
        /// Step 1.2.
        case checkWebsite(SharingOffer)
        /// UC5.1/1.3, and the same before UC5.2/1.3: the offer as it is now.
        case choose
        /// UC5.1/1.4, UC5.1/10.1, UC5.2/1.3.
        case review(SharingOffer)
        /// UC5.1/1.5, UC5.2/1.4.
        case confirm(SharingOffer)
        /// UC5.1/1.7, UC5.2/1.8.
        case send
        /// UC5.1/1.6; UC5.2/1.5 to 1.7.
        case delivered(SharingReturn)
        /// Step 2.1, and the place to return to.
        indirect case askToStop(otherwise: Place)
        /// Step 2.2.
        case stop
        /// Scenario 9.
        case missing(MissingCards)
        /// Scenario 13.
        case lookAgain(ApprovalChange)
        /// Scenario 14.
        case mayHaveArrived(SentSharing)
        case ended(UseCase)
    }

    /// The step that the session's state decides.
    enum Judgement: String, Sendable {
        /// The request was fetched.
        case fetched = "1.1"
        /// The person continues after a warning.
        case warned = "11.2"
        /// The offer was read again. The steps that lead here have no rows for a change.
        case again = ""
    }

    /// The other party, as far as it is known.
    struct Subject: Sendable {
        var arrival: SharingArrival
        var organization: SharingOrganization?
        var name: String?
        /// True once there is an answer: a stop then tells the organization nothing.
        var hasAnswer = false
    }

    let context: FlowContext
    let rows: SharingRows
    let trace: FlowTrace
    var subject: Subject
    /// The warnings of scenarios 11 and 12 after which the person has continued.
    var accepted: Set<SharingWarning> = []
    /// True once the person has compared the address (1.2).
    var isWebsiteChecked = false
    /// The cards that the person has chosen last.
    var choice: SharingChoice?
    /// The cards that were approved, with what is shared of them; empty after a launch.
    var shared: [SharedCard] = []

    init(_ context: FlowContext, _ rows: SharingRows) {
        self.context = context
        self.rows = rows
        trace = context.trace(of: rows.design)
        subject = Subject(arrival: context.supervision.sharing.arrival)
    }

    mutating func run(from start: Place) async throws -> UseCase {
        var place = start
        while true {
            switch place {
            case .fetch(let link): place = try await fetch(link)
            case .fetchAgain(let link):
                context.supervision.sharing.start(link, arrivedBy: subject.arrival)
                place = .fetch(link)
            case .judge(let state, let judgement): place = try await judge(state, at: judgement)
            case .checkWebsite(let offer): place = try await checkWebsite(offer)
            case .choose: place = try await choose()
            case .review(let offer): place = try await review(offer)
            case .confirm(let offer): place = try await confirm(offer)
            case .send: place = try await send()
            case .delivered(let back): place = try await showDelivered(back)
            case .askToStop(let otherwise): place = try await pages.isStopped(subject.organization) ? .stop : otherwise
            case .stop: place = try await stop()
            case .missing(let missing): place = try await showMissing(missing)
            case .lookAgain(let change): place = try await lookAgain(change)
            case .mayHaveArrived(let sent): place = try await showUncertain(sent)
            case .ended(let next): return next
            }
        }
    }

    /// The pages about the request.
    var pages: SharingPages { SharingPages(context, rows) }

    /// The session's present state.
    func state() async throws -> SharingState { try await context.whenUnlocked { try await $0.sharingState() } }

    /// Opens the address of an organization in the browser, for a request that came from this phone.
    func goBack(_ back: SharingReturn) async {
        guard subject.arrival == .sameDevice, let page = back.page else { return }
        await context.leave(.page(page))
    }
}
