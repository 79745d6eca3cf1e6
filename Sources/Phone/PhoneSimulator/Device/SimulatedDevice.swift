// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import ObservedValues
package import PlatformSupport
import Synchronization

/// The phone without its apps: settings and secure hardware, stored in one file that is replaced with every change.
public final class SimulatedDevice: Sendable {
    private let path: String
    private let hardware: Mutex<DeviceHardware>
    let observed: ObservedValue<DeviceSettings>
    private static let fileName = "device.json"
    /// True from a restart of the phone until its user unlocks it. Until the unlock, the app's keys and files are inaccessible.
    var isAwaitingUnlock: Bool { awaitsUnlock.withLock { $0 } }
    private let awaitsUnlock = Mutex(false)

    /// Opens the phone stored in a directory, or creates a phone.
    ///
    /// - Parameter kind: the kind of a new phone, which a stored phone must match.
    /// - Throws: `SimulatedPhoneError` with `otherKind`, `stateDamaged` or `stateTooNew`; the file is unchanged then. `directoryUnusable`
    ///   when a new phone cannot be written.
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
        observed = ObservedValue(hardware.settings)
        if found == nil { try Self.write(hardware, to: path) }
    }

    /// Returns the kind of the phone stored in a directory; nil if absent.
    static func kind(in directory: String) throws(SimulatedPhoneError) -> PhoneKind? {
        try read(directory + "/" + fileName)?.kind
    }

    package var kind: PhoneKind { contents.kind }

    /// The kind of the present sensor.
    package var sensorKind: BiometricKind {
        let contents = contents
        return contents.kind.biometricKind(of: contents.settings.sensor)
    }

    // MARK: Settings

    /// The present settings.
    public var settings: DeviceSettings { observed.value }

    /// Streams the settings, now and after every change, to any number of observers. A slow observer sees only the newest settings.
    public func settingsChanges() -> AsyncStream<DeviceSettings> { observed.stream() }

    /// Changes settings. Enrolling after a time without enrolment creates a new enrolment, and so does a change of the sensor.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
    public func change(_ body: (inout DeviceSettings) -> Void) throws(SimulatedPhoneError) {
        try update { hardware in
            let before = hardware.settings
            body(&hardware.settings)
            let isNew = before.biometrics != .enrolled || before.sensor != hardware.settings.sensor
            if isNew, hardware.settings.biometrics == .enrolled { hardware.enrolment += 1 }
        }
    }

    /// Changes the enrolment; keys made for the previous enrolment become void.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
    public func changeEnrolment() throws(SimulatedPhoneError) {
        try update { hardware in
            hardware.settings.biometrics = .enrolled
            hardware.enrolment += 1
        }
    }

    /// Replaces this phone by a new, working phone of a kind, with the same language and time offset.
    ///
    /// - Throws: `directoryUnusable`; the old phone then stays.
    func renew(as kind: PhoneKind) throws(SimulatedPhoneError) {
        try update { hardware in
            var settings = DeviceSettings()
            settings.language = hardware.settings.language
            settings.clockOffset = hardware.settings.clockOffset
            hardware = DeviceHardware(kind: kind, settings: settings)
            hardware.noteNewInstallation()
        }
    }

    /// Applies a deletion and reinstallation of the app to the hardware. An iPhone keeps the keychain with the keys of store and sensor,
    /// but no App Attest key. An Android phone keeps no key of the app.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
    package func reinstallApp() throws(SimulatedPhoneError) {
        try update { hardware in
            hardware.attestedKeys = [:]
            hardware.settings.camera = hardware.settings.camera.afterInstallation
            switch hardware.kind {
            case .iPhone: break
            case .android: (hardware.encryptionKeys, hardware.biometricKey) = ([:], nil)
            }
            hardware.noteNewInstallation()
        }
    }

    /// Applies an erasure and restored backup to the hardware. Keys never leave secure hardware, so no backup contains them. Settings, time
    /// and language stay.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
    func erase() throws(SimulatedPhoneError) {
        try update { hardware in
            (hardware.attestedKeys, hardware.encryptionKeys, hardware.biometricKey) = ([:], [:], nil)
            hardware.enrolment += 1
            hardware.settings.camera = hardware.settings.camera.afterInstallation
            hardware.noteNewInstallation()
        }
    }

    /// Drops the keys that the maker attested, and nothing else, as some phones do when they are restored.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
    package func loseDeviceKey() throws(SimulatedPhoneError) {
        try update { $0.attestedKeys = [:] }
    }

    // MARK: First unlock

    /// Begins or ends the wait for the first unlock.
    ///
    /// - Returns: true if the phone waited before.
    @discardableResult
    func awaitUnlock(_ isAwaiting: Bool) -> Bool {
        awaitsUnlock.withLock { awaits in
            defer { awaits = isAwaiting }
            return awaits
        }
    }

    // MARK: Hardware

    var contents: DeviceHardware { hardware.withLock { $0 } }

    /// Changes the hardware's contents; the change is on disk when this returns.
    ///
    /// - Throws: `directoryUnusable`; then nothing changes.
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
            observed.set(changed.settings)
            return .success(value)
        }
        return try outcome.get()
    }

    // MARK: File

    /// The maximum size of the phone's stored state in bytes.
    private static let maximumBytes = 1 << 26

    /// Reads the file; nil if absent.
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
