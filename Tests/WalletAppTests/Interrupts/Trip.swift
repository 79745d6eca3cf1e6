// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletCore

@testable import WalletApp

/// One walk of a journey, on a phone of its own.
struct Trip {
    let journey: Journey
    let stage: Stage
    let glass: ScriptedGlass
    /// The operating system.
    let system: AsyncStream<AppLifecycleEvent>.Continuation

    /// A link of the wallet's, as text.
    static let link = "https://app.example/link"
    /// The question about a link that comes in between.
    static let prompt = FinishFirst(task: .notPersonalized)

    /// Walks to a place; the screen there was seen, and nothing was done on it.
    func walk(to place: Int) async throws -> Presentation {
        for step in journey.all[..<place] {
            try await sees(step)
            act(step)
        }
        return try await sees(journey.all[place])
    }

    /// Waits for the screen of a place. One before it that says there is no internet is answered with a retry, and what came to nothing is done
    /// again.
    func reach(_ place: Int, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let step = journey.all[place]
        let before = place > 0 ? journey.all[place - 1] : nil
        while true {
            let shown = try await next(step, location)
            if shown.top == step.screen { return shown }
            if shown.top == Presentation.Drawn(NoInternet()) {
                stage.press("error/NoInternet.retry", location: location)
            } else if let before, !before.isAtWork, shown.top == before.screen {
                act(before, location: location)
            } else {
                try #require(shown.top == step.screen, sourceLocation: location)
            }
        }
    }

    /// Answers what lies over the app, or waits until its work is done, and then refuses the link that came.
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

    /// Waits for the next screen; it must be this step's.
    @discardableResult
    func sees(_ step: Journey.Step, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await next(step, location)
        try #require(shown.top == step.screen, sourceLocation: location)
        return shown
    }

    /// The next screen that can be used, or the one of this step, which is at work.
    private func next(_ step: Journey.Step, _ location: SourceLocation) async throws -> Presentation {
        // Help and contacts show what the configuration says, which an app that was just bound does not know yet.
        if !step.isStarting, let played = stage.played.supervision { _ = try await played.configurationVersion.next(otherThan: nil) }
        guard step.isAtWork else { return try await glass.next(location: location) }
        while true {
            let shown = try await glass.next(isAtWork: true, location: location)
            if shown.isLive || shown.top == step.screen { return shown }
        }
    }

    /// Does what is to be done on a screen.
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

    /// The person opens a link elsewhere.
    func opens(_ link: PendingLink, _ decision: LinkDecision) {
        stage.wallet.script { script in
            script.pendingLink = link
            script.linkDecision = decision
        }
        stage.links.touch(Self.link)
        system.yield(.openLink)
    }

    /// Whatever the journey was to meet is over: the phone is whole, and the lock asks for the PIN.
    func calmsDown() { journey.calm(stage.wallet) }

    /// On the lock the PIN is asked for, also when biometrics were enabled on the way.
    static let noScans = Array(repeating: BiometricUnlock.cancelled, count: 64)
}

extension Journey.Step {
    /// A row of the same design, or one named with its design.
    fileprivate func row(_ number: String) -> Row { number.contains("/") ? Row(stringLiteral: number) : Row(screen.row.design, number) }
}

extension Journey {
    /// Lets a wallet meet nothing more of what the journey was to meet.
    func calm(_ wallet: FakeWallet) {
        for step in all { if case .work(let member) = step.act { wallet.opens(member) } }
        wallet.script { script in
            script.failures = [:]
            script.isDeviceRooted = false
            script.scans = Trip.noScans
        }
    }
}
