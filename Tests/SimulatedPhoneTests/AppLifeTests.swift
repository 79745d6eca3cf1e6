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

    /// The phone is on, with that app, for the time of the body.
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

    /// An app that lives until it is killed.
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
            // Touching the icon of an app that runs brings it back.
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

    @Test func `what makes no sense does nothing`() async throws {
        await withPhoneOn(Self.idle) {
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

    @Test func `a link starts the app, or brings it back, and is delivered once`() async throws {
        let events = Recorded<[AppLifecycleEvent]>([])
        await withPhoneOn { process in
            for await event in process.lifecycle { events.change { $0.append(event) } }
        } _: {
            phone.openLink("https://wallet.example/1")
            await wait(for: .foreground)
            while events.value.isEmpty { await Task.yield() }
            phone.sendToBackground()
            phone.openLink("https://wallet.example/2")
            #expect(phone.appState == .foreground)
            while events.value.count < 4 { await Task.yield() }
            phone.killApp()
            phone.launchApp()
            await wait(for: .foreground)
            phone.sendToBackground()
            while events.value.count < 5 { await Task.yield() }
        }
        #expect(
            events.value == [
                .openLink("https://wallet.example/1"), .didEnterBackground, .willEnterForeground, .openLink("https://wallet.example/2"),
                .didEnterBackground,
            ])
    }

    @Test func `a link waits for a process that takes it, the newest sixty-four of them`() async throws {
        let taken = Recorded<[AppLifecycleEvent]>([])
        let starts = Recorded(0)
        await withPhoneOn { process in
            // The first process looks at nothing.
            starts.change { $0 += 1 }
            guard starts.value > 1 else {
                try? await process.bridges.clock.sleep(until: .distantFuture)
                return
            }
            for await event in process.lifecycle { taken.change { $0.append(event) } }
        } _: {
            for number in 1...70 { phone.openLink("https://wallet.example/\(number)") }
            await wait(for: .foreground)
            phone.killApp()
            phone.launchApp()
            while taken.value.count < 64 { await Task.yield() }
        }
        #expect(taken.value == (7...70).map { .openLink("https://wallet.example/\($0)") })
    }

    @Test(arguments: ["", "a\nb", "a\0b", "a\u{85}b", String(repeating: "a", count: 8193)])
    func `what is no link is not delivered`(text: String) async throws {
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
