// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Bytes that a caller of the C interface owns.
package enum BorrowedBytes {
    /// The longest that the interface takes.
    package static let maximum = 16 << 20

    /// Copies the bytes; nil for no pointer and no length.
    ///
    /// - Throws: `badArgument` for no pointer with a length, and for a length over the maximum.
    package static func copy(_ bytes: UnsafePointer<UInt8>?, _ length: Int) throws(HostFailure) -> [UInt8]? {
        // A size_t over Int.max arrives as a negative number.
        guard (0...maximum).contains(length) else { throw .badArgument }
        guard let bytes = unsafe bytes else {
            guard length == 0 else { throw .badArgument }
            return nil
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// Reads JSON.
    package static func read<Value: Decodable>(
        _ type: Value.Type, _ bytes: UnsafePointer<UInt8>?, _ length: Int
    ) throws(HostFailure) -> Value {
        guard let bytes = unsafe try copy(bytes, length) else { throw .badArgument }
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else { throw .badJSON }
        return value
    }
}
