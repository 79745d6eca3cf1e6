// SPDX-License-Identifier: EUPL-1.2

/// Random bytes from the operating system's cryptographically secure generator.
///
/// - Parameter count: how many, 0 or more.
/// - Returns: exactly that many bytes.
@Sendable
package func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight at a time: each number is a call of the system.
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
}
