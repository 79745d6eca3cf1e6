// SPDX-License-Identifier: EUPL-1.2

package import Deadlines

/// The token with the keys, and the settings for its use.
package struct PKCS11Configuration: Sendable {
    /// The path of the PKCS#11 module, a shared library.
    package var modulePath: String
    /// The token's label, as set at its initialisation; at most 32 bytes, without padding.
    package var tokenLabel: String
    /// The PIN of the normal user.
    package var pin: TokenPIN
    /// The prefix of the keys' labels. The purpose's name follows, as in `wallet-provider/certificate`.
    package var labelPrefix = "wallet-provider/"
    /// The number of working sessions, each with its own thread; 1…64. One further session keeps the login.
    package var sessions = 4
    /// The maximum number of calls that wait for a session; further calls are `unavailable` at once. 1…100,000.
    package var queueLimit = 1024
    /// The time limit of a call, including waiting. All calls of one request together also end by its deadline (`Deadline`).
    package var callTimeLimit: Duration
    /// The pause after the first attempt to connect again. It doubles with each further attempt until a call succeeds. During the pause,
    /// calls without a connection are `unavailable` at once.
    package var reconnectPause: Duration = .milliseconds(500)
    /// The limit of the growing pause. So a token that is back is used at the latest after this time.
    package var longestReconnectPause: Duration = .seconds(4)
    /// The maximum age of the list of signing keys, in seconds. A rotation by a different replica is noticed within this time.
    package var refreshInterval: Double = 30

    /// Creates a configuration with these time limits, and otherwise the default settings.
    package init(modulePath: String, tokenLabel: String, pin: TokenPIN, timeouts: Timeouts) {
        callTimeLimit = timeouts.tokenCall
        self.modulePath = modulePath
        self.tokenLabel = tokenLabel
        self.pin = pin
    }
}

/// The PIN of a token. Descriptions, dumps and errors never show it.
package struct TokenPIN: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// Creates a PIN as the token expects it, in UTF-8.
    package init(_ pin: String) { bytes = Array(pin.utf8) }

    /// A placeholder that hides the PIN.
    package var description: String { "•••" }
    /// The placeholder of `description`.
    package var debugDescription: String { description }
    /// Empty, so that dumps do not show the PIN.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
