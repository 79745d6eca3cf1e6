// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import WalletApp

/// The PIN in an answer's body.
enum TypedPIN {
    private static let name = Array(#""value""#.utf8)
    private static let length = 6

    /// Takes a value of six digits out of a JSON body and leaves zeros in its place, which is as valid as before. Of a body that has no such
    /// value nothing is changed. No string of a valid body can look like the member: its quotes would be escaped.
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

    /// Where the first member of that name has the first byte of its string.
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
    /// Overwrites what can be read where it lies, also when others share the memory: that is where it was received.
    func overwriteInPlace() {
        unsafe withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(mutating: start).initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count)
        }
    }
}
