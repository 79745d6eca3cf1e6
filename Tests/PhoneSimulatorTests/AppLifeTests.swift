// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import TestEnvironment
import Testing

@testable import PhoneSimulator

@Suite(.timeLimit(.minutes(20))) struct AppLifeTests {
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

    @Test func `an app can be launched, moved to the background, resumed and killed`() async throws {
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
        let trip: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive]
        #expect(events.value == trip + trip)
    }

    @Test func `a restarted phone waits for its user to unlock it, and reports the first unlock once`() async throws {
        let events = Recorded<[AppLifecycleEvent]>([])
        await withPhoneOn { process in
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            phone.launchApp()
            await wait(for: .foreground)
            phone.restart()
            #expect(phone.appState == .notRunning)
            #expect(await !phone.bridges.utilities.isStorageAvailable())
            phone.launchApp()
            await wait(for: .foreground)
            for _ in 1...2 { phone.unlockAfterRestart() }
            #expect(await phone.bridges.utilities.isStorageAvailable())
            phone.sendToBackground()
            await events.wait { $0.last == .didEnterBackground }
        }
        #expect(events.value == [.protectedDataDidBecomeAvailable, .willResignActive, .didEnterBackground])
    }

    @Test func `a system app is prepared only while the app is in the foreground`() async throws {
        let prepared = Recorded<[AppState]>([])
        await withPhoneOn(Self.idle) {
            phone.launchApp()
            await wait(for: .foreground)
            #expect(phone.leaveApp(for: nil) { prepared.change { $0.append(phone.appState) } })
            #expect(phone.appState == .background)
            #expect(!phone.leaveApp(for: nil) { prepared.change { $0.append(phone.appState) } })
        }
        #expect(prepared.value == [.foreground])
    }

    @Test func `actions that do not fit the app's state have no effect`() async throws {
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

    @Test func `an app that exits by itself counts as crashed and can be launched again`() async throws {
        let starts = Recorded(0)
        await withPhoneOn { _ in
            starts.change { $0 += 1 }
        } _: {
            for count in 1...3 {
                phone.launchApp()
                await starts.wait { $0 >= count }
                await wait(for: .notRunning)
            }
        }
        #expect(starts.value == 3)
    }

    @Test func `two processes of the app never run concurrently, however fast the app is killed and launched`() async throws {
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

    @Test func `killing the app or switching the phone off cancels the app's task`() async throws {
        let cancelled = Recorded(0)
        await withPhoneOn { process in
            try? await process.bridges.clock.sleep(until: .distantFuture)
            if Task.isCancelled { cancelled.change { $0 += 1 } }
        } _: {
            phone.launchApp()
            await wait(for: .foreground)
            phone.killApp()
            await cancelled.wait { $0 >= 1 }
            phone.launchApp()
            await wait(for: .foreground)
        }
        #expect(cancelled.value == 2)
    }

    @Test func `moving the app to the background closes the Face ID prompt`() async throws {
        let outcomes = Recorded<[BiometricPromptEnding]>([])
        try await withPhoneOn { process in
            guard (try? await process.bridges.biometrics.makeKey()) != nil else { return }
            let scan = await process.bridges.biometrics.sign([1], prompt: BiometricPrompt("Unlock")).ending
            outcomes.change { $0.append(scan) }
        } _: {
            for leave in [{ phone.sendToBackground() }, { phone.killApp() }] {
                phone.launchApp()
                for await status in phone.sensor.statusChanges() where status.prompt != nil { break }
                leave()
                await wait(for: .notRunning)
                await outcomes.wait { !$0.isEmpty }
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
            process.links.receive { text in texts.change { $0.append(text) } }
            for await event in process.lifecycle { events.change { $0.append(event) } }
        }
    }

    @Test func `a link launches the app or brings it to the foreground, and is delivered once`() async throws {
        let (texts, events) = (Recorded<[String]>([]), Recorded<[AppLifecycleEvent]>([]))
        await withPhoneOn(Self.storing(texts, events)) {
            phone.openLink("https://wallet.example/1")
            await wait(for: .foreground)
            await texts.wait { !$0.isEmpty }
            phone.sendToBackground()
            phone.openLink("https://wallet.example/2")
            #expect(phone.appState == .foreground)
            await texts.wait { $0.count >= 2 }
            // The same link opened again is a new link.
            phone.openLink("https://wallet.example/2")
            await texts.wait { $0.count >= 3 }
            phone.killApp()
            phone.launchApp()
            await wait(for: .foreground)
            events.change { $0 = [] }
            phone.sendToBackground()
            await events.wait { !$0.isEmpty }
        }
        #expect(texts.value == ["https://wallet.example/1", "https://wallet.example/2", "https://wallet.example/2"])
    }

    @Test func `a link delivered to one process is not delivered to the next, and an undelivered link launches the next`()
        async throws
    {
        let (texts, starts) = (Recorded<[String]>([]), Recorded(0))
        let storing = Self.storing(texts)
        await withPhoneOn { process in
            starts.change { $0 += 1 }
            await storing(process)
        } _: {
            phone.openLink("https://wallet.example/1")
            phone.openLink("https://wallet.example/2")
            await texts.wait { $0.count >= 2 }
            phone.killApp()
            phone.launchApp()
            await starts.wait { $0 >= 2 }
            phone.killApp()
            phone.openLink("https://wallet.example/3")
            await texts.wait { $0.count >= 3 }
        }
        #expect(texts.value == (1...3).map { "https://wallet.example/\($0)" })
    }

    @Test func `a link is delivered before the event that reports it, even without a user interface`() async throws {
        // For each link the number of events `openLink` that the phone had sent when it delivered the link.
        let (counts, events, isReady) = (Recorded<[Int]>([]), Recorded<[AppLifecycleEvent]>([]), Recorded(false))
        await withPhoneOn { [phone] process in
            process.links.receive { _ in
                let count = phone.sentCount(of: .openLink)
                counts.change { $0.append(count) }
            }
            isReady.change { $0 = true }
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            phone.launchApp()
            // A link that is opened before the process receives links waits for it, and its event does not.
            await isReady.wait { $0 }
            phone.openLink("https://wallet.example/1")
            phone.destroyUserInterface()
            phone.openLink("https://wallet.example/2")
            #expect(phone.sentCount(of: .openLink) == 2)
            await events.wait { $0.count >= 6 }
        }
        #expect(counts.value == [0, 1])
        #expect(phone.sentCount(of: .openLink) == 0)
        #expect(
            events.value == [
                .openLink, .willResignActive, .didDestroyUserInterface, .willCreateUserInterface, .didBecomeActive, .openLink,
            ])
    }

    @Test func `an app may operate the phone while it receives a link, and a link that it opens then is delivered afterwards`() async throws
    {
        let (texts, events, isReady) = (Recorded<[String]>([]), Recorded<[AppLifecycleEvent]>([]), Recorded(false))
        await withPhoneOn { [phone] process in
            process.links.receive { text in
                texts.change { $0.append(text) }
                guard text.hasSuffix("1") else { return }
                phone.sendToBackground()
                phone.openLink("https://wallet.example/2")
                #expect(phone.place == nil)
                #expect(texts.value.count == 1)
            }
            isReady.change { $0 = true }
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            phone.launchApp()
            await isReady.wait { $0 }
            phone.openLink("https://wallet.example/1")
            #expect(texts.value == (1...2).map { "https://wallet.example/\($0)" })
            await events.wait { $0.count >= 6 }
        }
        let trip: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive]
        #expect(events.value == trip + [.openLink, .openLink])
    }

    @Test(arguments: ["", "a\nb", "a\0b", "a\u{85}b", String(repeating: "a", count: 8193)])
    func `a text that is not a link is not delivered`(text: String) async throws {
        #expect(!SimulatedPhone.acceptsLink(text))
        phone.openLink(text)
        await withPhoneOn(Self.idle) { #expect(phone.appState == .notRunning) }
        #expect(SimulatedPhone.acceptsLink(String(repeating: "a", count: 8192)))
    }

    @Test func `moving the clock has a lasting effect after the phone is switched off and on`() throws {
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

    @Test func `a second phone in the same directory is refused`() throws {
        expect(.directoryInUse) { try directory.phone() }
    }
}
