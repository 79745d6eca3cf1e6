// SPDX-License-Identifier: EUPL-1.2

package import CBOR
import Testing

/// Integer literals in tables.
extension CBORItem: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(value) }
}

/// Map keys in tables are texts or integers.
extension CBORItem: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
}

/// Map literals in tables. The last value of a duplicate key wins.
extension CBORMap: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (CBORItem, CBORItem)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
