// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// Phones for other packages. A development authority attests their keys, so only a provider that trusts it accepts them, such as the
/// demo's.
extension SimulatedPhone {
    /// Opens the iPhone stored in a directory, or creates a phone: online, with an enrolled face. Its app does not run yet.
    ///
    /// - Parameters:
    ///   - directory: the directory of the phone and the app's own files, created if missing. It contains private keys in the clear.
    ///   - apple: the authority that attests the phone's keys, and the installed app.
    ///   - base: the time that the phone's clocks follow; nil for the computer's.
    /// - Throws: ``SimulatedPhoneError`` with `directoryInUse`, `directoryUnusable`, `otherKind`, `stateDamaged` or `stateTooNew`; a stored
    ///   phone is not changed.
    public convenience init(
        iPhoneIn directory: String, attestedBy apple: DevelopmentAttestation, base: (@Sendable () -> Date)? = nil
    ) throws(SimulatedPhoneError) {
        try self.init(state: StateDirectory(directory), maker: apple.maker, base: base)
    }

    /// Opens the Android phone stored in a directory, or creates a phone: online, with an enrolled finger. Its app does not run yet.
    ///
    /// - Parameters:
    ///   - directory: the directory of the phone and the app's own files, created if missing. It contains private keys in the clear.
    ///   - google: the authority that attests the phone's keys, and the installed app.
    ///   - base: the time that the phone's clocks follow; nil for the computer's.
    /// - Throws: ``SimulatedPhoneError`` with `directoryInUse`, `directoryUnusable`, `otherKind`, `stateDamaged` or `stateTooNew`; a stored
    ///   phone is not changed.
    public convenience init(
        androidPhoneIn directory: String, attestedBy google: DevelopmentKeyAttestation, base: (@Sendable () -> Date)? = nil
    ) throws(SimulatedPhoneError) {
        try self.init(state: StateDirectory(directory), maker: google.maker, base: base)
    }
}
