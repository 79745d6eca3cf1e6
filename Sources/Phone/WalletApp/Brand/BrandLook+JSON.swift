// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// In JSON: `{"colors": {"accent": {"light": "#0b6b50", "dark": "#7fddbb"}}, "drawings": "file:///…"}`; both members may be missing.
extension BrandLook: Codable {
    private enum CodingKeys: String, CodingKey {
        case colors, drawings
    }

    /// Decodes a look.
    ///
    /// - Throws: `DecodingError` for an unknown part, a colour that is not `#rrggbb`, and drawings that are not in a folder of the device.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let drawings = try container.decodeIfPresent(URL.self, forKey: .drawings)
        guard drawings?.isFileURL != false else {
            throw DecodingError.dataCorruptedError(forKey: .drawings, in: container, debugDescription: "not the address of a folder")
        }
        self.init(colors: try container.decodeIfPresent([Part: Color].self, forKey: .colors) ?? [:], drawings: drawings)
    }

    /// Encodes the look.
    ///
    /// - Throws: `EncodingError` for a colour above `0xFFFFFF`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(colors, forKey: .colors)
        try container.encodeIfPresent(drawings, forKey: .drawings)
    }
}

/// In JSON: `{"light": "#rrggbb", "dark": "#rrggbb"}`.
extension BrandLook.Color: Codable {
    private enum CodingKeys: String, CodingKey {
        case light, dark
    }

    /// Decodes a pair of colours.
    ///
    /// - Throws: `DecodingError` for a text that is not `#` and six hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func color(_ key: CodingKeys) throws -> UInt32 {
            let text = try container.decode(String.self, forKey: key)
            guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
                let color = UInt32(text.dropFirst(), radix: 16)
            else { throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not #rrggbb") }
            return color
        }
        self.init(light: try color(.light), dark: try color(.dark))
    }

    /// Encodes the pair.
    ///
    /// - Throws: `EncodingError` for a colour above `0xFFFFFF`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        for (key, color) in [(CodingKeys.light, light), (CodingKeys.dark, dark)] {
            guard color <= 0xFF_FFFF else {
                let place = EncodingError.Context(codingPath: container.codingPath + [key], debugDescription: "not 0xRRGGBB")
                throw EncodingError.invalidValue(color, place)
            }
            let digits = String(color, radix: 16)
            try container.encode("#" + String(repeating: "0", count: 6 - digits.count) + digits, forKey: key)
        }
    }
}
