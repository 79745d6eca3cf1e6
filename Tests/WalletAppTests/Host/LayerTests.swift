// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletApp

/// The visible layer, and which layers take answers.
@Suite(.timeLimit(.minutes(20)))
struct LayerTests {
    let trace = Trace(now: { .distantPast })
    let host: ScreenHost

    init() { host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { _ in }) }

    @Test func `a lock covers the screen immediately, even before the lock has a screen`() async throws {
        async let action = host.show(Sample())
        let shown = try #require(await host.nextLive())
        host.raise(.lock)
        #expect(host.current == nil)
        #expect(!host.press("sample/next", on: shown))
        host.lower(.lock)
        #expect(host.press("sample/next", on: host.current))
        #expect(try await action == .next)
    }

    @Test func `under the lock the flow is hidden, and the lock's own screens work`() async throws {
        async let action = host.show(Sample())
        let flow = try #require(await host.nextLive())
        host.raise(.lock)
        for style in [ScreenStyle.full, .prompt] {
            async let unlocking = host.show(OtherSample(style: style), on: .lock)
            let lock = try #require(await host.nextLive(after: host.current?.ticket ?? flow.ticket))
            #expect(lock.top.screen == "OtherSample")
            #expect(lock.below?.screen != "Sample")
            #expect(!host.press("sample/next", on: flow))
            #expect(host.press("sample/next", on: lock))
            #expect(try await unlocking == .next)
        }
        host.lower(.lock)
        #expect(host.press("sample/back", on: host.current))
        #expect(try await action == .back)
    }

    @Test func `a covered screen returns unchanged, and a tap from before the cover has no effect`() async throws {
        async let action = host.show(Sample())
        let before = try #require(await host.nextLive())
        host.raise(.lock)
        host.lower(.lock)
        let after = try #require(host.current)
        #expect(after.top == before.top)
        #expect(after.isLive)
        #expect(after.direction == .none)
        #expect(after.ticket > before.ticket)
        #expect(!host.press("sample/next", on: before))
        #expect(host.press("sample/next", on: after))
        #expect(try await action == .next)
    }

    @Test func `a flow that continues under the lock shows only its newest screen, and only after the unlock`() async throws {
        host.raise(.lock)
        let changes = host.presentations()
        async let first = host.show(Sample(), during: { 1 })
        #expect(try await first == 1)
        async let action = host.show(OtherSample())
        while trace.last(on: .flow) != "other/1" { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(host.current == nil)
        host.lower(.lock)
        let shown = await host.nextLive()
        #expect(shown?.top.screen == "OtherSample")
        #expect(host.press("sample/next", on: shown))
        _ = try await action
        var seen: [String] = []
        for await change in changes {
            if let change { seen.append(change.top.screen) }
            if change?.isLive == false { break }
        }
        #expect(!seen.contains("Sample"))
    }

    @Test func `a step under the lock is marked once, when the lock uncovers it`() async throws {
        host.raise(.lock)
        async let action = host.show(Sample())
        while trace.last(on: .flow) != "sample/1" { await Task.yield() }
        #expect(trace.entries.isEmpty)
        host.lower(.lock)
        _ = await host.nextLive()
        #expect(trace.entries.map(\.row) == ["sample/1"])
        host.raise(.lock)
        host.lower(.lock)
        #expect(trace.entries.count == 1)
        #expect(host.press("sample/next", on: host.current))
        _ = try await action
    }

    @Test func `a step whose flow ends under the lock is never marked`() async throws {
        host.raise(.lock)
        let flow = Task { try await host.show(Sample()) }
        while trace.last(on: .flow) != "sample/1" { await Task.yield() }
        flow.cancel()
        await #expect(throws: CancellationError.self) { try await flow.value }
        host.clear(.flow)
        host.lower(.lock)
        #expect(trace.entries.isEmpty)
    }

    @Test func `a flow that goes on under the lock has its rows in order`() {
        trace.cover("sample/1", on: .flow)
        trace.take("sample/1a", on: .flow)
        trace.uncover(Layer.allCases)
        #expect(trace.entries.map(\.row) == ["sample/1", "sample/1a"])
        #expect(Set(trace.entries.map(\.series)).count == 1)
    }

    @Test func `a notice covers the flow, which stays visible but cannot be used`() async throws {
        async let action = host.show(Sample())
        let flow = try #require(await host.nextLive())
        async let choice = host.show(OtherSample(style: .prompt), on: .notice)
        let notice = try #require(await host.nextLive(after: flow.ticket))
        #expect(notice.below == flow.top)
        #expect(!host.press("sample/next", on: flow))
        host.raise(.lock)
        #expect(host.current == nil)
        host.lower(.lock)
        #expect(host.current?.top == notice.top)
        #expect(host.press("sample/back", on: host.current))
        #expect(try await choice == .back)
        host.lower(.notice)
        #expect(host.current?.top == flow.top)
        #expect(host.press("sample/next", on: host.current))
        #expect(try await action == .next)
    }

    @Test func `lowering a layer cancels the call that waits for its answer`() async throws {
        let choice = Task { try await host.show(OtherSample(style: .prompt), on: .notice) }
        _ = await host.nextLive()
        host.lower(.notice)
        await #expect(throws: CancellationError.self) { try await choice.value }
        #expect(host.current == nil)
    }

    @Test func `a screen keeps its place name under a prompt and a lock, and the next screen has a new place name`() async throws {
        async let first = host.show(Sample())
        let shown = try #require(await host.nextLive())
        let over = Task { try await host.show(OtherSample(style: .prompt), on: .link) }
        let prompt = try #require(await host.nextLive(after: shown.ticket))
        #expect(prompt.place == shown.place)
        host.lower(.link)
        await #expect(throws: CancellationError.self) { try await over.value }
        host.raise(.lock)
        host.lower(.lock)
        let back = try #require(host.current)
        #expect(back.place == shown.place)
        #expect(back.ticket != shown.ticket)
        host.press("sample/next", on: back)
        _ = try await first
        async let second = host.show(Sample())
        let next = try #require(await host.nextLive(after: back.ticket))
        #expect(next.place != shown.place)
        host.press("sample/next", on: next)
        _ = try await second
    }

    @Test func `raising or lowering a layer twice has no further effect`() async throws {
        async let action = host.show(Sample())
        _ = await host.nextLive()
        for _ in 1...2 { host.raise(.lock) }
        for _ in 1...2 { host.lower(.lock) }
        let shown = host.current
        host.lower(.notice)
        #expect(host.current == shown)
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    @Test func `a concurrent lock and answer: the flow gets the answer once or not at all`() async throws {
        for _ in 0..<300 {
            let host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { _ in })
            let flow = Task { try await host.show(Sample()) }
            let shown = await host.nextLive()
            async let isTaken = host.press("sample/next", on: shown)
            async let locked: Void = host.raise(.lock)
            let (taken, _) = await (isTaken, locked)
            #expect(host.current == nil)
            host.lower(.lock)
            #expect(host.current?.isLive == !taken)
            if !taken { #expect(host.press("sample/next", on: host.current)) }
            #expect(try await flow.value == .next)
        }
    }

    @Test func `answers and touches are reported as activity, but not while a notice or the lock is raised`() async throws {
        var touches = host.touches.makeAsyncIterator()
        async let action = host.show(Sample())
        host.press("sample/next", on: await host.nextLive())
        _ = try await action
        await touches.next()
        host.raise(.lock)
        host.touch()
        host.lower(.lock)
        host.raise(.notice)
        host.touch()
        host.lower(.notice)
        host.touch()
        await touches.next()
        // Nothing else was reported: this is the next report.
        host.touch()
        await touches.next()
    }
}
