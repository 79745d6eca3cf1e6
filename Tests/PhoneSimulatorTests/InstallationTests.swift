// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import PhoneSimulator

/// The files and keys that each kind of phone keeps when the app is reinstalled or the phone is restored from a backup.
@Suite(.timeLimit(.minutes(20)))
struct InstallationTests {
    private let directory = TestDirectory()

    /// A phone whose app has a file and keys of every sort.
    private func filled(_ kind: PhoneKind) async throws -> SimulatedPhone {
        let phone = try directory.phone(kind)
        _ = FileManager.default.createFile(atPath: file(of: phone), contents: Data("cards".utf8))
        let bridges = phone.bridges
        _ = try await bridges.attestedKey.generate()
        _ = try await bridges.encryptionKey.encrypt([1], with: "wallet.store")
        _ = try await bridges.biometrics.makeKey()
        return phone
    }

    private func file(of phone: SimulatedPhone) -> String { phone.storageDirectory + "/wallet.db" }

    private func identity(_ phone: SimulatedPhone) async throws -> InstallationIdentity {
        try #require(await phone.bridges.utilities.installationIdentity())
    }

    @Test(arguments: PhoneKind.allCases)
    func `an installation keeps its identity through restarts and updates`(_ kind: PhoneKind) async throws {
        let path = try StateDirectory(directory.path).path
        let device = try SimulatedDevice(in: path, kind: kind)
        let installation = try #require(device.contents.installation)
        try device.change { $0.appVersion = "1.1.0" }
        #expect(try SimulatedDevice(in: path, kind: kind).contents.installation == installation)
        try device.renew(as: kind)
        #expect(device.contents.installation != installation)
    }

    @Test func `a phone stored before installations had identities gets an identity`() throws {
        let path = try StateDirectory(directory.path).path
        let device = try SimulatedDevice(in: path)
        try device.update { $0.installation = nil }
        #expect(try SimulatedDevice(in: path).contents.installation == DeviceHardware.firstInstallation)
        #expect(InstallationIdentity(DeviceHardware.firstInstallation) != nil)
    }

    @Test(arguments: PhoneKind.allCases)
    func `deleting the app keeps the keychain on an iPhone, and nothing on an Android phone`(_ kind: PhoneKind) async throws {
        let phone = try await filled(kind)
        let before = try await identity(phone)
        try phone.device.change { $0.network = .slow }
        phone.openLink("https://app.example/in")
        try await phone.reinstallApp()
        let hardware = phone.device.contents
        #expect(!FileManager.default.fileExists(atPath: file(of: phone)))
        #expect(hardware.attestedKeys.isEmpty)
        #expect(hardware.encryptionKeys.isEmpty == (kind == .android) && (hardware.biometricKey == nil) == (kind == .android))
        #expect(try await identity(phone) != before)
        #expect(hardware.settings.network == .slow && hardware.kind == kind)
    }

    @Test(arguments: PhoneKind.allCases, [false, true])
    func `a backup restores no key, and restores the app's files only if it contains all files`(
        _ kind: PhoneKind, hasAppFiles: Bool
    ) async throws {
        let phone = try await filled(kind)
        let before = try await identity(phone)
        try phone.moveClock(by: 3600)
        try await phone.restore(withAppFiles: hasAppFiles)
        let hardware = phone.device.contents
        #expect(FileManager.default.fileExists(atPath: file(of: phone)) == hasAppFiles)
        #expect(hardware.attestedKeys.isEmpty && hardware.encryptionKeys.isEmpty && hardware.biometricKey == nil)
        #expect(try await identity(phone) != before)
        #expect(hardware.settings.clockOffset == 3600 && hardware.kind == kind)
    }

    @Test func `deleting the app first ends its process, and a reinstalled app can be launched`() async throws {
        let phone = try await filled(.iPhone)
        let (starts, start) = AsyncStream.makeStream(of: String?.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    start.yield(phone.device.contents.installation)
                    for await _ in process.lifecycle {}
                }
            }
            var seen = starts.makeAsyncIterator()
            phone.launchApp()
            let first = await seen.next()
            try await phone.reinstallApp()
            #expect(phone.appState == .notRunning)
            phone.launchApp()
            let second = await seen.next()
            #expect(first != second)
            group.cancelAll()
        }
    }
}
