// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation

/// The properties of a simulated Android phone that its hardware states in every attestation.
package struct AndroidDevice: Hashable, Sendable {
    package var attestationSecurityLevel: AndroidKeyDescription.SecurityLevel
    package var keyMintSecurityLevel: AndroidKeyDescription.SecurityLevel
    /// The boot state of the phone.
    package var rootOfTrust: RootOfTrust
    /// The operating system's version, two digits for each of its three parts: 150000 is 15.
    package var osVersion: UInt64
    /// The month of the operating system's security patches.
    package var osPatchLevel: PatchLevel
    /// The day of the vendor's security patches, YYYYMMDD.
    package var vendorPatchLevel: UInt64
    /// The day of the boot image's security patches, YYYYMMDD.
    package var bootPatchLevel: UInt64

    /// The version of KeyMint times 100, also the schema's version: KeyMint 3, of Android 14 and 15.
    static let keyMintVersion: UInt64 = 300

    /// Creates a phone in factory state: a locked boot loader and the maker's own Android 15.
    ///
    /// - Parameters:
    ///   - securityLevel: where keys and attestations are made.
    ///   - osPatchLevel: the month of all security patches.
    package init(securityLevel: AndroidKeyDescription.SecurityLevel = .trustedEnvironment, osPatchLevel: PatchLevel) {
        attestationSecurityLevel = securityLevel
        keyMintSecurityLevel = securityLevel
        rootOfTrust = RootOfTrust(
            verifiedBootKey: [UInt8](repeating: 0xd5, count: 32), isDeviceLocked: true, verifiedBootState: .verified,
            verifiedBootHash: [UInt8](repeating: 0xb0, count: 32))
        osVersion = 150_000
        self.osPatchLevel = osPatchLevel
        vendorPatchLevel = osPatchLevel.number * 100 + 5
        bootPatchLevel = vendorPatchLevel
    }

    /// Returns the phone with an unlocked boot loader: its boot is no longer verified.
    package func unlocked() -> AndroidDevice {
        var device = self
        device.rootOfTrust.isDeviceLocked = false
        device.rootOfTrust.verifiedBootState = .unverified
        device.rootOfTrust.verifiedBootKey = [UInt8](repeating: 0, count: 32)
        return device
    }
}
