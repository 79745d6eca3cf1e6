// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The screens that the host shows, the answers it takes, and what renderers see.
@Suite(.timeLimit(.minutes(5)))
struct ScreenHostTests {
    let clock = ManualClock()
    let trace: Trace
    let host: ScreenHost

    init() {
        let clock = clock
        trace = Trace(now: { clock.now })
        host = ScreenHost(trace: trace, sleep: { try await clock.wait(until: $0) })
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

    @Test func `a button yields its action`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    @Test func `six digits yield the PIN`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(host.press("sample/pin", Digits.mine, on: shown))
        #expect(try await action == .pin(try Digits.pin(Digits.mine)))
    }

    @Test func `a live screen can be answered at once, in a thousand rounds`() async throws {
        for round in 0..<1000 {
            async let action = host.show(Sample(number: String(round)))
            let shown = await host.nextLive(after: host.current.map { $0.isLive ? $0.ticket - 1 : $0.ticket } ?? 0)
            #expect(host.press("sample/next", on: shown))
            #expect(try await action == .next)
        }
    }

    @Test func `nothing is answered before the first screen`() {
        #expect(host.current == nil)
        #expect(!host.answer(Answer(ticket: 0, control: "sample/next", value: nil)))
        #expect(!host.answer(Answer(ticket: 1, control: "sample/next", value: nil)))
    }

    @Test func `a second answer to the same screen is refused`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        #expect(!host.press("sample/next", on: shown))
        #expect(!host.press("sample/back", on: shown))
    }

    @Test func `of many answers at the same moment one is taken`() async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { host.press("sample/next", on: shown) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        #expect(try await action == .next)
    }

    @Test func `an answer to an earlier screen does not reach the present one`() async throws {
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
    func `a control that is not there and a value that does not fit are refused, and the screen stays`(
        _ control: Row, _ value: String?
    ) async throws {
        async let action = host.show(Sample())
        let shown = await host.nextLive()
        #expect(!host.press(control, value, on: shown))
        #expect(host.current == shown)
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    @Test func `an answer never prints what was entered`() {
        let answer = Answer(ticket: 1, control: "sample/pin", value: Digits.mine)
        #expect(!"\(answer)".contains(Digits.mine))
        #expect(!String(reflecting: answer).contains(Digits.mine))
    }

    // MARK: Drawing

    @Test func `each shown step is marked as taken, before the screen can be seen`() async throws {
        async let action = host.show(Sample(number: "7"))
        let shown = await host.nextLive()
        #expect(trace.entries.map(\.row) == ["sample/7"])
        host.press("sample/next", on: shown)
        _ = try await action
        #expect(trace.entries.map(\.row) == ["sample/7", "sample/next"])
        #expect(trace.entries.map(\.origin) == [.shown, .pressed])
        #expect(Set(trace.entries.map(\.strand)).count == 1)
    }

    @Test func `a control that was used is busy until another screen comes, also while its screen stays for the work`() async throws {
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

    @Test func `a step is marked once while its screen is drawn with news, and again after the person used it`() async throws {
        let steps = { trace.entries.filter { $0.origin == .shown }.map(\.row) }
        _ = try await host.show(Sample(), orUntil: {})
        _ = try await host.show(Sample(), orUntil: {})
        try await host.show(Sample(), during: {})
        #expect(steps() == ["sample/1"])
        _ = try await show(OtherSample(), press: "sample/back")
        _ = try await show(Sample(), press: "sample/next")
        #expect(steps() == ["sample/1", "other/1", "sample/1"])
    }

    @Test func `a screen that stays for the work of its control is not marked again, and another drawing of it is`() async throws {
        _ = try await show(Sample(), press: "sample/next")
        try await host.show(Sample(), during: {})
        #expect(trace.entries.map(\.row).filter { $0.number == "1" } == ["sample/1"])
        try await host.show(Sample(style: .prompt), during: {})
        #expect(trace.entries.map(\.row).filter { $0.number == "1" } == ["sample/1", "sample/1"])
    }

    @Test func `an answer that reaches nothing marks no row`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        #expect(!host.press("sample/next", on: shown))
        #expect(!host.press("sample/back", on: shown))
        #expect(trace.entries.map(\.row) == ["sample/1", "sample/next"])
    }

    @Test func `the next row after a layer was emptied begins a new strand`() async throws {
        _ = try await show(Sample(), press: "sample/next")
        host.clear(.flow)
        _ = try await show(Sample(), press: "sample/next")
        #expect(trace.entries.map(\.strand) == [1, 1, 2, 2])
    }

    @Test func `an answered screen stays drawn but takes no answers`() async throws {
        let shown = try await show(Sample(), press: "sample/next")
        let settled = try #require(host.current)
        #expect(settled.top == shown.top)
        #expect(settled.ticket == shown.ticket)
        #expect(!settled.isLive)
    }

    @Test(arguments: [ScreenStyle.prompt, .systemPrompt, .sheet])
    func `a prompt lies over the screen that was there, also after another prompt`(_ style: ScreenStyle) async throws {
        let full = try await show(Sample(), press: "sample/next")
        #expect(full.below == nil)
        let prompt = try await show(OtherSample(style: style), press: "sample/next")
        #expect(prompt.below == full.top)
        let second = try await show(Sample(number: "2", style: style), press: "sample/next")
        #expect(second.below == full.top)
        let next = try await show(OtherSample(), press: "sample/next")
        #expect(next.below == nil)
    }

    @Test func `a screen comes from the right, after back from the left, and the same one does not move`() async throws {
        #expect(try await show(Sample(), press: "sample/next").direction == .none)
        #expect(try await show(OtherSample(), press: "sample/back").direction == .forward)
        #expect(try await show(Sample(), press: "sample/back").direction == .back)
        #expect(try await show(Sample(number: "2"), press: "sample/pin", Digits.mine).direction == .none)
        #expect(try await show(OtherSample(style: .prompt), press: "sample/next").direction == .forward)
        #expect(try await show(Sample(), press: "sample/next").direction == .none)
    }

    // MARK: Renderers

    @Test func `a renderer that attaches before the first screen sees that there is none, then the screen`() async throws {
        var changes = host.presentations().makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        let shown = try await show(Sample(), press: "sample/next")
        #expect(await changes.next()??.ticket == shown.ticket)
    }

    @Test func `a renderer that attaches late gets the snapshot at once, and all see the same`() async throws {
        async let action = host.show(Sample())
        let first = await host.nextLive()
        let late = await host.nextLive()
        #expect(late == first)
        #expect(late == host.current)
        host.press("sample/next", on: late)
        _ = try await action
    }

    @Test func `a renderer that goes does not end the flow`() async throws {
        async let action = host.show(Sample())
        let leaving = Task { for await _ in host.presentations() {} }
        let shown = await host.nextLive()
        leaving.cancel()
        await leaving.value
        #expect(host.press("sample/back", on: shown))
        #expect(try await action == .back)
    }
}
