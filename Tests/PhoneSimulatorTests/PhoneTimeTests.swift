// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import TestEnvironment
import Testing

@testable import PhoneSimulator

/// Time on the phone and in the world around it.
@Suite(.timeLimit(.minutes(20))) struct PhoneTimeTests {
    private let directory = TestDirectory()

    @Test(arguments: [3600, -3600, 86_400, -1e9])
    func `setting a phone's clock affects only that phone, even after a restart`(seconds: TimeInterval) throws {
        do {
            let phone = try directory.phone()
            try phone.turnClock(by: seconds)
            try phone.moveClock(by: 60)
            #expect(phone.clock.now == TestDirectory.noon.addingTimeInterval(seconds + 60))
            #expect(phone.worldClock.now == TestDirectory.noon.addingTimeInterval(60))
        }
        let phone = try directory.phone()
        #expect(phone.clock.now == TestDirectory.noon.addingTimeInterval(seconds + 60))
        #expect(phone.worldClock.now == TestDirectory.noon.addingTimeInterval(60))
        try phone.setClockRight()
        try phone.setClockRight()
        #expect(phone.clock.now == phone.worldClock.now)
        #expect(phone.device.settings.clockError == 0)
    }

    @Test(arguments: [3600, -3600, 0])
    func `the app's monotonic time includes moves and sleep but no clock settings, even after a restart`(
        turned: TimeInterval
    ) throws {
        do {
            let phone = try directory.phone()
            try phone.turnClock(by: turned)
            try phone.moveClock(by: 60)
            try phone.sleep(for: 300)
            #expect(phone.bridges.clock.steadyNow == TestDirectory.noon.addingTimeInterval(360))
            try phone.setClockRight()
            try phone.turnClock(by: turned)
            #expect(phone.bridges.clock.steadyNow == TestDirectory.noon.addingTimeInterval(360))
        }
        let phone = try directory.phone()
        #expect(phone.bridges.clock.steadyNow == TestDirectory.noon.addingTimeInterval(360))
        #expect(phone.bridges.clock.now == TestDirectory.noon.addingTimeInterval(360 + turned))
    }

    @Test(arguments: [0, TimeInterval.nan, .infinity, -.infinity])
    func `setting the clock by zero or by a number that is not finite has no effect`(seconds: TimeInterval) throws {
        let phone = try directory.phone()
        try phone.turnClock(by: seconds)
        #expect(phone.clock.now == TestDirectory.noon)
    }

    @Test func `if the time cannot be stored, the clock is not set and the phone does not sleep`() throws {
        let phone = try directory.phone()
        // No file takes the place of a directory.
        let file = directory.path + "/phone/device.json"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        expect(.directoryUnusable) { try phone.turnClock(by: 60) }
        expect(.directoryUnusable) { try phone.sleep(for: 60) }
        #expect(phone.clock.now == TestDirectory.noon && phone.worldClock.now == TestDirectory.noon)
    }

    @Test func `a sleeping phone locks itself, and wakes with the app in the same state`() async throws {
        let phone = try directory.phone()
        let events = Recorded<[AppLifecycleEvent]>([])
        let times = Recorded<[Date]>([])
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    for await event in process.lifecycle {
                        events.change { $0.append(event) }
                        times.change { $0.append(process.bridges.clock.now) }
                    }
                }
            }
            phone.launchApp()
            for await state in phone.appStateChanges() where state == .foreground { break }
            try phone.sleep(for: 3600)
            await events.wait { $0.count >= 6 }
            #expect(phone.appState == .foreground)
            phone.sendToBackground()
            try phone.sleep(for: 60)
            #expect(phone.appState == .background)
            group.cancelAll()
        }
        #expect(
            events.value.prefix(6) == [
                .willResignActive, .didEnterBackground, .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
                .willEnterForeground, .didBecomeActive,
            ])
        #expect(times.value[3] == TestDirectory.noon.addingTimeInterval(3600))
    }

    @Test(arguments: [0, -1, TimeInterval.nan, .infinity])
    func `a phone sleeps only for a positive time`(seconds: TimeInterval) throws {
        let phone = try directory.phone()
        try phone.sleep(for: seconds)
        #expect(phone.clock.now == TestDirectory.noon)
    }

    @Test func `a stored phone without a clock error is read with a clock error of zero`() throws {
        try withExtendedLifetime(directory.phone()) {}
        let path = directory.path + "/phone/device.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("clockFault"))
        #expect(try directory.phone().device.settings.clockError == 0)
    }
}
