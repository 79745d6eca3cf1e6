// SPDX-License-Identifier: EUPL-1.2

/// Returns that many bytes of the system's cryptographically secure random source.
@Sendable package func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight bytes a call: each number is a system call.
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
}
