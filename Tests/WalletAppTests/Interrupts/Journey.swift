// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// A walk through a use case: the screens that are seen and what is done on each, from the splash screen.
struct Journey: Sendable, CustomTestStringConvertible {
    /// What the person does on a screen, or what happens there.
    enum Act: Sendable {
        /// Presses the control that takes a row of the same design, or one named with its design.
        case press(String)
        /// Presses the one of several controls that has a value.
        case choose(String, String)
        /// Types six digits.
        case enter(String)
        /// Types characters into the field.
        case type(String)
        /// Something happens by itself.
        case event(@Sendable (Stage) -> Void)
        /// A link comes, and the core decides so.
        case link(LinkDecision)
        /// Nothing can be done: the screen stays until this member of the core has answered.
        case work(FakeWallet.Member)
        /// Nothing: it is the end.
        case end
    }

    /// Where the person is after a lock was over a screen.
    enum AfterLock: Sendable {
        /// There again.
        case there
        /// A question that only an open wallet asks is gone: one screen before.
        case before
        /// What was only offered after the unlock is not offered again: at the end.
        case end
        /// No lock comes over it.
        case never
    }

    /// A screen and what is done on it.
    struct Step: Sendable {
        let screen: Presentation.Drawn
        let act: Act
        var afterLock = AfterLock.there
        /// Where it lies. A link that comes is asked about below it, or after it.
        var layer = Layer.flow
        /// Whether the app is not bound to the core yet, and hears nothing of it.
        var isStarting = false

        init(_ screen: some Screen, _ act: Act) {
            self.screen = Presentation.Drawn(screen)
            self.act = act
        }

        /// Whether it takes no answers.
        var isAtWork: Bool { if case .work = act { true } else { false } }

        /// The same, but another place after a lock, or on another layer.
        func on(_ layer: Layer, afterLock: AfterLock = .there) -> Step {
            var step = self
            (step.layer, step.afterLock) = (layer, afterLock)
            return step
        }

        /// The same while the app starts.
        var starting: Step {
            var step = self
            step.isStarting = true
            return step
        }
    }

    /// The use cases that it walks, and on which phone.
    var testDescription: String { "\(name) (\(platform))" }
    private let name: String
    /// What it is walked on.
    private(set) var platform = Platform.iOS
    /// The wallet that it begins with.
    let prepare: @Sendable (FakeWallet) -> Void
    /// The whole walk.
    let all: [Step]
    /// Where it is interrupted.
    let places: Range<Int>

    /// - Parameters:
    ///   - way: how it gets to the use case, after the splash screen.
    ///   - steps: the use case itself; with the splash screen when that belongs to it.
    init(
        _ name: String, way: [Step] = [], _ steps: [Step], prepare: @escaping @Sendable (FakeWallet) -> Void = { _ in }
    ) {
        self.name = name
        self.prepare = prepare
        let isStart = steps.first?.screen == Self.splash.screen
        all = (isStart ? [] : [Self.splash]) + way + steps
        places = (all.count - steps.count)..<all.count
    }

    /// The same on a phone.
    func on(_ platform: Platform) -> Journey {
        var journey = self
        journey.platform = platform
        return journey
    }

    /// The screen that an app begins with.
    static let splash = Step(Splash(), .event { $0.clock.advance(by: 1) }).starting
}
