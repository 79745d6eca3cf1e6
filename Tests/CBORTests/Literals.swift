// SPDX-License-Identifier: EUPL-1.2

package import CBOR
import Testing

/// Integers in tables, written as such.
extension CBOR: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(value) }
}

/// Keys of maps in tables are texts or integers.
extension CBOR: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
}

/// Maps in tables. A key that is there twice would be a mistake in the table: the later value wins.
extension CBORMap: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (CBOR, CBOR)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
