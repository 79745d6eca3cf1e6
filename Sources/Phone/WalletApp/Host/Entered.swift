// SPDX-License-Identifier: EUPL-1.2

import Synchronization
package import WalletInterface

/// What a person typed or chose. It may be a PIN: it is kept in memory that is overwritten when it is freed, and never printed.
package final class Entered: Sendable, CustomStringConvertible {
    private let bytes: Mutex<[UInt8]>

    /// Hidden.
    package var description: String { "Entered(hidden)" }

    /// - Parameter bytes: UTF-8. They are overwritten in the end if nobody else keeps them.
    package init(_ bytes: consuming [UInt8]) {
        self.bytes = Mutex(bytes)
    }

    /// - Parameter text: a copy of it is kept; nothing overwrites the text itself.
    package convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit { bytes.withLock { $0.overwrite() } }

    /// As a text, which nothing overwrites; nil when it is none.
    var text: String? { bytes.withLock { String(validating: $0, as: UTF8.self) } }

    /// As a PIN; nil for anything but six ASCII digits.
    package var pin: PIN? { bytes.withLock { PIN(utf8: $0) } }
}
