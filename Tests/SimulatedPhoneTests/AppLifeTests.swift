// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import SimulatedPhone

@Suite(.timeLimit(.minutes(5))) struct AppLifeTests {
    private let directory = TestDirectory()
    private let phone: SimulatedPhone

    init() throws {
        phone = try directory.phone()
    }

    /// Keeps the phone on with that app while the body runs.
    private func withPhoneOn(
        _ app: @escaping @Sendable (AppProcess) async -> Void, _ body: () async throws -> Void
    ) async rethrows {
        try await withThrowingTaskGroup { group in
            group.addTask { [phone] in await phone.run(app: app) }
            try await body()
            group.cancelAll()
        }
        #expect(phone.appState == .notRunning)
    }

    private func wait(for state: AppState) async {
        for await found in phone.appStateChanges() where found == state { return }
    }

    /// An app that runs until it is killed.
    private static let idle: @Sendable (AppProcess) async -> Void = { process in for await _ in process.lifecycle {} }

    @Test func `an app is launched, sent away, brought back and killed`() async throws {
        let events = Recorded<[AppLifecycleEvent]>([])
        let processes = Recorded(0)
        await withPhoneOn { process in
            processes.change { $0 += 1 }
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            await wait(for: .foreground)
            phone.sendToBackground()
            #expect(phone.appState == .background)
            phone.bringToForeground()
            #expect(phone.appState == .foreground)
            phone.sendToBackground()
            // A tap on the icon of a running app brings it to the foreground.
            phone.launchApp()
            #expect(phone.appState == .foreground)
            phone.killApp()
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            await wait(for: .foreground)
        }
        #expect(processes.value == 2)
        #expect(events.value == [.didEnterBackground, .willEnterForeground, .didEnterBackground, .willEnterForeground])
    }

    @Test func `actions that do not fit the app's state do nothing`() async throws {
        let processes = Recorded(0)
        let events = Recorded<[AppLifecycleEvent]>([])
        await withPhoneOn { process in
            processes.change { $0 += 1 }
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            phone.sendToBackground()
            phone.bringToForeground()
            phone.killApp()
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            await wait(for: .foreground)
            phone.bringToForeground()
            phone.launchApp()
            #expect(phone.appState == .foreground)
        }
        #expect(processes.value == 1)
        #expect(events.value == [])
    }

    @Test func `an app that ends by itself has crashed and can be launched again`() async throws {
        let starts = Recorded(0)
        await withPhoneOn { _ in
            starts.change { $0 += 1 }
        } _: {
            for count in 1...3 {
                phone.launchApp()
                while starts.value < count { await Task.yield() }
                await wait(for: .notRunning)
            }
        }
        #expect(starts.value == 3)
    }

    @Test func `two processes never live at once, however fast one kills and launches`() async throws {
        let alive = Recorded((now: 0, most: 0, all: 0))
        await withPhoneOn { process in
            alive.change { alive in
                alive.now += 1
                alive.all += 1
                alive.most = max(alive.most, alive.now)
            }
            for await _ in process.lifecycle {}
            for _ in 0..<20 { await Task.yield() }
            alive.change { $0.now -= 1 }
        } _: {
            for _ in 0..<300 {
                phone.launchApp()
                await Task.yield()
                phone.killApp()
                phone.launchApp()
            }
            await wait(for: .foreground)
        }
        #expect(alive.value.most == 1)
        #expect(alive.value.now == 0)
        #expect(alive.value.all >= 1)
    }

    @Test func `killing and switching off cancel the app`() async throws {
        let cancelled = Recorded(0)
        await withPhoneOn { process in
            try? await process.bridges.clock.sleep(until: .distantFuture)
            if Task.isCancelled { cancelled.change { $0 += 1 } }
        } _: {
            phone.launchApp()
            await wait(for: .foreground)
            phone.killApp()
            while cancelled.value < 1 { await Task.yield() }
            phone.launchApp()
            await wait(for: .foreground)
        }
        #expect(cancelled.value == 2)
    }

    @Test func `leaving the glass closes the Face ID prompt`() async throws {
        let outcomes = Recorded<[BiometricScan]>([])
        try await withPhoneOn { process in
            guard (try? await process.bridges.biometrics.makeKey()) != nil else { return }
            let scan = await process.bridges.biometrics.sign([1], prompt: "Unlock")
            outcomes.change { $0.append(scan) }
        } _: {
            for leave in [{ phone.sendToBackground() }, { phone.killApp() }] {
                phone.launchApp()
                for await status in phone.sensor.statusChanges() where status.prompt != nil { break }
                leave()
                await wait(for: .notRunning)
                while outcomes.value.isEmpty { await Task.yield() }
                #expect(outcomes.change({ $0.removeFirst() }) == .interrupted)
            }
            try phone.device.change { $0.isRooted = true }
        }
    }

    // MARK: Links

    /// An app that stores each pending link and records links and events in order.
    private static func storing(_ texts: Recorded<[String]>, _ events: Recorded<[AppLifecycleEvent]> = Recorded([]))
        -> @Sendable (
            AppProcess
        ) async -> Void
    {
        { process in
            func store() {
                while let link = process.links.oldest() {
                    texts.change { $0.append(link.text) }
                    process.links.forget(link)
                }
            }
            store()
            for await event in process.lifecycle {
                events.change { $0.append(event) }
                store()
            }
        }
    }

    @Test func `a link starts the app, or brings it back, and is there until it is stored, once`() async throws {
        let (texts, events) = (Recorded<[String]>([]), Recorded<[AppLifecycleEvent]>([]))
        await withPhoneOn(Self.storing(texts, events)) {
            phone.openLink("https://wallet.example/1")
            await wait(for: .foreground)
            while texts.value.isEmpty { await Task.yield() }
            phone.sendToBackground()
            phone.openLink("https://wallet.example/2")
            #expect(phone.appState == .foreground)
            while texts.value.count < 2 { await Task.yield() }
            // The same link opened again is a new link.
            phone.openLink("https://wallet.example/2")
            while texts.value.count < 3 { await Task.yield() }
            phone.killApp()
            phone.launchApp()
            await wait(for: .foreground)
            events.change { $0 = [] }
            phone.sendToBackground()
            while events.value.isEmpty { await Task.yield() }
        }
        #expect(texts.value == ["https://wallet.example/1", "https://wallet.example/2", "https://wallet.example/2"])
    }

    @Test func `a link waits for a process that stores it, however many heard of it, the newest sixty-four of them`() async throws {
        let (texts, heard, starts) = (Recorded<[String]>([]), Recorded(0), Recorded(0))
        let storing = Self.storing(texts)
        await withPhoneOn { process in
            // The first two processes learn of the links, and are killed before they store any.
            guard
                starts.change({
                    $0 += 1; return $0
                }) > 2
            else {
                for await event in process.lifecycle where event == .openLink { heard.change { $0 += 1 } }
                return
            }
            await storing(process)
        } _: {
            for round in 1...2 {
                phone.launchApp()
                await wait(for: .foreground)
                for number in 1...35 { phone.openLink("https://wallet.example/\(round)/\(number)") }
                while heard.value < 35 * round { await Task.yield() }
                phone.killApp()
            }
            phone.launchApp()
            while texts.value.count < 64 { await Task.yield() }
        }
        #expect(texts.value.prefix(29) == (7...35).map { "https://wallet.example/1/\($0)" }[...])
        #expect(texts.value.suffix(35) == (1...35).map { "https://wallet.example/2/\($0)" }[...])
    }

    @Test func `a link that one user interface has not stored waits for the next`() async throws {
        let (texts, events) = (Recorded<[String]>([]), Recorded<[AppLifecycleEvent]>([]))
        await withPhoneOn { process in
            var isFirst = true
            for await event in process.lifecycle {
                events.change { $0.append(event) }
                if event == .willCreateUserInterface { isFirst = false }
                guard !isFirst, let link = process.links.oldest() else { continue }
                texts.change { $0.append(link.text) }
                process.links.forget(link)
            }
        } _: {
            phone.launchApp()
            await wait(for: .foreground)
            phone.openLink("https://wallet.example/1")
            phone.destroyUserInterface()
            phone.launchApp()
            while texts.value.isEmpty { await Task.yield() }
        }
        #expect(events.value == [.openLink, .didDestroyUserInterface, .willCreateUserInterface])
    }

    @Test(arguments: ["", "a\nb", "a\0b", "a\u{85}b", String(repeating: "a", count: 8193)])
    func `a text that is not a link is not delivered`(text: String) async throws {
        #expect(!SimulatedPhone.acceptsLink(text))
        phone.openLink(text)
        await withPhoneOn(Self.idle) { #expect(phone.appState == .notRunning) }
        #expect(SimulatedPhone.acceptsLink(String(repeating: "a", count: 8192)))
    }

    @Test func `a moved clock stays moved when the phone is switched on again`() throws {
        let other = TestDirectory()
        do {
            let phone = try other.phone()
            try phone.moveClock(by: 3600)
            try phone.moveClock(by: -10)
            #expect(phone.clock.now == TestDirectory.noon.addingTimeInterval(3600))
        }
        let phone = try other.phone()
        #expect(phone.clock.now == TestDirectory.noon.addingTimeInterval(3600))
        #expect(phone.device.settings.clockOffset == 3600)
    }

    @Test func `a second phone on the same directory is refused`() throws {
        expect(.directoryInUse) { try directory.phone() }
    }
}
