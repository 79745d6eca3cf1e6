// SPDX-License-Identifier: EUPL-1.2

import Brands
import Testing
import WalletInterface

@testable import WalletApp

/// A renderer with a scripted person: it sees in order what the real host puts on the glass, and answers it.
///
/// Each expectation waits for the next usable screen. Another screen, or other fields, fails at the line of the expectation. It never sleeps or
/// polls.
final class ScriptedGlass {
    /// The flow ended, or the glass was closed, before the expected screen.
    struct Closed: Error {}

    private let host: ScreenHost
    private let catalog: StringCatalog
    private let presentations: AsyncStream<Presentation?>

    /// The ticket of the last presentation seen by an expectation.
    private(set) var lastTicket = 0
    private var lastTop: Presentation.Drawn?

    init(_ host: ScreenHost, _ catalog: StringCatalog) {
        self.host = host
        self.catalog = catalog
        presentations = host.presentations()
    }

    /// Waits for the next usable screen, which must be this one with these fields.
    @discardableResult
    func sees(_ screen: some Screen, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        try await next(expecting: screen, isLive: true, location)
    }

    /// Waits for a screen that takes no answers during work.
    @discardableResult
    func seesAtWork(_ screen: some Screen, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await next(expecting: screen, isLive: false, location)
        #expect(!shown.isLive, sourceLocation: location)
        return shown
    }

    /// Waits for this screen and presses the control of a row in the same design.
    @discardableResult
    func sees(
        _ screen: some Screen, presses number: String, _ value: String? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> Presentation {
        let shown = try await sees(screen, location: location)
        let isTaken = host.submit(
            Answer(
                ticket: shown.ticket, control: number.contains("/") ? Row(stringLiteral: number) : Row(screen.row.design, number),
                value: value))
        try #require(isTaken, "\(shown.top.screen) has no control \(number)", sourceLocation: location)
        return shown
    }

    /// Waits for the screen of `noInternet` or `serverUnreachable`, with its way back, and presses the control of a row.
    @discardableResult
    func seesNoAnswer(
        _ code: WalletCoreError.Code, presses row: String, location: SourceLocation = #_sourceLocation
    ) async throws -> Presentation {
        code == .noInternet
            ? try await sees(NoInternet(canGoBack: true), presses: row, location: location)
            : try await sees(ServerUnreachable(canGoBack: true), presses: row, location: location)
    }

    /// Waits for this screen and types digits on its PIN pad.
    @discardableResult
    func sees(_ screen: some Screen, enters digits: String, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await sees(screen, location: location)
        let pad = try #require(shown.top.pinPad, "\(shown.top.screen) has no PIN pad", sourceLocation: location)
        let isTaken = host.submit(Answer(ticket: shown.ticket, control: pad.row, value: digits))
        try #require(isTaken, "\(shown.top.screen) refused the digits", sourceLocation: location)
        return shown
    }

    /// Waits for this screen and types characters into its field.
    @discardableResult
    func sees(_ screen: some Screen, types text: String, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        let shown = try await sees(screen, location: location)
        let entry = try #require(shown.top.entry, "\(shown.top.screen) has no field", sourceLocation: location)
        let isTaken = host.submit(Answer(ticket: shown.ticket, control: entry.row, value: text))
        try #require(isTaken, "\(shown.top.screen) refused the characters", sourceLocation: location)
        return shown
    }

    /// Waits for the next usable screen; with `isAtWork` also for one that takes no answers.
    func next(isAtWork: Bool = false, location: SourceLocation = #_sourceLocation) async throws -> Presentation {
        guard let shown = await next(isLive: !isAtWork) else {
            Issue.record("a screen was expected, and nothing came any more", sourceLocation: location)
            throw Closed()
        }
        return shown
    }

    private func next(expecting screen: some Screen, isLive: Bool, _ location: SourceLocation) async throws -> Presentation {
        let expected = Presentation.Drawn(screen)
        guard let shown = await next(isLive: isLive) else {
            Issue.record("\(expected.screen) was expected, and nothing came any more", sourceLocation: location)
            throw Closed()
        }
        try #require(shown.top == expected, sourceLocation: location)
        for text in shown.top.texts {
            for language in Brand.nlWallet.languages {
                #expect(catalog.has(text.key, in: language), "\(text.key) in \(language)", sourceLocation: location)
            }
        }
        return shown
    }

    private func next(isLive: Bool) async -> Presentation? {
        for await change in presentations {
            guard let shown = change, shown.isLive || !isLive else { continue }
            // A screen redrawn in place keeps its ticket.
            guard shown.ticket > lastTicket || shown.ticket == lastTicket && shown.top != lastTop else { continue }
            (lastTicket, lastTop) = (shown.ticket, shown.top)
            return shown
        }
        return nil
    }
}
