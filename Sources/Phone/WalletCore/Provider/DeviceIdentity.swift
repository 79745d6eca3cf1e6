// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// The identity by which the provider knows a wallet when no PIN is asked for.
struct DeviceIdentity: Codable, Sendable, Equatable {
    /// The wallet's id, base64url.
    let walletID: String
    /// The platform's name for the device key.
    let deviceKeyID: String
    /// The kind that the device key registered as.
    let deviceKeyKind: AttestedKeyKind
    /// The wallet certificate as received.
    let certificate: String

    init(_ registration: Registration) {
        walletID = registration.walletID
        deviceKeyID = registration.deviceKeyID
        deviceKeyKind = registration.deviceKeyKind
        certificate = registration.certificate
    }

    var deviceKey: DeviceKey { DeviceKey(identifier: deviceKeyID, kind: deviceKeyKind) }
}
