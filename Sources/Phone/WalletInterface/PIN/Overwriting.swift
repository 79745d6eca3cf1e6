// SPDX-License-Identifier: EUPL-1.2

extension [UInt8] {
    /// Overwrites a secret in place with zeros; a copy that still shares the memory is unaffected. Not inlined, so that the compiler cannot
    /// remove the write.
    @inline(never)
    package mutating func overwrite() {
        for index in indices { self[index] = 0 }
    }
}
