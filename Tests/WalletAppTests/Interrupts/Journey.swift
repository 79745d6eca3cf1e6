// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// A walk through a use case: its screens and the action on each, from the splash screen.
struct Journey: Sendable, CustomTestStringConvertible {
    /// The user's action on a screen, or an event.
    enum Act: Sendable {
        /// Presses the control of a row in the same design, or in the named design.
        case press(String)
        /// Presses the control with this value, among several.
        case choose(String, String)
        /// Types six digits.
        case enter(String)
        /// Types characters into the field.
        case type(String)
        /// An event without the user.
        case event(@Sendable (Stage) -> Void)
        /// A link arrives, with this decision of the core.
        case link(LinkDecision)
        /// No action: the screen stays until this member of the core has answered.
        case work(CoreCall)
        /// No action: the end.
        case end
    }

    /// The user's place after a lock covered a screen.
    enum AfterLock: Sendable {
        /// The same place.
        case there
        /// A question that only an unlocked wallet asks is gone: the previous screen.
        case before
        /// An offer made only after the unlock is not repeated: the end.
        case end
        /// The approval is void: after a screen that says so, the previous screen.
        case lookAgain
        /// The lock never covers it.
        case never
    }

    /// A screen and the action on it.
    struct Step: Sendable {
        let screen: Presentation.Drawn
        /// The screen itself.
        let value: any Screen
        let act: Act
        var afterLock = AfterLock.there
        /// The screen's layer. An arriving link is decided below it, or after it.
        var layer = Layer.flow
        /// True if the app is not yet bound to the core, and receives no events.
        var isStarting = false
        /// True if the screen takes no answers until its event.
        var isWaiting = false

        init(_ screen: some Screen, _ act: Act) {
            self.screen = Presentation.Drawn(screen)
            value = screen
            self.act = act
        }

        /// True if the screen takes no answers.
        var isAtWork: Bool { if case .work = act { true } else { isWaiting } }

        /// Returns the step with another place after a lock, or on another layer.
        func on(_ layer: Layer, afterLock: AfterLock = .there) -> Step {
            var step = self
            (step.layer, step.afterLock) = (layer, afterLock)
            return step
        }

        /// The step of a screen that takes no answers until its event.
        var waiting: Step {
            var step = self
            step.isWaiting = true
            return step
        }

        /// The step during the app's start.
        var starting: Step {
            var step = self
            step.isStarting = true
            return step
        }
    }

    /// The use cases of the walk, and the phone.
    var testDescription: String { "\(name) (\(platform))" }
    private let name: String
    /// The platform of the walk.
    private(set) var platform = Platform.iOS
    /// Prepares the initial wallet.
    let prepare: @Sendable (FakeWallet) -> Void
    /// All steps of the walk.
    let all: [Step]
    /// The steps at which the walk is interrupted.
    let places: Range<Int>

    /// - Parameters:
    ///   - way: the steps to the use case, after the splash screen.
    ///   - steps: the use case itself, including the splash screen if that belongs to it.
    init(
        _ name: String, way: [Step] = [], _ steps: [Step], prepare: @escaping @Sendable (FakeWallet) -> Void = { _ in }
    ) {
        self.name = name
        self.prepare = prepare
        let isStart = steps.first?.screen == Self.splash.screen
        all = (isStart ? [] : [Self.splash]) + way + steps
        places = (all.count - steps.count)..<all.count
    }

    func on(_ platform: Platform) -> Journey {
        var journey = self
        journey.platform = platform
        return journey
    }

    /// The first screen of the app.
    static let splash = Step(Splash(), .event { $0.clock.advance(by: 1) }).starting
}
