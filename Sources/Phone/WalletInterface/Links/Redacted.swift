// SPDX-License-Identifier: EUPL-1.2

/// A value whose content no description, dump or mirror shows: it may hold codes and request objects (threat T-U4).
///
/// Whatever holds such a value may be described; only the values themselves are silent.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What may be logged: of which kind the value is, and how long.
    var logged: String { get }
}

extension Redacted {
    /// What may be logged.
    package var description: String { logged }
    /// What may be logged.
    package var debugDescription: String { logged }
    /// A mirror without children: `dump` and every other reader of mirrors finds nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
