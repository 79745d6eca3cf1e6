// SPDX-License-Identifier: EUPL-1.2

/// Returns random bytes from the operating system's cryptographically secure generator.
///
/// - Parameter count: the number of bytes, 0 or more.
/// - Returns: exactly that many bytes.
@Sendable
package func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight at a time, because each number is a system call.
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
}
