// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto

/// F-J7: invalid COSE_Keys, for these tests and the Python judge.
enum KeyMutations {
    static let key = P256.Signing.PrivateKey().publicKey

    /// A key that must be refused.
    struct Case: Sendable {
        let name: String
        let item: CBORItem
        /// True if PyPI pycose and cryptography accept the key and leave this check to their caller.
        var isLeftToCaller = false
    }

    static func all() -> [Case] {
        guard let good = COSEKey(key).item.map else { return [] }
        let changes: [(label: Int64, value: CBORItem?, isLeftToCaller: Bool)] = [
            (1, nil, false), (1, .unsigned(1), false), (1, .unsigned(4), false), (1, .text("EC2"), true), (-1, nil, false),
            (-1, .unsigned(2), false), (-1, .unsigned(8), false), (-1, .text("P-256"), false), (-2, nil, false), (-2, .bytes([]), false),
            (-2, .bytes([UInt8](repeating: 0, count: 32)), false), (-2, .bytes([0] + (good[-2]?.bytes ?? [])), true),
            (-2, .bytes([UInt8](repeating: 255, count: 32)), false), (-3, nil, true), (-3, .bool(true), false),
            (-3, .bytes([UInt8](repeating: 1, count: 32)), false), (-3, .null, true),
            (-4, .bytes([UInt8](repeating: 1, count: 32)), false),
            (2, .bytes([1]), true), (3, CBORItem(-7), true), (4, .array([.unsigned(2)]), true), (99, .null, true),
        ]
        return changes.map { change in
            var map = good
            map[change.label] = change.value
            let name = "\(change.label): \(change.value.map { "\($0)" } ?? "missing")"
            return Case(name: name, item: .map(map), isLeftToCaller: change.isLeftToCaller)
        }
            + [CBORItem.null, .array([]), .bytes(good[-2]?.bytes ?? []), .map(CBORMap())].enumerated().map {
                Case(name: "whole \($0)", item: $1)
            }
    }
}
