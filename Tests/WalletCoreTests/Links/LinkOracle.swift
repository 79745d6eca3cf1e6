// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore
import WalletInterface

/// Recognises links with Foundation's parser instead of ours, by the configured patterns written out once more.
enum LinkOracle {
    /// The kind of a link; nil for anything that is not exactly one of ours.
    static func kind(of text: String) -> UniversalLinkKind? {
        guard text.utf8.count <= 8192, let link = URLComponents(string: text, encodingInvalidCharacters: false),
            // What it would write is what stands there: nothing was repaired or left out.
            link.string.map({ Array($0.utf8) }) == Array(text.utf8),
            link.scheme == "https", link.encodedHost == "wallet.example", link.port == nil,
            // It reports no port for `host:` and for far too many digits; that nothing is written there is another thing.
            link.rangeOfHost?.upperBound == link.rangeOfPath?.lowerBound, link.user == nil, link.password == nil,
            link.fragment == nil
        else { return nil }
        return switch link.percentEncodedPath {
        case "/link/credential-offer": .issuance
        case "/link/disclosure_based_issuance": .disclosureBasedIssuance
        case "/link/disclosure": .disclosure
        case "/link/authentication": .authenticationRedirect
        default: nil
        }
    }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }
}
