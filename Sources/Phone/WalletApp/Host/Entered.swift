// SPDX-License-Identifier: EUPL-1.2

import Synchronization
package import WalletInterface

/// A value that the user typed or chose. It may be a PIN: its memory is overwritten when freed, and it is never printed.
package final class Entered: Sendable, CustomStringConvertible {
    private let bytes: Mutex<[UInt8]>

    /// Omits the value.
    package var description: String { "Entered(hidden)" }

    /// - Parameter bytes: UTF-8. They are overwritten at the end, unless another owner keeps them.
    package init(_ bytes: consuming [UInt8]) {
        self.bytes = Mutex(bytes)
    }

    /// - Parameter text: it is copied; the original text is not overwritten.
    package convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit { bytes.withLock { $0.overwrite() } }

    /// The value as a string, which is not overwritten; nil if it is not valid UTF-8.
    var text: String? { bytes.withLock { String(validating: $0, as: UTF8.self) } }

    /// The value as a PIN; nil for anything but six ASCII digits.
    package var pin: PIN? { bytes.withLock { PIN(utf8: $0) } }
}
