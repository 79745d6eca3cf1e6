// SPDX-License-Identifier: EUPL-1.2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Random numbers of the system, four at a time: the ids of a request need four, and each draw is a system call.
package struct RandomNumbers {
    private var numbers = SIMD4<UInt64>()
    /// The number of drawn numbers that were returned.
    private var used = 4

    package init() {}

    /// Returns a random number, 1 or more.
    package mutating func next() -> UInt64 {
        if used == 4 { draw() }
        used += 1
        return max(1, numbers[used - 1])
    }

    private mutating func draw() {
        used = 0
        #if canImport(Glibc) || canImport(Musl)
        if unsafe withUnsafeMutableBytes(of: &numbers, { unsafe getentropy($0.baseAddress, $0.count) == 0 }) { return }
        #endif
        // Apple's systems draw without a system call. A kernel may refuse the call above.
        for index in 0..<4 { numbers[index] = UInt64.random(in: .min ... .max) }
    }
}
