// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// A QR code that was read, with what it is for the wallet (UC9.9/1.4).
package enum ScanResult: Sendable, Hashable {
    /// A link of the wallet that may be scanned. It starts a flow, and arrived from another device.
    case link(UniversalLink, ScannedCode)
    /// A code that is not for this scanner, for this reason (UC9.9/1.4b, 3).
    case notUsable(ScanProblem, ScannedCode)

    /// The code, for the next scan to ignore.
    package var code: ScannedCode {
        switch self {
        case .link(_, let code), .notUsable(_, let code): code
        }
    }
}
