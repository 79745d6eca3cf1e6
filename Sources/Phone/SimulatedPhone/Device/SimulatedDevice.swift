// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Synchronization

/// The phone without its apps: switches and secure hardware, kept in one file that is replaced with every change.
package final class SimulatedDevice: Sendable {
    private let path: String
    private let hardware: Mutex<DeviceHardware>
    private let broadcast: Broadcast<DeviceSettings>
    private static let fileName = "device.json"

    /// The phone that lives in a directory; a new one when there is none.
    ///
    /// - Parameter kind: what a new phone is, and what the one that is there must be.
    /// - Throws: `SimulatedPhoneError` with `otherKind`, `stateDamaged` or `stateTooNew`; the file is then left as it is.
    ///   `directoryUnusable` when a new phone cannot be written.
    package init(in directory: String, kind: PhoneKind = .iPhone) throws(SimulatedPhoneError) {
        path = directory + "/" + Self.fileName
        let found = try Self.read(path)
        if let found, found.kind != kind {
            throw SimulatedPhoneError(
                .otherKind, "the phone in \(directory) is \(found.kind) and stays one; start with --fresh for \(kind)")
        }
        var hardware = found ?? DeviceHardware(kind: kind)
        if found == nil { hardware.noteNewInstallation() }
        self.hardware = Mutex(hardware)
        broadcast = Broadcast(hardware.settings)
        if found == nil { try Self.write(hardware, to: path) }
    }

    /// The kind of the phone that lives in a directory; nil when there is none.
    static func kind(in directory: String) throws(SimulatedPhoneError) -> PhoneKind? {
        try read(directory + "/" + fileName)?.kind
    }

    /// What the phone is.
    package var kind: PhoneKind { contents.kind }

    // MARK: Switches

    /// The switches as they are now.
    package var settings: DeviceSettings { broadcast.value }

    /// The switches now and after every change, for any number of observers. Who falls behind sees the newest.
    package func settingsChanges() -> AsyncStream<DeviceSettings> { broadcast.stream() }

    /// Changes switches. Enrolling a face or finger where there was none makes a new enrolment.
    ///
    /// - Throws: `directoryUnusable`; nothing is changed then.
    package func change(_ body: (inout DeviceSettings) -> Void) throws(SimulatedPhoneError) {
        try update { hardware in
            let before = hardware.settings.biometrics
            body(&hardware.settings)
            if before != .enrolled, hardware.settings.biometrics == .enrolled { hardware.enrolment += 1 }
        }
    }

    /// Enrols another face or finger, or the same again: keys made for the enrolment before are void.
    ///
    /// - Throws: `directoryUnusable`; nothing is changed then.
    package func changeEnrolment() throws(SimulatedPhoneError) {
        try update { hardware in
            hardware.settings.biometrics = .enrolled
            hardware.enrolment += 1
        }
    }

    /// Puts a new phone of a kind in the place of this one: it works, at the same time in the world and in the same language.
    ///
    /// - Throws: `directoryUnusable`; the old one is there still.
    func renew(as kind: PhoneKind) throws(SimulatedPhoneError) {
        try update { hardware in
            var settings = DeviceSettings()
            settings.language = hardware.settings.language
            settings.clockOffset = hardware.settings.clockOffset
            hardware = DeviceHardware(kind: kind, settings: settings)
            hardware.noteNewInstallation()
        }
    }

    /// What the phone's hardware goes through when the app is deleted and installed again. An iPhone keeps the keychain, with the keys of store
    /// and sensor in it, but no App Attest key. An Android phone keeps no key of the app.
    ///
    /// - Throws: `directoryUnusable`; nothing is changed then.
    package func reinstallApp() throws(SimulatedPhoneError) {
        try update { hardware in
            hardware.attestedKeys = [:]
            switch hardware.kind {
            case .iPhone: break
            case .android: (hardware.encryptionKeys, hardware.biometricKey) = ([:], nil)
            }
            hardware.noteNewInstallation()
        }
    }

    /// What the phone's hardware goes through when the phone is erased and gets a backup: no key leaves secure hardware, so none is in a backup.
    /// Switches, time and language are as before.
    ///
    /// - Throws: `directoryUnusable`; nothing is changed then.
    func erase() throws(SimulatedPhoneError) {
        try update { hardware in
            (hardware.attestedKeys, hardware.encryptionKeys, hardware.biometricKey) = ([:], [:], nil)
            hardware.enrolment += 1
            hardware.noteNewInstallation()
        }
    }

    // MARK: Hardware

    /// What is in the hardware now.
    var contents: DeviceHardware { hardware.withLock { $0 } }

    /// Changes what is in the hardware; it is on the disk when this returns.
    ///
    /// - Throws: `directoryUnusable`; nothing is changed then.
    func update<Value: Sendable>(_ body: (inout DeviceHardware) -> Value) throws(SimulatedPhoneError) -> Value {
        let outcome: Result<Value, SimulatedPhoneError> = hardware.withLock { hardware in
            var changed = hardware
            let value = body(&changed)
            guard changed != hardware else { return .success(value) }
            do throws(SimulatedPhoneError) {
                try Self.write(changed, to: path)
            } catch {
                return .failure(error)
            }
            hardware = changed
            broadcast.set(changed.settings)
            return .success(value)
        }
        return try outcome.get()
    }

    // MARK: File

    /// The most bytes that are read of the phone's state.
    private static let maximumBytes = 1 << 26

    /// What the file holds; nil when there is none.
    private static func read(_ path: String) throws(SimulatedPhoneError) -> DeviceHardware? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        struct Version: Decodable {
            let version: Int
        }
        guard let bytes = (try? BoundedRead.bytes(of: path, atMost: maximumBytes)).map({ Data($0) }),
            let found = try? JSONDecoder().decode(Version.self, from: bytes)
        else {
            throw SimulatedPhoneError(.stateDamaged, "the phone's state in \(path) cannot be read; start with --fresh for a new phone")
        }
        guard found.version <= DeviceHardware.currentVersion else {
            throw SimulatedPhoneError(.stateTooNew, "the phone's state in \(path) was written by a newer version")
        }
        guard var hardware = try? JSONDecoder().decode(DeviceHardware.self, from: bytes) else {
            throw SimulatedPhoneError(.stateDamaged, "the phone's state in \(path) cannot be read; start with --fresh for a new phone")
        }
        hardware.version = DeviceHardware.currentVersion
        hardware.installation = hardware.installation ?? DeviceHardware.firstInstallation
        return hardware
    }

    private static func write(_ hardware: DeviceHardware, to path: String) throws(SimulatedPhoneError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let bytes = try? encoder.encode(hardware) else {
            throw SimulatedPhoneError(.directoryUnusable, "the phone's state cannot be encoded")
        }
        do {
            try DurableFile(path).replace(with: bytes)
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, error.reason)
        }
    }
}
