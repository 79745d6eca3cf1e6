// SPDX-License-Identifier: EUPL-1.2

/// A field's value in a report: what JSON can say, without null. Bytes are texts of small hexadecimal digits.
package enum ReportValue: Codable, Hashable, Sendable {
    /// A yes or no.
    case flag(Bool)
    /// A number.
    case number(Int64)
    /// A text.
    case text(String)
    /// Several values in their order.
    case list([ReportValue])
    /// Values by name.
    case members([String: ReportValue])

    /// A number of which the largest ones become texts, because no reader of JSON takes them as they are.
    init(_ number: UInt64) {
        self = number <= 1 << 53 ? .number(Int64(number)) : .text(String(number))
    }

    /// Bytes as hexadecimal digits.
    init(_ bytes: some Sequence<UInt8>) {
        self = .text(bytes.hexadecimal)
    }

    /// Reads any JSON but null and broken numbers.
    ///
    /// - Throws: `DecodingError` for these.
    package init(from decoder: any Decoder) throws {
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

    /// Writes the bare value.
    ///
    /// - Throws: what the encoder throws.
    package func encode(to encoder: any Encoder) throws {
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
