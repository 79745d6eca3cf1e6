// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Another phone in the place of this one, and another version of its app.
extension SimulatedPhone {
    /// Throws the phone away and takes a new one of a kind: without the app's files, with new hardware, on time, in the same language.
    ///
    /// The app is killed first; while its process is ending, a launch does nothing. What is around the phone stays as it is.
    ///
    /// - Throws: `otherKind` when nobody makes phones of that kind here, `directoryUnusable` when the old one cannot be removed: then it is
    ///   still there, perhaps without the app's files.
    package func renew(as kind: PhoneKind) async throws(SimulatedPhoneError) {
        guard kinds.contains(kind) else { throw SimulatedPhoneError(.otherKind, "nobody makes \(kind) here") }
        try await withoutApp { () throws(SimulatedPhoneError) in
            try eraseAppFiles()
            let error = device.settings.clockError
            try device.renew(as: kind)
            clock.turn(by: -error)
            sensor.enterPasscode()
        }
    }

    /// Deletes the app and installs it again: its files are gone, and so are the keys that this kind of phone does not keep. Switches and time stay.
    ///
    /// The app is killed first; while its process is ending, a launch does nothing.
    ///
    /// - Throws: `directoryUnusable`; the app is then still there, perhaps without its files.
    package func reinstallApp() async throws(SimulatedPhoneError) {
        try await withoutApp { () throws(SimulatedPhoneError) in
            try eraseAppFiles()
            try device.reinstallApp()
        }
    }

    /// Erases the phone and puts a backup on it: the app is installed again, and no key is in the hardware. Switches and time stay.
    ///
    /// The app is killed first; while its process is ending, a launch does nothing.
    ///
    /// - Parameter hasAppFiles: whether the app's own directory is in the backup. A phone's own backup leaves it out, as the app asks; a copy by
    ///   another tool may hold it.
    /// - Throws: `directoryUnusable`; the phone is then as it was, perhaps without the app's files.
    package func restore(withAppFiles hasAppFiles: Bool) async throws(SimulatedPhoneError) {
        try await withoutApp { () throws(SimulatedPhoneError) in
            if !hasAppFiles { try eraseAppFiles() }
            try device.erase()
            sensor.enterPasscode()
        }
    }

    /// Ends the app and keeps it from being launched meanwhile. Afterwards the home screen is there, and no link waits.
    private func withoutApp(_ body: () throws(SimulatedPhoneError) -> Void) async throws(SimulatedPhoneError) {
        guard beginRenewal() else { return }
        defer { endRenewal() }
        killApp()
        for await hasProcess in processes.stream() where !hasProcess { break }
        try body()
        forgetLinks()
    }

    /// Installs a version of the app over the one that is there, as a store does: the app is killed, and its next process is of that version.
    /// Its files and keys stay. The version that is installed already changes nothing.
    ///
    /// - Parameter version: nil for the one that the phone came with.
    /// - Throws: `directoryUnusable`; then nothing was installed.
    package func install(version: String?) throws(SimulatedPhoneError) {
        guard device.settings.appVersion != version else { return }
        try device.change { $0.appVersion = version }
        killApp()
    }

    private func eraseAppFiles() throws(SimulatedPhoneError) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: storageDirectory) {
                try FileManager.default.removeItem(atPath: storageDirectory + "/" + name)
            }
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, "the app's files in \(storageDirectory) cannot be removed")
        }
    }
}
