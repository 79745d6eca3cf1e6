// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

/// COSE_Key and x5chain: exactly one accepted form each.
struct KeyAndChainTests {
    private static let key = KeyMutations.key

    @Test func `a key round-trips in deterministic order`() throws {
        let item = COSEKey(Self.key).item
        #expect(try COSEKey(item) == COSEKey(Self.key))
        #expect(item.encode() == item.encodeDeterministically())
    }

    @Test func `anything but a public P-256 key is refused`() {
        for example in KeyMutations.all() {
            expectError(.unacceptableKey, "\(example.name)") { _ = try COSEKey(example.item) }
        }
    }

    @Test func `one certificate is encoded as a byte string, several certificates as an array`() throws {
        #expect(X5Chain.encode([[1]]) == .bytes([1]))
        for chain in [[[1]], [[1], [2, 3]], [[UInt8]](repeating: [9], count: X5Chain.maximumCount)] as [[[UInt8]]] {
            #expect(try X5Chain.decode(X5Chain.encode(chain)) == chain)
        }
    }

    @Test func `anything but a chain of certificates is refused`() {
        let refused: [CBORItem] = [
            .null, .text("MIIB"), .array([]), .array([.bytes([1])]), .array([.bytes([1]), .bytes([])]), .bytes([]),
            .array([.bytes([1]), .text("x")]), .array([.array([.bytes([1])]), .bytes([1])]), .tagged(24, .bytes([1])), .map(CBORMap()),
        ]
        for item in refused { expectError(.unacceptableChain) { _ = try X5Chain.decode(item) } }
        let large: [CBORItem] = [
            .array([CBORItem](repeating: .bytes([1]), count: X5Chain.maximumCount + 1)),
            .array([CBORItem](repeating: .bytes([1]), count: 1000)),
            .bytes([UInt8](repeating: 1, count: X5Chain.maximumBytes + 1)),
        ]
        for item in large { expectError(.tooLarge) { _ = try X5Chain.decode(item) } }
    }
}
