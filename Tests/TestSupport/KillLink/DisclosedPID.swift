// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A stand-in for a PID in the provider kill tests, as JSON.
package struct DisclosedPID: Codable, Sendable {
    package var code: String
    /// The wallet's key to which it is bound: x ‖ y.
    package var key: Data

    package init(code: String, key: Data) {
        self.code = code
        self.key = key
    }
}
