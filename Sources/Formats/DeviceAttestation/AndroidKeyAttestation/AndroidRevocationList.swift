// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import X509

/// A snapshot of Google's list of revoked attestation certificates (https://android.googleapis.com/attestation/status).
///
/// A listed certificate is refused whatever its entry says: `REVOKED`, `SUSPENDED`, a future value, or something unreadable. An entry whose
/// serial cannot be read names no certificate and is left out: at most one in a hundred, or a single one in a shorter list. A list with
/// more of them, or with no serial that can be read beside them, is refused.
public struct AndroidRevocationList: Hashable, Sendable {
    /// The time of the fetch.
    public let fetchedAt: Date
    private let serials: Set<String>
    /// Number of entries that were left out, because their serials cannot be read.
    package let unreadCount: Int

    /// Maximum size of a list in bytes.
    public static let maximumSize = 1 << 25
    /// Seconds by which the verifier's clock may be behind the clock that recorded the fetch.
    private static let clockTolerance: TimeInterval = 60
    /// A list is refused if more than one in this number of entries has an unreadable serial; one is always permitted beside a readable
    /// serial. More are a new format rather than a mistake, and skipping such entries would admit revoked certificates.
    private static let entriesPerUnread = 100

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - json: Google's format: `{"entries": {"<serial>": {"status": "…", …}}}`; other members are ignored. Each entry is judged by
    ///     itself.
    ///   - fetchedAt: the time of the fetch.
    /// - Throws: `AttestationRejection` with `revocation_unknown` if the list cannot be read, if too many of its serials cannot (more than
    ///   one, and more than one in a hundred), or if none of them can.
    public init(json: [UInt8], fetchedAt: Date) throws(AttestationRejection) {
        guard json.count <= Self.maximumSize, let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
            throw AttestationRejection(.revocationUnknown)
        }
        let read = document.serials.compactMap(Self.normalized)
        unreadCount = document.serials.count - read.count
        let permitted = read.isEmpty ? 0 : max(1, document.serials.count / Self.entriesPerUnread)
        guard unreadCount <= permitted else { throw AttestationRejection(.revocationUnknown) }
        serials = Set(read)
        self.fetchedAt = fetchedAt
    }

    /// Number of listed certificates.
    public var count: Int { serials.count }

    /// True if the list is at most `maximumAge` old. A list fetched more than a minute after `time` is not current.
    public func isCurrent(at time: Date, maximumAge: TimeInterval) -> Bool {
        let age = time.timeIntervalSince(fetchedAt)
        return age <= maximumAge && age >= -Self.clockTolerance
    }

    /// True if the list contains a certificate's serial number. Google writes serials in hexadecimal, even if they consist of decimal
    /// digits only.
    public func names(_ serial: Certificate.SerialNumber) -> Bool {
        serials.contains(String(serial.bytes.hexadecimal.drop { $0 == "0" }))
    }

    // MARK: Form

    /// The serials as written. The entries are not read: an unreadable status must not admit a certificate.
    private struct Document: Decodable {
        let serials: [String]

        private enum Member: CodingKey {
            case entries
        }

        private struct Serial: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue _: Int) { return nil }
        }

        init(from decoder: any Decoder) throws {
            let entries = try decoder.container(keyedBy: Member.self).nestedContainer(keyedBy: Serial.self, forKey: .entries)
            serials = entries.allKeys.map(\.stringValue)
        }
    }

    /// The name in lower case without leading zeros, also if it was written with `0x`, colons or spaces; nil if it is not a hexadecimal
    /// number.
    private static func normalized(_ name: String) -> String? {
        let text = name.lowercased().filter { $0 != ":" && $0 != " " }
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return String(digits.drop { $0 == "0" })
    }
}

extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits per byte.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
    }
}
