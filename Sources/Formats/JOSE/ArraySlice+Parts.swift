// SPDX-License-Identifier: EUPL-1.2

import Foundation

extension ArraySlice<UInt8> {
    /// What stands between separators, empty parts included: one more than there are separators.
    ///
    /// - Parameters:
    ///   - separator: a character of ASCII.
    ///   - count: the most parts, 1 or more. The last one then holds the separators that are left.
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

    /// The first index of a byte; nil without it.
    private func place(of byte: UInt8) -> Int? {
        unsafe withUnsafeBytes { bytes in
            // The C library looks at many bytes at once.
            guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else { return nil }
            return unsafe startIndex + (UnsafeRawPointer(found) - base)
        }
    }
}
