// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WalletApp

/// A walk through a use case: the screens that are seen and what is done on each, from the first screen after the splash.
struct Journey: Sendable, CustomTestStringConvertible {
    /// What the person does on a screen.
    enum Act: Sendable {
        /// Presses the control that takes a row of the same design, or one named with its design.
        case press(String)
        /// Presses the one of several controls that has a value.
        case choose(String, String)
        /// Types six digits.
        case enter(String)
        /// Types characters into the field.
        case type(String)
        /// Nothing: it is the end.
        case end
    }

    /// A screen and what is done on it.
    struct Step: Sendable {
        let screen: Presentation.Drawn
        let act: Act

        init(_ screen: some Screen, _ act: Act) {
            self.screen = Presentation.Drawn(screen)
            self.act = act
        }
    }

    /// The use cases that it walks.
    let testDescription: String
    /// The wallet that it begins with.
    let prepare: @Sendable (FakeWallet) -> Void
    /// How it gets to the use case.
    let way: [Step]
    /// The use case itself.
    let steps: [Step]

    /// The whole walk.
    var all: [Step] { way + steps }
    /// Where it is interrupted.
    var places: Range<Int> { way.count..<all.count }

    init(
        _ description: String, way: [Step] = [], _ steps: [Step], prepare: @escaping @Sendable (FakeWallet) -> Void = { _ in }
    ) {
        testDescription = description
        self.prepare = prepare
        self.way = way
        self.steps = steps
    }
}

extension Stage {
    /// Answers what is on the glass as a journey does.
    func act(_ step: Journey.Step, location: SourceLocation = #_sourceLocation) {
        switch step.act {
        case .press(let number):
            press(number.contains("/") ? Row(stringLiteral: number) : Row(step.screen.row.design, number), location: location)
        case .choose(let number, let value): press(Row(step.screen.row.design, number), value, location: location)
        case .enter(let digits): enter(digits, location: location)
        case .type(let text): type(text, location: location)
        case .end: break
        }
    }
}

extension ScriptedGlass {
    /// Waits for the next screen that can be used; it must be this step's.
    @discardableResult
    func sees(_ step: Journey.Step, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await next(location: location)
        try #require(shown.top == step.screen, sourceLocation: location)
        return shown
    }

    /// Goes on to the end of a journey from a screen that was seen already. A screen that says there is no internet is answered with a retry.
    func walks(on journey: Journey, from place: Int, _ stage: Stage, location: SourceLocation = #_sourceLocation) async throws {
        stage.act(journey.all[place], location: location)
        for step in journey.all[(place + 1)...] {
            let expected = step.screen
            var shown = try await next(location: location)
            while shown.top == Presentation.Drawn(NoInternet()), shown.top != expected {
                stage.press("error/NoInternet.retry", location: location)
                shown = try await next(location: location)
            }
            try #require(shown.top == expected, sourceLocation: location)
            stage.act(step, location: location)
        }
    }
}
