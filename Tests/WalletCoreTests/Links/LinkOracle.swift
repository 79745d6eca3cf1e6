// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore
import WalletInterface

/// Recognises links with Foundation's parser instead of the wallet's, with the configured patterns written out again.
enum LinkOracle {
    /// Returns the kind of a link; nil for anything that is not exactly one of the wallet's.
    static func kind(of text: String) -> UniversalLinkKind? {
        guard text.utf8.count <= 8192, let link = URLComponents(string: text, encodingInvalidCharacters: false),
            // Its output equals the input: nothing was repaired or left out.
            link.string.map({ Array($0.utf8) }) == Array(text.utf8),
            link.scheme == "https", link.encodedHost == "wallet.example", link.port == nil,
            // The parser reports no port for `host:` and for too many digits, so the absence of a port is checked separately.
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

/// A deterministic generator (SplitMix64).
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
