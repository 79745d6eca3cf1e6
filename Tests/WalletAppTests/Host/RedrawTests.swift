// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// A screen redrawn in place stays the same screen. A press during a redraw counts once, and never for another target.
@Suite(.timeLimit(.minutes(20)))
struct RedrawTests {
    /// A screen whose button acts on the target that a value names.
    private struct Changing: Screen {
        enum Action: Sendable, Equatable {
            case remove(String)
            case pin(PIN)
        }

        var subject: String

        let row: Row = "changing/1"
        var pieces: [Piece<Action>] {
            [
                .title(Text("value.text", .verbatim(subject))),
                .pinPad("openWithPIN.field", row: "changing/1a") { .pin($0) },
                .button(.text, "common.next", row: "changing/1b", value: subject, .remove(subject)),
            ]
        }
    }

    private let host = ScreenHost(trace: Trace(now: { .distantPast }), tickets: TicketSequence(), sleep: { _ in })

    /// Shows a screen that each new subject redraws.
    private func show(_ first: String, then subjects: AsyncStream<String>) async throws -> Changing.Action {
        try await host.show(Changing(subject: first)) { redraw in
            for await subject in subjects { redraw(Changing(subject: subject)) }
        }
    }

    /// Waits until a subject is on the glass.
    private func sees(_ subject: String) async -> Presentation? {
        let drawn = Presentation.Drawn(Changing(subject: subject))
        for await case let shown? in host.presentations() where shown.isLive && shown.top == drawn { return shown }
        return nil
    }

    private func answer(_ ticket: Int?, _ control: Row, _ value: String?) -> Bool {
        host.submit(Answer(ticket: ticket ?? 0, control: control, value: value))
    }

    @Test func `digits typed before a redraw count once after it`() async throws {
        let (subjects, changes) = AsyncStream.makeStream(of: String.self)
        async let action = show("a", then: subjects)
        let before = await sees("a")
        changes.yield("b")
        let after = await sees("b")
        #expect(after?.ticket == before?.ticket)
        #expect(after?.direction == Presentation.Direction.none)
        #expect(answer(before?.ticket, "changing/1a", Digits.mine))
        #expect(!answer(before?.ticket, "changing/1a", Digits.mine))
        #expect(try await action == .pin(try Digits.pin(Digits.mine)))
    }

    @Test func `a press on an outdated drawing is refused, and a press on the newest drawing counts`() async throws {
        let (subjects, changes) = AsyncStream.makeStream(of: String.self)
        async let action = show("a", then: subjects)
        let before = await sees("a")
        changes.yield("b")
        let after = await sees("b")
        for value in ["a", nil] { #expect(!answer(before?.ticket, "changing/1b", value)) }
        #expect(answer(after?.ticket, "changing/1b", "b"))
        #expect(try await action == .remove("b"))
    }

    @Test func `a press on one screen never answers the next screen, even if both look the same`() async throws {
        async let first = host.show(Changing(subject: "a"))
        let before = await sees("a")
        #expect(answer(before?.ticket, "changing/1b", "a"))
        _ = try await first
        async let second = host.show(Changing(subject: "a"))
        let after = await sees("a")
        #expect(after?.ticket != before?.ticket)
        #expect(!answer(before?.ticket, "changing/1b", "a"))
        #expect(answer(after?.ticket, "changing/1b", "a"))
        _ = try await second
    }

    @Test func `a screen that was below a lock has a new ticket, even if it was redrawn there`() async throws {
        let (subjects, changes) = AsyncStream.makeStream(of: String.self)
        async let action = show("a", then: subjects)
        let before = await sees("a")
        host.raise(.lock)
        changes.yield("b")
        host.lower(.lock)
        let after = await sees("b")
        #expect(!answer(before?.ticket, "changing/1b", "b"))
        #expect(answer(after?.ticket, "changing/1b", "b"))
        #expect(try await action == .remove("b"))
    }

    @Test func `a change before the screen appears is not lost`() async throws {
        for _ in 0..<300 {
            let (subjects, changes) = AsyncStream.makeStream(of: String.self)
            changes.yield("b")
            async let action = show("a", then: subjects)
            let shown = await sees("b")
            #expect(answer(shown?.ticket, "changing/1b", "b"))
            #expect(try await action == .remove("b"))
        }
    }

    @Test func `a concurrent answer and redraw: the answer counts`() async throws {
        for _ in 0..<300 {
            let (subjects, changes) = AsyncStream.makeStream(of: String.self)
            async let action = show("a", then: subjects)
            let shown = await sees("a")
            async let isTaken = answer(shown?.ticket, "changing/1a", Digits.mine)
            changes.yield("b")
            #expect(await isTaken)
            #expect(try await action == .pin(try Digits.pin(Digits.mine)))
        }
    }

    @Test func `an error of the updates ends the screen with that error`() async throws {
        await #expect(throws: WalletCoreError.self) {
            _ = try await host.show(Changing(subject: "a")) { _ in throw WalletCoreError(.storeFull, "scripted") }
        }
        #expect(host.current?.isLive != true)
    }
}
