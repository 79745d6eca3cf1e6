// SPDX-License-Identifier: EUPL-1.2

extension [UInt8] {
    /// Overwrites a secret with zeros where it lies; a copy that still shares the memory is left as it is. Not inlined, so that the compiler does
    /// not see that nobody reads the zeros.
    @inline(never)
    package mutating func overwrite() {
        for index in indices { self[index] = 0 }
    }
}
