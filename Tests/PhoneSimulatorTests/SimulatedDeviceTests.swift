// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing

@testable import PhoneSimulator

struct SimulatedDeviceTests {
    private let directory = TestDirectory()
    private let path: String

    init() throws {
        path = try StateDirectory(directory.path).path
    }

    private var file: String { path + "/device.json" }

    @Test func `a new phone has working hardware and a connection`() throws {
        let settings = try SimulatedDevice(in: path).settings
        #expect(settings == DeviceSettings())
        #expect(!settings.isRooted && settings.network == .online && settings.biometrics == .enrolled && settings.attestation == .genuine)
    }

    @Test func `settings and hardware keys survive a restart, and only their owner can read them`() throws {
        let device = try SimulatedDevice(in: path)
        try device.change {
            $0.isRooted = true
            $0.network = .servicesUnreachable
            $0.language = .dutch
        }
        try device.update { $0.encryptionKeys["key"] = Data([1, 2, 3]) }
        let next = try SimulatedDevice(in: path)
        #expect(next.settings == device.settings)
        #expect(next.contents == device.contents)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["device.json", "lock"])
    }

    @Test func `every observer gets the settings immediately and then each change`() async throws {
        let device = try SimulatedDevice(in: path)
        var first = device.settingsChanges().makeAsyncIterator()
        #expect(await first.next()?.network == .online)
        var second = device.settingsChanges().makeAsyncIterator()
        try device.change { $0.network = .offline }
        #expect(await first.next()?.network == .offline)
        #expect(await second.next()?.network == .offline)
        // A change to the same value notifies no observer.
        try device.change { $0.network = .offline }
        try device.change { $0.isRooted = true }
        #expect(await first.next()?.isRooted == true)
    }

    @Test func `a cancelled observer is removed`() async throws {
        let device = try SimulatedDevice(in: path)
        await withTaskGroup { group in
            group.addTask { for await _ in device.settingsChanges() {} }
            while !device.observed.isObserved { await Task.yield() }
            group.cancelAll()
        }
        #expect(!device.observed.isObserved)
        try device.change { $0.isRooted = true }
    }

    @Test func `enrolling after the enrolment was removed makes a new enrolment`() throws {
        let device = try SimulatedDevice(in: path)
        let first = device.contents.enrolment
        try device.change { $0.biometrics = .notEnrolled }
        #expect(device.contents.enrolment == first)
        try device.change { $0.biometrics = .enrolled }
        #expect(device.contents.enrolment == first + 1)
        try device.changeEnrolment()
        #expect(device.contents.enrolment == first + 2)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"version":"1"}"#, #"{"version":1}"#, #"{"version":1,"settings":{"network":"wireless"}}"#, "\u{0}",
    ])
    func `an unreadable state is refused and not changed`(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        expect(.stateDamaged) { try SimulatedDevice(in: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(text.utf8))
    }

    @Test func `the state of a newer version is refused and not changed`() throws {
        let text = Data(#"{"version":3,"more":true}"#.utf8)
        try text.write(to: URL(fileURLWithPath: file))
        expect(.stateTooNew) { try SimulatedDevice(in: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
    }

    @Test func `a change that cannot be written has no effect`() throws {
        let device = try SimulatedDevice(in: path)
        try FileManager.default.removeItem(atPath: path)
        expect(.directoryUnusable) { try device.change { $0.isRooted = true } }
        #expect(!device.settings.isRooted)
        #expect(!device.contents.settings.isRooted)
    }
}

struct StateDirectoryTests {
    private let directory = TestDirectory()

    @Test func `a state directory in use is refused until its user releases it`() throws {
        var first: StateDirectory? = try StateDirectory(directory.path)
        expect(.directoryInUse) { try StateDirectory(directory.path) }
        expect(.directoryInUse) { try StateDirectory(directory.path + "/../" + (directory.path as NSString).lastPathComponent) }
        #expect(first?.path == directory.path)
        first = nil
        _ = try StateDirectory(directory.path)
    }

    @Test func `only the owner may read, write or enter a state directory`() throws {
        let state = try StateDirectory(directory.path + "/deep/er")
        let attributes = try FileManager.default.attributesOfItem(atPath: try state.subdirectory("phone"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test func `a file in place of the state directory is refused`() throws {
        try Data("letter".utf8).write(to: URL(fileURLWithPath: directory.path))
        expect(.directoryUnusable) { try StateDirectory(directory.path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.path)) == Data("letter".utf8))
    }

    @Test func `a symbolic link in place of the lock is not followed`() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: directory.path + "/lock", withDestinationPath: directory.path + "/victim")
        expect(.directoryUnusable) { try StateDirectory(directory.path) }
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/victim"))
    }

    @Test func `erasing a state directory leaves only the lock`() throws {
        let state = try StateDirectory(directory.path)
        try Data().write(to: URL(fileURLWithPath: try state.subdirectory("phone/app") + "/file"))
        try state.erase()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["lock"])
        expect(.directoryInUse) { try StateDirectory(directory.path) }
    }
}
