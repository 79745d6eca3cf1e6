// SPDX-License-Identifier: EUPL-1.2

/// A file that the app hands to the phone, for the user to put somewhere. No description shows its bytes.
package struct SavedFile: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The name, without a path.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        (self.name, self.bytes) = (name, bytes)
    }

    /// The name and the number of bytes.
    package var description: String { "\(name), \(bytes.count) bytes" }
    /// As `description`.
    package var debugDescription: String { description }
}
