// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What stands for a PID where providers are killed, as JSON.
package struct ToldPID: Codable, Sendable {
    /// The recovery code.
    package var code: String
    /// The wallet's key that it is bound to: x ‖ y.
    package var key: Data

    package init(code: String, key: Data) {
        self.code = code
        self.key = key
    }
}
