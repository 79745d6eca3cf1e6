// SPDX-License-Identifier: EUPL-1.2

/// Input of several parts, such as the certificates of a chain or the answers of a server: each part after its length in two bytes.
enum FuzzParts {
    /// Joins parts of less than 64 KiB each.
    static func join(_ parts: [[UInt8]]) -> [UInt8] {
        var input: [UInt8] = []
        for part in parts {
            input.append(UInt8(part.count / 256))
            input.append(UInt8(part.count % 256))
            input += part
        }
        return input
    }

    /// Splits any input into at most `maximum` parts; the last part may be shorter than its length says.
    static func split(_ input: [UInt8], atMost maximum: Int) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = input[...]
        while parts.count < maximum, let high = rest.popFirst(), let low = rest.popFirst() {
            let length = Int(high) * 256 + Int(low)
            parts.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return parts
    }
}
