// SPDX-License-Identifier: EUPL-1.2

import Foundation

extension ArraySlice<UInt8> {
    /// Splits at a separator and keeps empty parts: n separators give n + 1 parts.
    ///
    /// - Parameters:
    ///   - separator: an ASCII character.
    ///   - count: maximum number of parts, at least 1. The last part keeps the remaining separators.
    package func parts(between separator: Unicode.Scalar, atMost count: Int) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = startIndex
        while parts.count < count - 1, let end = self[start...].place(of: UInt8(ascii: separator)) {
            parts.append(self[start..<end])
            start = end + 1
        }
        parts.append(self[start...])
        return parts
    }

    /// The index of the first occurrence of a byte; nil if absent.
    private func place(of byte: UInt8) -> Int? {
        unsafe withUnsafeBytes { bytes in
            // `memchr` compares many bytes at once.
            guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else { return nil }
            return unsafe startIndex + (UnsafeRawPointer(found) - base)
        }
    }
}
