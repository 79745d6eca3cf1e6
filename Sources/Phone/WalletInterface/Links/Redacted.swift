// SPDX-License-Identifier: EUPL-1.2

/// A value whose content no description, dump or mirror reveals: it may contain codes and request objects (threat T-U4).
///
/// A container of such a value may be described; only the values themselves are hidden.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The loggable part: the kind and the length of the value.
    var logged: String { get }
}

extension Redacted {
    /// The loggable part.
    package var description: String { logged }
    /// The loggable part.
    package var debugDescription: String { logged }
    /// A mirror without children, so that `dump` and other readers of mirrors find nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
