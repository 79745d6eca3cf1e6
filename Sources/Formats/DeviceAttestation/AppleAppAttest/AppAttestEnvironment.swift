// SPDX-License-Identifier: EUPL-1.2

/// The environments of App Attest. A key of one environment is not accepted in the other environment.
@nonexhaustive public enum AppAttestEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps under development.
    case development
    /// Apps from the App Store and TestFlight.
    case production

    /// The AAGUID in the authenticator data, 16 bytes: `appattestdevelop`, or `appattest` and seven zero bytes.
    public var aaguid: [UInt8] {
        switch self {
        case .development: Array("appattestdevelop".utf8)
        case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        }
    }
}
