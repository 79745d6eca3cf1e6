// SPDX-License-Identifier: EUPL-1.2

/// Compares two secrets in a time that depends only on their lengths.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
