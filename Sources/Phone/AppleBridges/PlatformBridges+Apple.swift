// SPDX-License-Identifier: EUPL-1.2

#if canImport(DeviceCheck)

public import PlatformSupport

extension PlatformBridges {
    /// Returns the bridges of this Apple device, for one process of the app. Not run on a device yet: run `WalletPlatformTesting` there
    /// first.
    ///
    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    /// - Throws: the error of Foundation when the app's directory cannot be made.
    public static func apple(accessGroup: String? = nil) throws -> PlatformBridges {
        PlatformBridges(
            attestedKey: AppAttestKeys(accessGroup: accessGroup),
            encryptionKey: SecureEnclaveEncryptionKeys(accessGroup: accessGroup),
            biometrics: SecureEnclaveBiometrics(accessGroup: accessGroup), camera: AppleCamera(), network: URLSessionNetwork(),
            clock: AppleClock(), utilities: try AppleUtilities(accessGroup: accessGroup))
    }
}

#endif
