// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC5.2 Log in at an organization. What it shares with UC5.1 is tested there.
@Suite(.timeLimit(.minutes(20)))
struct LogInWithWalletTests: Walk {
    let stage: Stage

    private static let offer = SharingOffer.sample(isLogin: true)
    private static let approval = LogInAt(offer: offer, choice: offer.standardChoice)
    private static let confirm = ConfirmWithPIN(isCancelable: true)
    private static let ask = StopSharing(isLogin: true)

    private static func stopped(_ wayBack: SharingWayBack = .byHand) -> SharingStopped {
        SharingStopped(isLogin: true, organizationName: "The Shop", wayBack: wayBack)
    }
    private static func done(_ wayBack: SharingWayBack) -> LoggedIn {
        LoggedIn(organizationName: "The Shop", wayBack: wayBack, hasActivity: true)
    }

    init() throws { stage = try Stage(in: .unlocked) }

    private func approves(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Self.approval, presses: "1.3a")
        try await glass.sees(Self.confirm, enters: Digits.mine)
    }

    @Test func `a login on this phone leads back to the website, once`() async throws {
        stage.wallet.script { $0.answers = [.delivered(SharingReturn(address: Stage.page))] }
        let next = try await stage.logIn(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(Self.done(.website), presses: "1.7c")
            try await glass.sees(HelpPage(topic: "UC5.2.loggedIn"), presses: "1a")
            try await glass.sees(Self.done(.website), presses: "1.7b")
            try await glass.sees(Activity(event: try stage.newestEvent()), presses: "1.1e")
            try await glass.sees(Self.done(.website), presses: "1.7a")
            try await glass.sees(Self.done(.byHand), presses: "1.7d")
        }
        #expect(next == .showAllCards)
        #expect(stage.left.places.count == 1)
        #expect(stage.count(.startSharing) == 0)
    }

    @Test(arguments: ["1.6a", "1.6d"])
    func `a login on another device compares the address, and opens nothing here`(_ way: String) async throws {
        let offer = SharingOffer.sample(isLogin: true, .crossDevice)
        let check = WebsiteCheck(offer: offer)
        _ = try await stage.logIn(.offered(offer)) { glass in
            try await glass.sees(check, presses: "1.2d")
            try await glass.sees(HelpPage(topic: "UC5.1.website"), presses: "1a")
            try await glass.sees(check, presses: "1.2c")
            try await glass.sees(AboutWebsiteCheck(isLogin: true), presses: "3.1a")
            try await glass.sees(check, presses: "1.2b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(check, presses: "1.2a")
            try await glass.sees(LogInAt(offer: offer, choice: offer.standardChoice), presses: "1.3a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(Self.done(.otherScreen), presses: "1.6c")
            try await glass.sees(HelpPage(topic: "UC5.2.loggedIn"), presses: "1a")
            try await glass.sees(Self.done(.otherScreen), presses: "1.6b")
            try await glass.sees(Activity(event: try stage.newestEvent()), presses: "1.1e")
            try await glass.sees(Self.done(.otherScreen), presses: way)
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `every page returns to the login, and a stop shares nothing`() async throws {
        stage.wallet.script { $0.stopReturn = SharingReturn(address: Stage.page) }
        let choice = Self.offer.standardChoice
        let (about, values) = (AboutSharing(offer: Self.offer, choice: choice), RequestedData(offer: Self.offer, choice: choice))
        let (organization, agreement) = (
            AboutOrganization(isLogin: true, organization: .shop), SharingAgreement(isLogin: true, organization: .shop)
        )
        let place = WhereToReport(isLogin: true, problem: .wrongData, organization: .shop, support: stage.context.support)
        _ = try await stage.logIn(.offered(Self.offer)) { glass in
            try await glass.sees(Self.approval, presses: "1.3e")
            try await glass.sees(HelpPage(topic: "UC5.2"), presses: "1a")
            try await glass.sees(Self.approval, presses: "1.3b")
            try await glass.sees(about, presses: "4.1a")
            try await glass.sees(organization, presses: "7.1a")
            try await glass.sees(HelpPage(topic: "UC5.1.organization"), presses: "1a")
            try await glass.sees(organization, presses: "7.1b")
            try await glass.sees(about, presses: "4.1c")
            try await glass.sees(agreement, presses: "6.1a")
            try await glass.sees(agreement, presses: "6.1b")
            try await glass.sees(about, presses: "4.1d")
            try await glass.sees(HelpPage(topic: "UC5.1.data"), presses: "1a")
            try await glass.sees(about, presses: "4.1b")
            try await glass.sees(values, presses: "4.2a")
            try await glass.sees(DataNotRight(offer: Self.offer, choice: choice), presses: "5.1a")
            try await glass.sees(values, presses: "4.2b")
            try await glass.sees(HelpPage(topic: "UC5.1.data"), presses: "1a")
            try await glass.sees(values, presses: "4.2c")
            try await glass.sees(about, presses: "4.1e")
            try await glass.sees(Self.approval, presses: "1.3f")
            try await glass.sees(Self.ask, presses: "2.1c")
            try await glass.sees(ReportProblem(isLogin: true), presses: "8.1b", "wrongData")
            try await glass.sees(place, presses: "8.2b", "0")
            try await glass.sees(place, presses: "8.2a")
            try await glass.sees(ReportProblem(isLogin: true), presses: "8.1a")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.approval, presses: "1.3a")
            try await glass.sees(Self.confirm, presses: "1.1c")
            try await glass.sees(Self.approval, presses: "1.3a")
            try await glass.sees(Self.confirm, presses: "1.1d")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.confirm, presses: "1.1c")
            try await glass.sees(Self.approval, presses: "1.3g")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(.website), presses: "2.2b")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(stage.approvals.isEmpty && stage.count(.stopSharing) == 1)
    }

    @Test(arguments: ShareDataEndTests.warnings)
    func `a warning needs its tick, and then the login, the address or the missing data follows`(_ warning: SharingWarning) async throws {
        for arrival in SharingArrival.allCases { try await warned(warning, .offered(.sample(isLogin: true, arrival, warnings: [warning]))) }
        try await warned(warning, .missing(.sample(isLogin: true, warnings: [warning])))
        #expect(stage.approvals.isEmpty)
    }

    private func warned(_ warning: SharingWarning, _ state: SharingState) async throws {
        let isTooMuch = warning == ShareDataEndTests.warnings[0]
        let step = isTooMuch ? "11.1" : "12.1"
        @Sendable func screen(_ isAccepted: Bool) -> any Screen {
            guard isTooMuch else {
                return RegistrationUnverified(
                    isLogin: true, organization: .shop, problem: .withdrawn, canProceed: true, isAccepted: isAccepted)
            }
            return AsksTooMuch(isLogin: true, organization: .shop, claims: [.age], canProceed: true, isAccepted: isAccepted)
        }
        _ = try await stage.logIn(state) { glass in
            try await glass.sees(screen(false), presses: step + "d")
            try await glass.sees(HelpPage(topic: isTooMuch ? "UC5.1.tooMuch" : "UC5.1.unverified"), presses: "1a")
            try await glass.sees(screen(false), presses: step + "c")
            try await glass.sees(ReportProblem(isLogin: true), presses: "8.1a")
            try await glass.sees(screen(false), presses: step + "b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(screen(false), presses: "extra/15b")
            try await glass.sees(screen(true), presses: step + "a")
            switch state {
            case .offered(let offer) where offer.arrival == .crossDevice:
                try await glass.sees(WebsiteCheck(offer: offer), presses: "1.2b")
                try await glass.sees(Self.ask, presses: "2.1a")
                try await glass.sees(Self.stopped(.otherScreen), presses: "2.2a")
            case .offered(let offer):
                try await glass.sees(LogInAt(offer: offer, choice: offer.standardChoice), presses: "1.3g")
                try await glass.sees(Self.ask, presses: "2.1a")
                try await glass.sees(Self.stopped(), presses: "2.2a")
            case .missing(let missing):
                try await glass.sees(DataMissing(missing: missing), presses: "9.1a")
                try await glass.sees(Self.stopped(), presses: "2.2a")
            case .none, .refused, .answered: break
            }
        }
    }

    @Test func `what is missing for a login is told`() async throws {
        let missing = MissingCards.sample(isLogin: true)
        _ = try await stage.logIn(.missing(missing)) { glass in
            try await glass.sees(DataMissing(missing: missing), presses: "9.1c")
            try await glass.sees(HelpPage(topic: "UC5.1.missing"), presses: "1a")
            try await glass.sees(DataMissing(missing: missing), presses: "9.1b")
            try await glass.sees(MissingDetails(missing: missing), presses: "9.2a")
            try await glass.sees(DataMissing(missing: missing), presses: "9.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
    }

    @Test func `a session that is over when it is looked at says so`() async throws {
        let over = SessionExpired(sharing: .init(organizationName: nil, arrival: .sameDevice))
        _ = try await stage.logIn(.none) { glass in try await glass.sees(over, presses: "SessionExpired.close") }
        #expect(stage.rows.contains("UC5.2/1.1e"))
    }

    @Test(arguments: [SharingOrganization.shop, nil])
    func `a login request that breaks a rule is refused`(_ organization: SharingOrganization?) async throws {
        let screen = VerifierFailed(organizationName: organization?.name, failure: .request, code: "sample")
        _ = try await stage.logIn(.refused(.sample(.brokenRequest, from: organization, isLogin: true))) { glass in
            try await glass.sees(screen, presses: organization == nil ? "UnknownVerifier.close" : "KnownVerifier.close")
        }
        #expect(stage.rows.contains(organization == nil ? "UC5.2/1.1h" : "UC5.2/1.1i"))
    }

    @Test(arguments: ApprovalChange.allCases)
    func `a login that does not hold any more is told, at the PIN and when it is sent`(_ change: ApprovalChange) async throws {
        stage.wallet.fails(.approveSharing, .sharing(.approvalVoid(change)))
        stage.wallet.fails(.sendSharing, .sharing(.approvalVoid(change)))
        let again = LookAgain(isLogin: true, change: change)
        _ = try await stage.logIn(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(again, presses: "13.1a")
            try await approves(glass)
            try await glass.sees(again, presses: "13.1b")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(Self.stopped(), presses: "2.2a")
        }
        #expect(Set(["UC5.2/1.4d", "UC5.2/1.8h"]).isSubset(of: stage.rows))
    }

    @Test func `when the time for a login is over the session is over`() async throws {
        _ = try await stage.logIn(.offered(Self.offer)) { glass in
            try await glass.sees(Self.approval)
            try await stage.clock.waitForSleeper()
            stage.clock.advance(by: 300)
            try await glass.sees(
                SessionExpired(sharing: .init(organizationName: "The Shop", arrival: .sameDevice)), presses: "SessionExpired.close")
        }
        #expect(stage.rows.contains("UC5.2/1.3h") && stage.approvals.isEmpty)
    }

    @Test func `a login that was not sent is sent again, and one that may have arrived says so`() async throws {
        stage.wallet.script { $0.answers = [.notSent(.noInternet), .notSent(.serverUnreachable), .mayHaveArrived, .mayHaveArrived] }
        let screen = MayHaveArrived(sent: .sample(isLogin: true), hasActivity: true)
        _ = try await stage.logIn(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            try await glass.sees(ServerUnreachable(isOrganization: true), presses: "ServerUnreachable.retry")
            try await glass.sees(screen, presses: "14.1d")
            try await glass.sees(HelpPage(topic: "UC5.1.mayHaveArrived"), presses: "1a")
            try await glass.sees(screen, presses: "14.1b")
            try await glass.sees(Activity(event: try stage.newestEvent(), canDelete: false), presses: "1.1e")
            try await glass.sees(screen, presses: "14.1a")
            try await glass.sees(screen, presses: "14.1c")
        }
        #expect(stage.approvals.count == 1 && stage.count(.sendSharing) == 4)
    }

    @Test(arguments: [SharingOutcome.refusedByOrganization, .sessionOver])
    func `a login that was received and not accepted says so`(_ outcome: SharingOutcome) async throws {
        stage.wallet.script { $0.answers = [outcome] }
        _ = try await stage.logIn(.offered(Self.offer)) { glass in
            try await approves(glass)
            if outcome == .refusedByOrganization {
                try await glass.sees(VerifierFailed(organizationName: "The Shop", failure: .answer), presses: "KnownVerifier.close")
            } else {
                let over = SessionExpired.Sharing(organizationName: "The Shop", arrival: .sameDevice, hasReceived: true)
                try await glass.sees(SessionExpired(sharing: over), presses: "SessionExpired.close")
            }
        }
        #expect(stage.rows.contains(outcome == .refusedByOrganization ? "UC5.2/1.8e" : "UC5.2/1.8f"))
    }
}
