// SPDX-License-Identifier: EUPL-1.2

/// The value of a field in a report: any JSON value except null. Bytes become lower-case hexadecimal text. The cases are complete.
public enum ReportValue: Codable, Hashable, Sendable {
    case flag(Bool)
    /// A whole number.
    case number(Int64)
    case text(String)
    /// An array.
    case list([ReportValue])
    /// An object.
    case members([String: ReportValue])

    /// Maximum nesting at which a value is decoded, counted from the decoder's root. A verifier's reports have a quarter of it.
    public static let maximumDepth = 32

    /// A number; above 2^53 it becomes text, because JSON readers lose precision.
    init(_ number: UInt64) {
        self = number <= 1 << 53 ? .number(Int64(number)) : .text(String(number))
    }

    init(_ bytes: some Sequence<UInt8>) {
        self = .text(bytes.hexadecimal)
    }

    /// Decodes any JSON value except null and numbers with a fraction.
    ///
    /// - Throws: `DecodingError` for these values, and for one that is nested deeper than ``maximumDepth``: decoding is recursive.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nested deeper than a report"))
        }
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ReportValue].self) {
            self = .list(list)
        } else {
            self = .members(try container.decode([String: ReportValue].self))
        }
    }

    /// Encodes the bare value.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .members(let members): try container.encode(members)
        }
    }
}
