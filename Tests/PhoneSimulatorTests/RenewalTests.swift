// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import TestParties
import Testing

@testable import PhoneSimulator

/// Replacing the phone, and installing another version of its app.
@Suite(.timeLimit(.minutes(20)))
struct RenewalTests {
    private let directory = TestDirectory()

    private func phone(others: Bool = true) throws -> SimulatedPhone {
        try SimulatedPhone(
            state: StateDirectory(directory.path), maker: Makers.shared[.iPhone], others: others ? [Makers.shared[.android]] : [],
            base: { TestDirectory.noon })
    }

    @Test func `a new phone has nothing of the old phone except its language and the world's time`() async throws {
        let phone = try phone()
        let identifier = try await phone.bridges.attestedKey.generate()
        try phone.device.change {
            $0.language = .dutch
            $0.isRooted = true
            $0.network = .offline
        }
        try phone.moveClock(by: 3600)
        try phone.turnClock(by: -7200)
        for _ in 0..<BiometricSensor.permittedFailures { phone.sensor.lockOut() }
        _ = FileManager.default.createFile(atPath: phone.storageDirectory + "/wallet.db", contents: Data("cards".utf8))
        phone.openLink("https://app.example/in")
        try await phone.renew(as: .android)
        var expected = DeviceSettings()
        expected.language = .dutch
        expected.clockOffset = 3600
        #expect(phone.device.kind == .android && phone.device.settings == expected)
        #expect(phone.clock.now == phone.worldClock.now && !phone.sensor.status.isLockedOut)
        #expect(try FileManager.default.contentsOfDirectory(atPath: phone.storageDirectory).isEmpty)
        await #expect(throws: AttestedKeyError.self) {
            _ = try await phone.bridges.attestedKey.attest(identifier, challengeHash: [UInt8](repeating: 0, count: 32))
        }
        let key = try await phone.bridges.attestedKey.generate()
        let attestation = try await phone.bridges.attestedKey.attest(key, challengeHash: [UInt8](repeating: 0, count: 32))
        guard case .android = attestation else {
            Issue.record("an Android phone attests as one")
            return
        }
    }

    @Test func `renewing the phone first ends the running app, and then launches it on the new phone`() async throws {
        let phone = try phone()
        let (kinds, kind) = AsyncStream.makeStream(of: PhoneKind.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    kind.yield(phone.device.kind)
                    for await _ in process.lifecycle {}
                }
            }
            phone.launchApp()
            var seen = kinds.makeAsyncIterator()
            #expect(await seen.next() == .iPhone)
            try await phone.renew(as: .android)
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            #expect(await seen.next() == .android)
            group.cancelAll()
        }
    }

    @Test func `a renewal as a kind that cannot be made is refused, and nothing is lost`() async throws {
        let phone = try phone(others: false)
        _ = FileManager.default.createFile(atPath: phone.storageDirectory + "/wallet.db", contents: Data("cards".utf8))
        await #expect(throws: SimulatedPhoneError.self) { try await phone.renew(as: .android) }
        #expect(phone.device.kind == .iPhone)
        #expect(FileManager.default.fileExists(atPath: phone.storageDirectory + "/wallet.db"))
    }

    @Test func `installing a version ends the app, and installing the same version again has no effect`() async throws {
        let phone = try phone()
        let (starts, start) = AsyncStream.makeStream(of: String?.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    start.yield(phone.device.settings.appVersion)
                    for await _ in process.lifecycle {}
                }
            }
            phone.launchApp()
            var seen = starts.makeAsyncIterator()
            #expect(await seen.next() == .some(nil))
            try phone.install(version: nil)
            #expect(phone.appState == .foreground)
            try phone.install(version: "1.1.0")
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            #expect(await seen.next() == "1.1.0")
            group.cancelAll()
        }
    }
}
