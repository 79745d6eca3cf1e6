// SPDX-License-Identifier: EUPL-1.2

/// Whose secure hardware a device key lives in.
package enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// An App Attest key.
    case apple
    /// A key in the Android Keystore.
    case android
}
