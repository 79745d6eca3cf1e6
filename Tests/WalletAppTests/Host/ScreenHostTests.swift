// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The screens that the host shows, the answers it takes, and what renderers see.
@Suite(.timeLimit(.minutes(20)))
struct ScreenHostTests {
    let clock = PhoneClock()
    let trace: Trace
    let host: ScreenHost

    init() {
        let clock = clock
        trace = Trace(now: { clock.now })
        host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { try await clock.sleep(untilSteady: $0) })
    }

    /// Shows a sample and answers it once it is there.
    @discardableResult
    private func show(_ screen: some Screen, press control: Row, _ value: String? = nil) async throws -> Presentation {
        let before = host.current?.ticket ?? 0
        async let action = host.show(screen)
        let shown = try #require(await host.nextLive(after: before))
        #expect(host.press(control, value, on: shown))
        _ = try await action
        return shown
    }

    // MARK: Answers

    @Test func `pressing a button returns its action`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    @Test func `entering six digits returns the PIN`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(host.press("sample/pin", Digits.mine, on: shown))
        #expect(try await action == .pin(try Digits.pin(Digits.mine)))
    }

    @Test func `a screen can be answered as soon as it is live`() async throws {
        for round in 0..<1000 {
            async let action = host.show(Sample(number: String(round)))
            let shown = await host.nextLive(after: host.current.map { $0.isLive ? $0.ticket - 1 : $0.ticket } ?? 0)
            #expect(host.press("sample/next", on: shown))
            #expect(try await action == .next)
        }
    }

    @Test func `before the first screen no answer is accepted`() {
        #expect(host.current == nil)
        #expect(!host.submit(Answer(ticket: 0, control: "sample/next", value: nil)))
        #expect(!host.submit(Answer(ticket: 1, control: "sample/next", value: nil)))
    }

    @Test func `a second answer to the same screen is refused`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        #expect(!host.press("sample/next", on: shown))
        #expect(!host.press("sample/back", on: shown))
    }

    @Test func `of many concurrent answers exactly one is accepted`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { host.press("sample/next", on: shown) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        #expect(try await action == .next)
    }

    @Test func `an answer to an earlier screen is not accepted for the current screen`() async throws {
        let earlier = try await show(Sample(), press: "sample/next")
        async let action = host.show(Sample())
        let shown = await host.nextLive(after: earlier.ticket)
        #expect(!host.press("sample/next", on: earlier))
        #expect(host.current == shown)
        #expect(host.press("sample/back", on: shown))
        #expect(try await action == .back)
    }

    @Test(
        arguments: [
            ("sample/other", nil), ("other/next", nil), ("sample/1", nil), ("sample/next", ""), ("sample/next", "749205"),
            ("sample/back", "x"),
            ("sample/pin", nil), ("sample/pin", "12345"), ("sample/pin", "1234567"), ("sample/pin", "12345x"), ("sample/pin", "１２３４５６"),
        ] as [(Row, String?)])
    func `an unknown control and a value of a wrong type are refused, and the screen stays`(
        _ control: Row, _ value: String?
    ) async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(!host.press(control, value, on: shown))
        #expect(host.current == shown)
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    @Test func `printing an answer does not reveal what the user entered`() {
        let answer = Answer(ticket: 1, control: "sample/pin", value: Digits.mine)
        #expect(!"\(answer)".contains(Digits.mine))
        #expect(!String(reflecting: answer).contains(Digits.mine))
    }

    // MARK: Drawing

    @Test func `each shown step is marked as taken before its screen is visible`() async throws {
        async let action = host.show(Sample(number: "7"))
        let shown = await host.nextLive()
        #expect(trace.entries.map(\.row) == ["sample/7"])
        host.press("sample/next", on: shown)
        _ = try await action
        #expect(trace.entries.map(\.row) == ["sample/7", "sample/next"])
        #expect(trace.entries.map(\.origin) == [.shown, .pressed])
        #expect(Set(trace.entries.map(\.series)).count == 1)
    }

    @Test func `a used control is busy until the next screen, even while its screen stays during the work`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        #expect(shown.busy == nil)
        #expect(host.current?.busy == "sample/next")
        try await host.show(
            Sample(),
            during: {
                #expect(host.current?.busy == "sample/next")
                #expect(host.current?.isLive == false)
            })
        #expect(try await show(OtherSample(), press: "sample/back").busy == nil)
    }

    @Test func `a step is marked once while its screen is redrawn, and again after the user has used the screen`() async throws {
        let steps = { trace.entries.filter { $0.origin == .shown }.map(\.row) }
        _ = try await host.show(Sample(), orUntil: {})
        _ = try await host.show(Sample(), orUntil: {})
        try await host.show(Sample(), during: {})
        #expect(steps() == ["sample/1"])
        _ = try await show(OtherSample(), press: "sample/back")
        _ = try await show(Sample(), press: "sample/next")
        #expect(steps() == ["sample/1", "other/1", "sample/1"])
    }

    @Test func `a screen that stays during its control's work is not marked again, but a new screen of the same kind is`() async throws {
        _ = try await show(Sample(), press: "sample/next")
        try await host.show(Sample(), during: {})
        #expect(trace.entries.map(\.row).filter { $0.number == "1" } == ["sample/1"])
        try await host.show(Sample(style: .prompt), during: {})
        #expect(trace.entries.map(\.row).filter { $0.number == "1" } == ["sample/1", "sample/1"])
    }

    @Test func `a refused answer adds no row to the trace`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        #expect(!host.press("sample/next", on: shown))
        #expect(!host.press("sample/back", on: shown))
        #expect(trace.entries.map(\.row) == ["sample/1", "sample/next"])
    }

    @Test func `the first row after a layer was emptied starts a new branch of the trace`() async throws {
        _ = try await show(Sample(), press: "sample/next")
        host.clear(.flow)
        _ = try await show(Sample(), press: "sample/next")
        #expect(trace.entries.map(\.series) == [1, 1, 2, 2])
    }

    @Test func `an answered screen stays visible but accepts no answers`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        let settled = try #require(host.current)
        #expect(settled.top == shown.top)
        #expect(settled.ticket == shown.ticket)
        #expect(!settled.isLive)
    }

    @Test(arguments: [ScreenStyle.prompt, .sheet])
    func `a prompt covers the previous screen, even after a different prompt`(_ style: ScreenStyle) async throws {
        let full = try await show(Sample(), press: "sample/next")
        #expect(full.below == nil)
        let prompt = try await show(OtherSample(style: style), press: "sample/next")
        #expect(prompt.below == full.top)
        let second = try await show(Sample(number: "2", style: style), press: "sample/next")
        #expect(second.below == full.top)
        let next = try await show(OtherSample(), press: "sample/next")
        #expect(next.below == nil)
    }

    @Test func `a new screen enters from the right, after back from the left, and a redraw does not move`() async throws {
        #expect(try await show(Sample(), press: "sample/next").direction == .none)
        #expect(try await show(OtherSample(), press: "sample/back").direction == .forward)
        #expect(try await show(Sample(), press: "sample/back").direction == .back)
        #expect(try await show(Sample(number: "2"), press: "sample/pin", Digits.mine).direction == .none)
        #expect(try await show(OtherSample(style: .prompt), press: "sample/next").direction == .forward)
        #expect(try await show(Sample(), press: "sample/next").direction == .none)
    }

    // MARK: Renderers

    @Test func `a renderer that attaches before the first screen gets no screen first, then the screen`() async throws {
        var changes = host.presentations().makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        let shown = try await show(Sample(), press: "sample/next")
        #expect(await changes.next()??.ticket == shown.ticket)
    }

    @Test func `a renderer that attaches late gets the current screen immediately, and all renderers get the same`() async throws {
        async let action = host.show(Sample())
        let first = await host.nextLive()
        let late = await host.nextLive()
        #expect(late == first)
        #expect(late == host.current)
        host.press("sample/next", on: late)
        _ = try await action
    }

    @Test func `detaching a renderer does not end the flow`() async throws {
        async let action = host.show(Sample())
        let leaving = Task { for await _ in host.presentations() {} }
        let shown = await host.nextLive()
        leaving.cancel()
        await leaving.value
        #expect(host.press("sample/back", on: shown))
        #expect(try await action == .back)
    }
}
