// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC5.1 Share data: warnings, missing data, and what becomes of the answer.
@Suite(.timeLimit(.minutes(20)))
struct ShareDataEndTests: Walk {
    let stage: Stage

    private static let offer = SharingOffer.sample()
    private static let approval = ShareWith(offer: offer, choice: offer.standardChoice)
    private static let confirm = ShareDataTests.confirm
    private static let ask = ShareDataTests.ask
    /// The warnings with screens of their own.
    static let warnings: [SharingWarning] = [.overAsking([.age]), .unverifiedRegistration(.withdrawn)]

    init() throws { stage = try Stage(in: .unlocked) }

    private func approves(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Self.approval, presses: "1.4a")
        try await glass.sees(Self.confirm, enters: Digits.mine)
    }

    // MARK: Warnings

    private static func tooMuch(_ isAccepted: Bool = false, canProceed: Bool = true) -> AsksTooMuch {
        AsksTooMuch(isLogin: false, organization: .shop, claims: [.age], canProceed: canProceed, isAccepted: isAccepted)
    }
    private static func unverified(_ isAccepted: Bool = false, canProceed: Bool = true) -> RegistrationUnverified {
        RegistrationUnverified(
            isLogin: false, organization: .shop, problem: .withdrawn, canProceed: canProceed, isAccepted: isAccepted)
    }

    @Test func `each warning needs its tick before the user can go on, and the approval names both`() async throws {
        #expect(!Presentation.Drawn(Self.tooMuch()).controls.contains("UC5.1/11.1a"))
        #expect(!Presentation.Drawn(Self.unverified()).controls.contains("UC5.1/12.1a"))
        let offer = SharingOffer.sample(warnings: Self.warnings)
        _ = try await stage.share(.offered(offer)) { glass in
            try await glass.sees(Self.tooMuch(), presses: "11.1d")
            try await glass.sees(HelpPage(topic: "UC5.1.tooMuch"), presses: "1a")
            try await glass.sees(Self.tooMuch(), presses: "11.1c")
            try await glass.sees(ReportProblem(isLogin: false), presses: "8.1a")
            try await glass.sees(Self.tooMuch(), presses: "11.1b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.tooMuch(), presses: "extra/15b")
            try await glass.sees(Self.tooMuch(true), presses: "11.1a")
            try await glass.sees(Self.unverified(), presses: "12.1d")
            try await glass.sees(HelpPage(topic: "UC5.1.unverified"), presses: "1a")
            try await glass.sees(Self.unverified(), presses: "12.1c")
            try await glass.sees(ReportProblem(isLogin: false), presses: "8.1a")
            try await glass.sees(Self.unverified(), presses: "12.1b")
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(Self.unverified(), presses: "extra/15b")
            try await glass.sees(Self.unverified(true), presses: "12.1a")
            try await glass.sees(ShareWith(offer: offer, choice: offer.standardChoice), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ShareDataTests.shared(.byHand), presses: "1.6e")
        }
        #expect(stage.approvals.map(\.acceptedWarnings) == [Set(Self.warnings)])
        #expect(Set(["UC5.1/1.1k", "UC5.1/1.1l", "UC5.1/11.2", "UC5.1/11.2b"]).isSubset(of: stage.rows))
    }

    @Test(arguments: warnings)
    func `after one warning the address is compared, or the missing data told`(_ warning: SharingWarning) async throws {
        let isTooMuch = warning == Self.warnings[0]
        let (screens, row): ([any Screen], Row) =
            isTooMuch
            ? ([Self.tooMuch(), Self.tooMuch(true)], "UC5.1/11.1a") : ([Self.unverified(), Self.unverified(true)], "UC5.1/12.1a")
        let (offer, missing) = (SharingOffer.sample(.crossDevice, warnings: [warning]), MissingCards.sample(warnings: [warning]))
        let request = isTooMuch ? SharingState.offered(offer) : .missing(missing)
        _ = try await stage.share(request, arrivedBy: isTooMuch ? .crossDevice : .sameDevice) { glass in
            try await glass.sees(screens[0], presses: "extra/15b")
            try await glass.sees(screens[1])
            stage.press(row)
            if isTooMuch {
                try await glass.sees(WebsiteCheck(offer: offer), presses: "1.2b")
                try await glass.sees(Self.ask, presses: "2.1a")
                try await glass.sees(ShareDataTests.stopped(.otherScreen), presses: "2.2a")
            } else {
                try await glass.sees(DataMissing(missing: missing), presses: "9.1a")
                try await glass.sees(ShareDataTests.stopped(), presses: "2.2a")
            }
        }
        #expect(stage.rows.contains(isTooMuch ? "UC5.1/11.2a" : "UC5.1/11.2c"))
        #expect(stage.approvals.isEmpty)
    }

    @Test(arguments: warnings)
    func `a request that the configuration refuses offers no way to go on`(_ warning: SharingWarning) async throws {
        let isTooMuch = warning == Self.warnings[0]
        let screen: any Screen =
            if isTooMuch { Self.tooMuch(canProceed: false) } else { Self.unverified(canProceed: false) }
        let controls = Presentation.Drawn(screen).controls
        #expect(!controls.contains("UC5.1/11.1a") && !controls.contains("UC5.1/12.1a") && !controls.contains("extra/15b"))
        let cause = isTooMuch ? SharingRefusal.Cause.overAsking([.age]) : .unverifiedRegistration(.withdrawn)
        _ = try await stage.share(.refused(.sample(cause))) { glass in
            try await glass.sees(screen, presses: isTooMuch ? "11.1b" : "12.1b")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(ShareDataTests.stopped(), presses: "2.2a")
        }
        #expect(stage.count(.stopSharing) == 1 && stage.approvals.isEmpty)
    }

    @Test func `a picture of the user is shared only with a tick of its own, which a changed choice removes`() async throws {
        let portrait = SharedCard.sample(.pid(), warnings: [.portrait(CardID("pid"))])
        let offer = SharingOffer.sample(cards: [portrait])
        @Sendable func screen(_ isAccepted: Bool) -> ShareWith {
            ShareWith(offer: offer, choice: offer.standardChoice, isPortraitAccepted: isAccepted)
        }
        #expect(!Presentation.Drawn(screen(false)).controls.contains("UC5.1/1.4a"))
        _ = try await stage.share(.offered(offer)) { glass in
            try await glass.sees(screen(false), presses: "extra/15a")
            try await glass.sees(screen(true), presses: "1.4a")
            try await glass.sees(Self.confirm, presses: "1.1c")
            try await glass.sees(screen(false), presses: "1.4f")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(ShareDataTests.stopped(), presses: "2.2a")
        }
        #expect(stage.approvals.isEmpty)
    }

    // MARK: Missing data

    @Test func `what is missing is told with its details, and closing tells the organization as a stop does`() async throws {
        let missing = MissingCards.sample()
        let next = try await stage.share(.missing(missing)) { glass in
            try await glass.sees(DataMissing(missing: missing), presses: "9.1c")
            try await glass.sees(HelpPage(topic: "UC5.1.missing"), presses: "1a")
            try await glass.sees(DataMissing(missing: missing), presses: "9.1b")
            try await glass.sees(MissingDetails(missing: missing), presses: "9.2a")
            try await glass.sees(DataMissing(missing: missing), presses: "9.1a")
            try await glass.sees(ShareDataTests.stopped(), presses: "2.2a")
        }
        #expect(next == .showAllCards)
        #expect(stage.count(.stopSharing) == 1)
    }

    @Test func `the identity card can be obtained again, which ends the session`() async throws {
        let missing = MissingCards.sample()
        let next = try await stage.share(.missing(missing)) { glass in
            try await glass.sees(DataMissing(missing: missing), presses: "extra/6a")
        }
        #expect(next == .obtainPID)
        #expect(stage.count(.stopSharing) == 1)
    }

    // MARK: The answer

    @Test func `a lock after a delivery drops the address, and the cards follow`() async throws {
        let wallet = stage.wallet
        wallet.script { script in
            (script.isInitialized, script.isUnlocked, script.hasPID, script.isRevocationCodeConfirmed) = (false, false, true, true)
            script.sharing = .offered(Self.offer)
            script.answers = [.delivered(SharingReturn(address: Stage.page))]
        }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await approves(glass)
            try await glass.sees(ShareDataTests.shared(.website))
            wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(Dashboard(cards: []))
        }
        #expect(stage.left.places.isEmpty)
        #expect(stage.approvals.count == 1 && stage.count(.sendSharing) == 1)
    }

    @Test func `if the time ends during a lock before the sending, the app says that nothing was shared`() async throws {
        let wallet = stage.wallet
        wallet.script { script in
            (script.isInitialized, script.isUnlocked, script.hasPID, script.isRevocationCodeConfirmed) = (false, false, true, true)
            script.sharing = .offered(Self.offer)
        }
        wallet.fails(.sendSharing, .locked)
        let gate = wallet.holds(.sendSharing)
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await approves(glass)
            try await glass.seesAtWork(SharingData(isLogin: false))
            wallet.setLock(.locked(.background))
            wallet.script { $0.sharing = SharingState.none }
            gate.open()
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            let over = SessionExpired(sharing: .init(organizationName: Self.offer.organization.name, arrival: .sameDevice))
            try await glass.sees(over, presses: "SessionExpired.close")
            try await glass.sees(Dashboard(cards: []))
        }
        #expect(stage.rows.contains("UC5.1/1.7f") && stage.count(.sendSharing) == 1)
    }

    @Test(arguments: NotSentCause.allCases)
    func `an answer that did not leave the phone is sent again without another approval`(_ cause: NotSentCause) async throws {
        stage.wallet.script { $0.answers = [.notSent(cause)] }
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            switch cause {
            case .noInternet: try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            case .serverUnreachable:
                try await glass.sees(ServerUnreachable(isOrganization: true), presses: "ServerUnreachable.help")
                try await glass.sees(HelpPage(topic: "error.organizationUnreachable"), presses: "1a")
                try await glass.sees(ServerUnreachable(isOrganization: true), presses: "ServerUnreachable.retry")
            }
            try await glass.sees(ShareDataTests.shared(.byHand), presses: "1.6e")
        }
        #expect(stage.approvals.count == 1 && stage.count(.sendSharing) == 2)
        #expect(stage.rows.contains(cause == .noInternet ? "UC5.1/1.7b" : "UC5.1/1.7c"))
    }

    @Test func `a stop after an answer was made does not claim that the organization was told`() async throws {
        stage.wallet.script { $0.answers = [.notSent(.noInternet)] }
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(NoInternet(canGoBack: true), presses: "extra/13a")
            try await glass.sees(Self.ask, presses: "2.1a")
            try await glass.sees(ShareDataTests.stopped(told: false), presses: "2.2a")
        }
        #expect(stage.count(.sendSharing) == 1)
    }

    @Test func `an answer that may have arrived can be sent again, and closing leaves it`() async throws {
        stage.wallet.script { $0.answers = [.mayHaveArrived, .mayHaveArrived] }
        let screen = MayHaveArrived(sent: .sample(), hasActivity: true)
        let next = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(screen, presses: "14.1d")
            try await glass.sees(HelpPage(topic: "UC5.1.mayHaveArrived"), presses: "1a")
            try await glass.sees(screen, presses: "14.1b")
            try await glass.sees(Activity(event: try stage.newestEvent(), canDelete: false), presses: "1.1e")
            try await glass.sees(screen, presses: "14.1a")
            try await glass.sees(screen, presses: "14.1c")
        }
        #expect(next == .showAllCards)
        #expect(stage.approvals.count == 1 && stage.count(.sendSharing) == 2 && stage.count(.stopSharing) == 1)
    }

    @Test func `after a launch an answer that may have arrived is told, and nothing is fetched`() async throws {
        let sent = SentSharing.sample(canResend: false)
        stage.wallet.script { $0.sharing = .answered(sent) }
        #expect(!Presentation.Drawn(MayHaveArrived(sent: sent)).controls.contains("UC5.1/14.1a"))
        let next = try await stage.play({ try await ShareData($0).run(from: .session) }) { glass in
            try await glass.sees(MayHaveArrived(sent: sent), presses: "14.1c")
        }
        #expect(next == .showAllCards && stage.count(.startSharing) == 0)
    }

    @Test func `after a launch the cards of an answer that arrives are not known, and no list is announced`() async throws {
        let sent = SentSharing.sample()
        stage.wallet.script { $0.sharing = .answered(sent) }
        let shared = DataShared(organizationName: "The Shop", cards: [], wayBack: .byHand, hasActivity: true)
        let texts = Presentation.Drawn(shared).texts
        #expect(texts.contains(Text("dataShared.cardsUnknown", .verbatim("The Shop"))))
        #expect(!texts.contains(Text("dataShared.text", .verbatim("The Shop"))))
        let next = try await stage.play({ try await ShareData($0).run(from: .session) }) { glass in
            try await glass.sees(MayHaveArrived(sent: sent), presses: "14.1a")
            try await glass.sees(shared, presses: "1.6e")
        }
        #expect(next == .showAllCards && stage.count(.sendSharing) == 1)
    }

    @Test(arguments: [SharingOutcome.refusedByOrganization, .sessionOver])
    func `an answer that was received and not accepted says so`(_ outcome: SharingOutcome) async throws {
        stage.wallet.script { $0.answers = [outcome] }
        let isRefused = outcome == .refusedByOrganization
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            if isRefused {
                try await glass.sees(VerifierFailed(organizationName: "The Shop", failure: .answer), presses: "KnownVerifier.close")
            } else {
                let over = SessionExpired.Sharing(organizationName: "The Shop", arrival: .sameDevice, hasReceived: true)
                try await glass.sees(SessionExpired(sharing: over), presses: "SessionExpired.close")
            }
        }
        #expect(stage.rows.contains(isRefused ? "UC5.1/1.7e" : "UC5.1/1.7f"))
        #expect(stage.left.places.isEmpty)
    }

    @Test func `an approval that is void when it is sent is told, and must be given again`() async throws {
        stage.wallet.fails(.sendSharing, .sharing(.approvalVoid(.cards)))
        _ = try await stage.share(.offered(Self.offer)) { glass in
            try await approves(glass)
            try await glass.sees(LookAgain(isLogin: false, change: .cards), presses: "13.1a")
            try await approves(glass)
            try await glass.sees(ShareDataTests.shared(.byHand), presses: "1.6e")
        }
        #expect(stage.approvals.count == 2)
        #expect(stage.rows.contains("UC5.1/1.7h"))
    }
}
