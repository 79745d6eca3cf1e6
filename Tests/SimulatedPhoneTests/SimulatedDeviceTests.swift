// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing

@testable import SimulatedPhone

struct SimulatedDeviceTests {
    private let directory = TestDirectory()
    private let path: String

    init() throws {
        path = try StateDirectory(directory.path).path
    }

    private var file: String { path + "/device.json" }

    @Test func `a new phone works`() throws {
        let settings = try SimulatedDevice(in: path).settings
        #expect(settings == DeviceSettings())
        #expect(!settings.isRooted && settings.network == .online && settings.biometrics == .enrolled && settings.attestation == .genuine)
    }

    @Test func `switches and hardware survive, readable by their owner only`() throws {
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

    @Test func `every observer sees the switches at once and their changes`() async throws {
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

    @Test func `an observer that went away is forgotten`() async throws {
        let device = try SimulatedDevice(in: path)
        await withTaskGroup { group in
            group.addTask { for await _ in device.settingsChanges() {} }
            while !device.observed.isObserved { await Task.yield() }
            group.cancelAll()
        }
        #expect(!device.observed.isObserved)
        try device.change { $0.isRooted = true }
    }

    @Test func `enrolling where there was no enrolment makes a new enrolment`() throws {
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
    func `a state that cannot be read is refused and left as it is`(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        expect(.stateDamaged) { try SimulatedDevice(in: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(text.utf8))
    }

    @Test func `the state of a newer version is refused and left as it is`() throws {
        let text = Data(#"{"version":3,"more":true}"#.utf8)
        try text.write(to: URL(fileURLWithPath: file))
        expect(.stateTooNew) { try SimulatedDevice(in: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
    }

    @Test func `a change that cannot be written is not made`() throws {
        let device = try SimulatedDevice(in: path)
        try FileManager.default.removeItem(atPath: path)
        expect(.directoryUnusable) { try device.change { $0.isRooted = true } }
        #expect(!device.settings.isRooted)
        #expect(!device.contents.settings.isRooted)
    }
}

struct StateDirectoryTests {
    private let directory = TestDirectory()

    @Test func `one program has it at a time`() throws {
        var first: StateDirectory? = try StateDirectory(directory.path)
        expect(.directoryInUse) { try StateDirectory(directory.path) }
        expect(.directoryInUse) { try StateDirectory(directory.path + "/../" + (directory.path as NSString).lastPathComponent) }
        #expect(first?.path == directory.path)
        first = nil
        _ = try StateDirectory(directory.path)
    }

    @Test func `it is its owner's only`() throws {
        let state = try StateDirectory(directory.path + "/deep/er")
        let attributes = try FileManager.default.attributesOfItem(atPath: try state.subdirectory("phone"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test func `a file at its place is refused`() throws {
        try Data("letter".utf8).write(to: URL(fileURLWithPath: directory.path))
        expect(.directoryUnusable) { try StateDirectory(directory.path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.path)) == Data("letter".utf8))
    }

    @Test func `a link at the lock's place is not followed`() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: directory.path + "/lock", withDestinationPath: directory.path + "/victim")
        expect(.directoryUnusable) { try StateDirectory(directory.path) }
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/victim"))
    }

    @Test func `erasing leaves the lock only`() throws {
        let state = try StateDirectory(directory.path)
        try Data().write(to: URL(fileURLWithPath: try state.subdirectory("phone/app") + "/file"))
        try state.erase()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["lock"])
        expect(.directoryInUse) { try StateDirectory(directory.path) }
    }
}
