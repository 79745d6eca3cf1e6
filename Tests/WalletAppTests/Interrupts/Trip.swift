// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// One run of a journey, on a new phone.
struct Trip {
    let journey: Journey
    let stage: Stage
    let glass: ScriptedGlass
    /// The operating system.
    let system: AsyncStream<AppLifecycleEvent>.Continuation

    /// A link of the wallet, as text.
    static let link = "https://app.example/link"
    /// The prompt for a link that arrives in between.
    static let prompt = FinishFirst(task: .notPersonalized)

    /// Walks to a place: its screen is shown, without an action on it.
    func walk(to place: Int) async throws -> Presentation {
        for step in journey.all[..<place] {
            try await sees(step)
            act(step)
        }
        return try await sees(journey.all[place])
    }

    /// Waits for the screen of a place. Retries an error screen for a missing network before it, and repeats what failed.
    func reach(_ place: Int, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let step = journey.all[place]
        let before = place > 0 ? journey.all[place - 1] : nil
        while true {
            let shown = try await next(step, location)
            if shown.top == step.screen { return shown }
            if shown.top.screen == "NoInternet" {
                stage.press("error/NoInternet.retry", location: location)
            } else if let before, !before.isAtWork, shown.top == before.screen {
                act(before, location: location)
            } else {
                try #require(shown.top == step.screen, sourceLocation: location)
            }
        }
    }

    /// Answers the layer above the app, or waits for the end of its work, and then refuses the link.
    func refuseLink(after place: Int) async throws {
        var place = place
        act(journey.all[place])
        while true {
            let shown = try await glass.next()
            let next = place + 1 < journey.all.count ? journey.all[place + 1] : nil
            if shown.top == Presentation.Drawn(Self.prompt) {
                return stage.press("PF2.7/3.1a")
            } else if let next, next.layer != .flow, shown.top == next.screen {
                place += 1
                act(next)
            } else if shown.top.screen == "OpenWithPIN" {
                stage.enter(Digits.mine)
            }
        }
    }

    /// Waits for the next screen, which must be this step's.
    @discardableResult
    func sees(_ step: Journey.Step, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await next(step, location)
        try #require(shown.top == step.screen, sourceLocation: location)
        return shown
    }

    /// Returns the next usable screen, or the screen of this step during its work.
    private func next(_ step: Journey.Step, _ location: SourceLocation) async throws -> Presentation {
        // Help and contacts show the configuration, which a newly bound app does not have yet.
        if !step.isStarting, let played = stage.played.supervision { _ = try await played.configuration.next(otherThan: nil) }
        guard step.isAtWork else { return try await glass.next(location: location) }
        while true {
            let shown = try await glass.next(isAtWork: true, location: location)
            if shown.isLive || shown.top == step.screen { return shown }
        }
    }

    /// Performs the action of a step.
    func act(_ step: Journey.Step, location: SourceLocation = #_sourceLocation) {
        switch step.act {
        case .press(let number): stage.press(step.row(number), location: location)
        case .choose(let number, let value): stage.press(step.row(number), value, location: location)
        case .enter(let digits): stage.enter(digits, location: location)
        case .type(let text): stage.type(text, location: location)
        case .event(let happen): happen(stage)
        case .link(let decision): opens(.sample(.issuance), decision)
        case .work(let member): stage.wallet.opens(member)
        case .end: break
        }
    }

    /// Opens a link outside the app.
    func opens(_ link: PendingLink, _ decision: LinkDecision) {
        stage.wallet.script { script in
            script.pendingLink = link
            script.linkDecision = decision
        }
        stage.links.touch(Self.link)
        system.yield(.openLink)
    }

    /// Removes the rest of the script: the phone works again, and the lock asks for the PIN.
    func endsFaults() { journey.unscript(stage.wallet) }

    /// The lock asks for the PIN even if biometrics were enabled on the way.
    static let noScans = Array(repeating: BiometricUnlockResult.cancelled, count: 64)
}

extension Journey.Step {
    /// Parses a row of the same design, or one with its design.
    fileprivate func row(_ number: String) -> Row { number.contains("/") ? Row(stringLiteral: number) : Row(screen.row.design, number) }
}

extension Journey {
    /// Removes what the journey has scripted for the wallet.
    func unscript(_ wallet: FakeWallet) {
        for step in all { if case .work(let member) = step.act { wallet.opens(member) } }
        wallet.script { script in
            script.failures = [:]
            script.isDeviceRooted = false
            script.scans = Trip.noScans
        }
    }
}
