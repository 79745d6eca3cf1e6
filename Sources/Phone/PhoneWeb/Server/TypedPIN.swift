// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import WalletApp

/// A parser for the PIN in an answer's body.
enum TypedPIN {
    private static let name = Array(#""value""#.utf8)
    private static let length = 6

    /// Removes a value of six digits from a JSON body and leaves zeros in its place, so that the body stays valid. Any other body is
    /// unchanged. No string in a valid body can look like the member, because its quotes would be escaped.
    static func take(from bytes: inout [UInt8]) -> Entered? {
        guard let start = firstValue(in: bytes), start + length < bytes.count, bytes[start + length] == UInt8(ascii: "\"") else {
            return nil
        }
        let digits = start..<(start + length)
        guard bytes[digits].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let pin = Entered(Array(bytes[digits]))
        for index in digits { bytes[index] = UInt8(ascii: "0") }
        return pin
    }

    /// Returns the index of the first byte in the string of the first member with that name.
    private static func firstValue(in bytes: [UInt8]) -> Int? {
        for start in bytes.indices where bytes[start...].starts(with: name) {
            var rest = skipSpace(bytes[(start + name.count)...])
            guard rest.popFirst() == UInt8(ascii: ":") else { continue }
            rest = skipSpace(rest)
            guard rest.popFirst() == UInt8(ascii: "\"") else { continue }
            return rest.startIndex
        }
        return nil
    }

    private static func skipSpace(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    }
}

extension ByteBuffer {
    /// Overwrites the readable bytes in place, even if the memory is shared, since this is the receive buffer.
    func overwriteInPlace() {
        unsafe withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(mutating: start).initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count)
        }
    }
}
