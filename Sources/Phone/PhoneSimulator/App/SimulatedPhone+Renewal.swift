// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues

/// Replacing the phone and its app.
extension SimulatedPhone {
    /// Replaces the phone by a new phone of the given kind: without the app's files, with new hardware, the right time and the same
    /// language.
    ///
    /// The app is killed first; a launch does nothing while its process is ending. The servers around the phone are unchanged.
    ///
    /// - Throws: `otherKind` when no maker for that kind is configured, `directoryUnusable` when the old phone cannot be removed. The old
    ///   phone is then still there, perhaps without the app's files.
    package func renew(as kind: PhoneKind) async throws(SimulatedPhoneError) {
        guard kinds.contains(kind) else { throw SimulatedPhoneError(.otherKind, "this demo has no maker for \(kind)") }
        try await withoutApp { () throws(SimulatedPhoneError) in
            try eraseAppFiles()
            let error = device.settings.clockError
            try device.renew(as: kind)
            clock.turn(by: -error)
            sensor.enterPasscode()
        }
    }

    /// Deletes the app and installs it again: its files are deleted, and so are the keys that this kind of phone does not keep after a
    /// deletion. Settings and time stay.
    ///
    /// The app is killed first; a launch does nothing while its process is ending.
    ///
    /// - Throws: `directoryUnusable`; the app is then still there, perhaps without its files.
    public func reinstallApp() async throws(SimulatedPhoneError) {
        try await withoutApp { () throws(SimulatedPhoneError) in
            try eraseAppFiles()
            try device.reinstallApp()
        }
    }

    /// Erases the phone and restores a backup: the app is installed again, and the hardware's keys are lost. Settings and time stay.
    ///
    /// The app is killed first; a launch does nothing while its process is ending.
    ///
    /// - Parameter hasAppFiles: true if the backup contains the app's directory. The phone's own backup excludes the directory, as the app
    ///   requests; a copy made by another tool may contain it.
    /// - Throws: `directoryUnusable`; the phone is then unchanged, except that the app's files may be deleted.
    package func restore(withAppFiles hasAppFiles: Bool) async throws(SimulatedPhoneError) {
        try await withoutApp { () throws(SimulatedPhoneError) in
            if !hasAppFiles { try eraseAppFiles() }
            try device.erase()
            sensor.enterPasscode()
        }
    }

    /// Kills the app and prevents launches while `body` runs. If `body` succeeds, the phone shows the home screen and drops the pending
    /// links. Does nothing while an earlier call is in progress.
    private func withoutApp(_ body: () throws(SimulatedPhoneError) -> Void) async throws(SimulatedPhoneError) {
        guard beginRenewal() else { return }
        defer { endRenewal() }
        killApp()
        for await hasProcess in processes.stream() where !hasProcess { break }
        try body()
        forgetLinks()
    }

    /// Installs a version of the app over the present version, as an app store does: the app is killed, and its next process has that
    /// version. Its files and keys stay. Installing the present version changes nothing.
    ///
    /// - Parameter version: nil for the version with which the phone was created.
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
