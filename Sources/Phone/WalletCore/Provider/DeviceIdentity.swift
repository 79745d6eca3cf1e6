// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// A wallet's identity at the provider for instructions without a PIN.
struct DeviceIdentity: Codable, Sendable, Equatable {
    /// The wallet's ID, base64url.
    let walletID: String
    /// The platform's name for the device key.
    let deviceKeyID: String
    /// The platform whose secure hardware holds the device key.
    let deviceKeyKind: AttestedKeyKind
    let certificate: String

    private enum CodingKeys: String, CodingKey { case walletID, deviceKeyID, deviceKeyKind, certificate }

    init(_ registration: Registration) {
        walletID = registration.walletID
        deviceKeyID = registration.deviceKeyID
        deviceKeyKind = registration.deviceKeyKind
        certificate = registration.certificate
    }

    var deviceKey: DeviceKey { DeviceKey(identifier: deviceKeyID, kind: deviceKeyKind) }
}
