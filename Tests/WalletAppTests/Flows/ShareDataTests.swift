// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC5.1 Share data: the request, the approval and the answer.
@Suite(.timeLimit(.minutes(20)))
struct ShareDataTests: Walk {
    let stage: Stage

    private static let offer = SharingOffer.sample()
    static let approval = ShareWith(offer: offer, choice: offer.standardChoice)
    static let confirm = ConfirmWithPIN(isCancelable: true)
    static let ask = StopSharing(isLogin: false)

    /// The screen after a stop.
    static func stopped(_ wayBack: SharingWayBack = .byHand, told: Bool = true) -> SharingStopped {
        SharingStopped(isLogin: false, organizationName: told ? "The Shop" : nil, wayBack: wayBack)
    }

    /// The screen after a delivery.
    static func shared(_ wayBack: SharingWayBack) -> DataShared {
        DataShared(organizationName: "The Shop", cards: [.pid], wayBack: wayBack, hasActivity: true)
    }

    init() throws { stage = try Stage(in: .unlocked) }

    /// Approves the standard choice.
    private func approves(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Self.approval, presses: "1.4a")
        try await glass.sees(Self.confirm, enters: Digits.mine)
    }

    // MARK: The request

    @Test func `a request of this phone is approved with the PIN, and the website opens once`() async throws {
        stage.wallet.script { $0.answers = [.delivered(SharingReturn(address: Stage.page))] }
        let next = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(Self.shared(.website), presses: "1.6d")
            try await glass.sees(HelpPage(topic: "UC5.1.shared"), presses: "1a")
            try await glass.sees(Self.shared(.website), presses: "1.6b")
            try await glass.sees(Self.shared(.byHand), presses: "1.6e")
        }
        #expect(next == .showAllCards)
        #expect(stage.left.places == [.page(try #require(PageAddress(Stage.page)))])
        #expect(stage.approvals == [SharingApproval(of: Self.offer, choice: Self.offer.standardChoice)])
        #expect(stage.count(.startSharing) == 1 && stage.count(.sendSharing) == 1 && stage.count(.stopSharing) == 0)
        #expect(!stage.trace.entries.contains { "\($0)".contains("secret") })
    }

    @Test func `closing after a delivery opens the website too`() async throws {
        stage.wallet.script { $0.answers = [.delivered(SharingReturn(address: Stage.page))] }
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(Self.shared(.website), presses: "1.6e")
        }
        #expect(stage.left.places.count == 1)
    }

    @Test func `an address that is not followed is named, and opens nothing`() async throws {
        stage.wallet.script { $0.answers = [.delivered(SharingReturn(address: nil, isAddressDropped: true))] }
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(Self.shared(.addressRefused), presses: "1.6e")
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `a request of another device is compared with its address first, and nothing opens on this phone`() async throws {
        let offer = SharingOffer.sample(.crossDevice)
        let check = WebsiteCheck(offer: offer)
        let next = try await stage.share(.offered(offer), arrivedBy: .crossDevice) { glass in
            try await glass.sees(check, presses: "1.2d")
            try await glass.sees(HelpPage(topic: "UC5.1.website"), presses: "1a")
            try await glass.sees(check, presses: "1.2c")
            try await glass.sees(AboutWebsiteCheck(isLogin: false), presses: "3.1a")
            try await glass.sees(check, presses: "1.2b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(check, presses: "1.2a")
            try await glass.sees(ShareWith(offer: offer, choice: offer.standardChoice), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(Self.shared(.otherScreen), presses: "1.6c")
            try await glass.sees(Activity(event: try stage.newestEvent()), presses: "1.1e")
            try await glass.sees(Self.shared(.otherScreen), presses: "1.6a")
        }
        #expect(next == .showAllCards)
        #expect(stage.left.places.isEmpty)
    }

    @Test func `a request that turns out to be a login continues as one, and is fetched once`() async throws {
        let next = try await stage.share(.offered(.sample(isLogin: true))) { _ in }
        #expect(next == .logIn)
        #expect(stage.rows.last == "UC5.1/1.1m")
        #expect(stage.count(.startSharing) == 1 && stage.count(.stopSharing) == 0)
    }

    @Test(arguments: [SharingOrganization.shop, nil])
    func `a request that breaks a rule is refused with its code, and ends once the user closes the screen`(
        _ organization: SharingOrganization?
    ) async throws {
        let screen = VerifierFailed(organizationName: organization?.name, failure: .request, code: "sample")
        let name = organization == nil ? "UnknownVerifier" : "KnownVerifier"
        let next = try await stage.share(.refused(.sample(.brokenRequest, from: organization))) { glass in
            try await glass.sees(screen, presses: name + ".help")
            try await glass.sees(HelpPage(topic: "error.verifier"), presses: "1a")
            try await glass.sees(screen)
            #expect(stage.count(.stopSharing) == 0)
            stage.press(Row("error", name + ".close"))
        }
        #expect(next == .showAllCards)
        #expect(stage.count(.stopSharing) == 1 && stage.approvals.isEmpty)
        #expect(stage.rows.contains(organization == nil ? "UC5.1/1.1h" : "UC5.1/1.1i"))
    }

    @Test func `after a request that breaks a rule, an address that is not followed is named`() async throws {
        let screen = VerifierFailed(organizationName: "The Shop", failure: .request, code: "sample")
        stage.wallet.script { $0.stopReturn = SharingReturn(address: nil, isAddressDropped: true) }
        let next = try await stage.share(.refused(.sample(.brokenRequest))) { glass in
            try await glass.sees(screen, presses: "KnownVerifier.close")
            try await glass.sees(Self.stopped(.addressRefused), presses: "2.2a")
        }
        #expect(next == .showAllCards && stage.left.places.isEmpty && stage.count(.stopSharing) == 1)
    }

    @Test func `back from an error of the fetch asks first, and only a no fetches again`() async throws {
        stage.wallet.script { $0.request = .offered(Self.offer) }
        stage.wallet.fails(.startSharing, .noInternet)
        _ = try await stage.fetching { glass in
            while try await glass.next().top != Presentation.Drawn(NoInternet(canGoBack: true)) {}
            stage.press("extra/13a")
            try await glass.sees(Self.ask)
            #expect(stage.count(.startSharing) == 1)
            stage.press("UC5.1/2.1b")
            while try await glass.next().top != Presentation.Drawn(Self.approval) {}
            #expect(stage.count(.startSharing) == 2)
            stage.press("UC5.1/1.4f")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(stage.approvals.isEmpty && stage.count(.stopSharing) == 1)
    }

    @Test func `errors of the fetch are told, a retry fetches again, and back asks whether to stop`() async throws {
        stage.wallet.script { $0.request = .offered(Self.offer) }
        stage.wallet.fails(.startSharing, .noInternet, .serverUnreachable, .noInternet)
        _ = try await stage.fetching { glass in
            let unreachable = ServerUnreachable(isOrganization: true)
            while try await glass.next().top != Presentation.Drawn(NoInternet(canGoBack: true)) {}
            stage.press("error/NoInternet.retry")
            while try await glass.next().top != Presentation.Drawn(unreachable) {}
            stage.press("error/ServerUnreachable.retry")
            while try await glass.next().top != Presentation.Drawn(NoInternet(canGoBack: true)) {}
            stage.press("extra/13a")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(told: false), presses: "2.2a")
        }
        #expect(Set(["UC5.1/1.1f", "UC5.1/1.1g"]).isSubset(of: stage.rows))
        #expect(stage.approvals.isEmpty && stage.count(.startSharing) == 3 && stage.count(.stopSharing) == 1)
    }

    @Test func `a session that is over when it is fetched says so`() async throws {
        stage.wallet.script { $0.request = .offered(Self.offer) }
        stage.wallet.fails(.startSharing, .sharing(.sessionOver))
        let expired = SessionExpired(sharing: .init(organizationName: nil, arrival: .sameDevice))
        let next = try await stage.fetching { glass in
            while try await glass.next().top != Presentation.Drawn(expired) {}
            stage.press("error/SessionExpired.help")
            try await glass.sees(HelpPage(topic: "error.sharingOver"), presses: "1a")
            try await glass.sees(expired, presses: "SessionExpired.close")
        }
        #expect(next == .showAllCards)
        #expect(stage.rows.contains("UC5.1/1.1e"))
    }

    @Test func `stopping during the fetch begins nothing that is not stopped again`() async throws {
        let gate = stage.wallet.holds(.startSharing)
        let next = try await stage.fetching { glass in
            try await glass.sees(FetchingRequest(), presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(FetchingRequest(), presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(told: false), presses: "2.2a")
        }
        gate.open()
        #expect(next == .showAllCards)
        #expect(stage.count(.startSharing) <= 1 && stage.approvals.isEmpty)
    }

    // MARK: The approval

    @Test func `every page about the request returns to the approval, and stopping tells the organization once`() async throws {
        stage.wallet.script { $0.stopReturn = SharingReturn(address: Stage.page) }
        let (choice, about) = (Self.offer.standardChoice, AboutSharing(offer: Self.offer, choice: Self.offer.standardChoice))
        let (organization, agreement) = (
            AboutOrganization(isLogin: false, organization: .shop), SharingAgreement(isLogin: false, organization: .shop)
        )
        let values = RequestedData(offer: Self.offer, choice: choice)
        let next = try await stage.share(.offered(Self.offer)) { glass in
            try await glass.sees(Self.approval, presses: "1.4b")
            try await glass.sees(organization, presses: "7.1a")
            try await glass.sees(HelpPage(topic: "UC5.1.organization"), presses: "1a")
            try await glass.sees(organization, presses: "7.1b")
            try await glass.sees(Self.approval, presses: "1.4d")
            try await glass.sees(HelpPage(topic: "UC5.1"), presses: "1a")
            try await glass.sees(Self.approval, presses: "1.4g")
            try await glass.sees(agreement, presses: "6.1a")
            try await glass.sees(agreement, presses: "6.1b")
            try await glass.sees(Self.approval, presses: "1.4c")
            try await glass.sees(about, presses: "4.1a")
            try await glass.sees(organization, presses: "7.1b")
            try await glass.sees(about, presses: "4.1c")
            try await glass.sees(agreement, presses: "6.1b")
            try await glass.sees(about, presses: "4.1d")
            try await glass.sees(NeedHelp(), presses: "1.1h")
            try await glass.sees(about, presses: "4.1b")
            try await glass.sees(values, presses: "4.2a")
            try await glass.sees(DataNotRight(offer: Self.offer, choice: choice), presses: "5.1a")
            try await glass.sees(values, presses: "4.2b")
            try await glass.sees(NeedHelp(), presses: "1.1h")
            try await glass.sees(values, presses: "4.2c")
            try await glass.sees(about, presses: "4.1e")
            try await glass.sees(Self.approval, presses: "1.4e")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.approval, presses: "1.4f")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(.website), presses: "2.2b")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(next == .showAllCards)
        #expect(stage.count(.stopSharing) == 1 && stage.approvals.isEmpty && stage.count(.sendSharing) == 0)
        #expect(stage.left.places.count == 2)
    }

    @Test func `a problem is reported by the user to a body that fits, and the app tells nobody`() async throws {
        let report = ReportProblem(isLogin: false)
        let place = WhereToReport(isLogin: false, problem: .tooMuch, organization: .shop, support: stage.context.support)
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await glass.sees(Self.approval, presses: "1.4f")
            try await glass.sees(Self.ask, presses: "2.1c")
            try await glass.sees(report, presses: "8.1b", "tooMuch")
            for entry in ["0", "1", "2"] { try await glass.sees(place, presses: "8.2b", entry) }
            try await glass.sees(place, presses: "8.2a")
            try await glass.sees(report, presses: "8.1a")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        let authority = try #require(PageAddress("https://authority.example"))
        #expect(stage.left.places == [.page(authority), .mail("post@authority.example"), .phone("+31201234568")])
        let noted = EventContact.Way.allCases.map { way in
            FakeWallet.Call.noteReport(.session, EventContact(body: .supervisor, way: way, name: "The Authority"))
        }
        #expect(stage.wallet.calls.filter { if case .noteReport = $0 { true } else { false } } == noted)
    }

    @Test func `a problem that is reported before there is a session opens the address, and has no event`() async throws {
        let place = WhereToReport(isLogin: false, problem: .suspicious, organization: nil, support: stage.context.support)
        let gate = stage.wallet.holds(.startSharing)
        _ = try await stage.fetching { glass in
            try await glass.sees(FetchingRequest(), presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1c")
            try await glass.sees(ReportProblem(isLogin: false), presses: "8.1b", "suspicious")
            try await glass.sees(place, presses: "8.2b", "0")
            try await glass.sees(place, presses: "8.2a")
            try await glass.sees(ReportProblem(isLogin: false), presses: "8.1a")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(told: false), presses: "2.2a")
        }
        gate.open()
        #expect(stage.left.places.count == 1)
        #expect(stage.wallet.present.events.isEmpty)
    }

    @Test func `where several cards fit the user swaps them, and exactly the chosen card is approved`() async throws {
        let offer = SharingOffer.sample(cards: [.pid, .library], isRequired: false)
        let (standard, place) = (offer.standardChoice, SharingPlace(set: 0, part: 0))
        let (swapped, none) = (SharingChoice([0: [SharedCard.library.summary.id]]), SharingChoice([:]))
        @Sendable func values(_ choice: SharingChoice) -> RequestedData { RequestedData(offer: offer, choice: choice) }
        @Sendable func approval(_ choice: SharingChoice) -> ShareWith { ShareWith(offer: offer, choice: choice) }
        @Sendable func cards(_ choice: SharingChoice) -> ChooseCard { ChooseCard(offer: offer, choice: choice, place: place) }
        _ = try await stage.share(.offered(offer)) { glass in
            try await glass.sees(approval(standard), presses: "10.1b")
            try await glass.sees(AboutOrganization(isLogin: false, organization: .shop), presses: "7.1b")
            try await glass.sees(approval(standard), presses: "10.1d")
            try await glass.sees(HelpPage(topic: "UC5.1"), presses: "1a")
            try await glass.sees(approval(standard), presses: "10.1g")
            try await glass.sees(SharingAgreement(isLogin: false, organization: .shop), presses: "6.1b")
            try await glass.sees(approval(standard), presses: "10.1e")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(approval(standard), presses: "10.1f")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(approval(standard), presses: "10.1h", place.target)
            try await glass.sees(cards(standard), presses: "10.3b")
            try await glass.sees(approval(standard), presses: "10.1h", place.target)
            try await glass.sees(cards(standard), presses: "10.3c")
            try await glass.sees(approval(none), presses: "10.1h", SharingPlace(set: 0, part: nil).target)
            try await glass.sees(
                ChooseCard(offer: offer, choice: none, place: SharingPlace(set: 0, part: nil)), presses: "10.3a", "option.0")
            try await glass.sees(approval(standard), presses: "10.1c")
            try await glass.sees(values(standard), presses: "10.2b")
            try await glass.sees(DataNotRight(offer: offer, choice: standard), presses: "5.1a")
            try await glass.sees(values(standard), presses: "10.2c")
            try await glass.sees(HelpPage(topic: "UC5.1.data"), presses: "1a")
            try await glass.sees(values(standard), presses: "10.2a", place.target)
            try await glass.sees(cards(standard), presses: "10.3a", "card.library")
            try await glass.sees(values(swapped), presses: "10.2d")
            try await glass.sees(approval(swapped), presses: "10.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            _ = try await glass.next()
            stage.press("UC5.1/1.6e")
        }
        #expect(stage.approvals == [SharingApproval(of: offer, choice: swapped)])
    }

    @Test func `without the PIN nothing is sent: back leads to the approval, and cancelling asks whether to stop`() async throws {
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await glass.sees(Self.approval, presses: "1.4a")
            try await glass.sees(Self.confirm, presses: "1.1c")
            try await glass.sees(Self.approval, presses: "1.4a")
            try await glass.sees(Self.confirm, presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.confirm, presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(stage.approvals.isEmpty && stage.count(.sendSharing) == 0 && stage.count(.stopSharing) == 1)
    }

    @Test(arguments: ApprovalChange.allCases)
    func `an approval that does not hold any more is told with its cause, and nothing is sent`(_ change: ApprovalChange) async throws {
        stage.wallet.fails(.approveSharing, .sharing(.approvalVoid(change)))
        let again = LookAgain(isLogin: false, change: change)
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(again, presses: "13.1b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(again, presses: "13.1a")
            try await glass.sees(Self.approval, presses: "1.4f")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(stage.count(.sendSharing) == 0)
        #expect(stage.rows.contains("UC5.1/1.5d"))
    }

    @Test(arguments: [[SharedCard.pid], [.pid, .library]])
    func `when the time for an approval is over the session is over, and nothing is approved`(_ cards: [SharedCard]) async throws {
        let offer = SharingOffer.sample(cards: cards)
        let next = try await stage.share(.offered(offer)) { glass in
            try await glass.sees(ShareWith(offer: offer, choice: offer.standardChoice))
            try await stage.clock.waitForSleeper()
            stage.clock.advance(by: 300)
            try await glass.sees(
                SessionExpired(sharing: .init(organizationName: "The Shop", arrival: .sameDevice)), presses: "SessionExpired.close")
        }
        #expect(next == .showAllCards && stage.approvals.isEmpty)
        #expect(stage.rows.contains(cards.count == 1 ? "UC5.1/1.4i" : "UC5.1/10.1j"))
    }
}
