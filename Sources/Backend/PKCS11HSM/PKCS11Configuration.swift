// SPDX-License-Identifier: EUPL-1.2

/// Which token the keys are on, and how it is used.
package struct PKCS11Configuration: Sendable {
    /// The path of the PKCS#11 module, a shared library.
    package var modulePath: String
    /// The label of the token, as it was given when the token was initialised; at most 32 bytes, without the padding.
    package var tokenLabel: String
    /// The normal user's PIN.
    package var pin: TokenPIN
    /// What the labels of the keys begin with; the purpose's name follows, as in `wallet-provider/certificate`.
    package var labelPrefix = "wallet-provider/"
    /// How many sessions, each on a thread of its own, do the work; 1…64. One more session keeps the login.
    package var sessions = 4
    /// How many calls may wait for a session; one more is `unavailable` at once. 1…100,000.
    package var queueLimit = 1024
    /// How long a call may take, waiting included, before it is `unavailable`. Below the two seconds within which phones are told so; the
    /// calls of one request have no more than its deadline together (`Deadline`).
    package var callTimeLimit: Duration = .milliseconds(1700)
    /// How long after a connection failed the next one is tried; calls in between are `unavailable` at once.
    package var reconnectPause: Duration = .milliseconds(500)
    /// How old the list of signing keys may be before it is read again, in seconds. A rotation elsewhere is known here after that time.
    package var refreshInterval: Double = 30

    /// A token with the usual settings.
    package init(modulePath: String, tokenLabel: String, pin: TokenPIN) {
        self.modulePath = modulePath
        self.tokenLabel = tokenLabel
        self.pin = pin
    }
}

/// The PIN that a token is opened with. It shows itself nowhere: not in descriptions, dumps or errors.
package struct TokenPIN: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// A PIN as the token expects it, in UTF-8.
    package init(_ pin: String) { bytes = Array(pin.utf8) }

    /// Three dots.
    package var description: String { "•••" }
    /// Three dots.
    package var debugDescription: String { description }
    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
