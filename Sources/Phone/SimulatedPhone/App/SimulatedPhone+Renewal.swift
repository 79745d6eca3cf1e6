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
        guard beginRenewal() else { return }
        defer { endRenewal() }
        killApp()
        for await hasProcess in processes.stream() where !hasProcess { break }
        try eraseAppFiles()
        let error = device.settings.clockError
        try device.renew(as: kind)
        clock.turn(by: -error)
        sensor.enterPasscode()
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
