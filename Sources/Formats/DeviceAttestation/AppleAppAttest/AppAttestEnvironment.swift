// SPDX-License-Identifier: EUPL-1.2

/// The two environments in which an App Attest key can be made. A key of one is worth nothing in the other.
package enum AppAttestEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps that are being developed.
    case development
    /// Apps from the store and from TestFlight.
    case production

    /// The 16 bytes that stand in the authenticator data's field for the authenticator's model (AAGUID): `appattestdevelop`, or `appattest`
    /// and seven zero bytes.
    package var aaguid: [UInt8] {
        switch self {
        case .development: Array("appattestdevelop".utf8)
        case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        }
    }
}
