// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import X509

/// A snapshot of Google's list of revoked attestation certificates (https://android.googleapis.com/attestation/status).
///
/// A listed certificate is refused whatever its status: `REVOKED`, `SUSPENDED`, or any future value.
public struct AndroidRevocationList: Hashable, Sendable {
    /// The time of the fetch.
    public let fetchedAt: Date
    private let serials: Set<String>

    /// Maximum size of a list in bytes.
    public static let maximumSize = 1 << 25
    /// Seconds by which the verifier's clock may be behind the clock that recorded the fetch.
    private static let clockTolerance: TimeInterval = 60

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - json: Google's format: `{"entries": {"<serial>": {"status": "…", …}}}`; other members are ignored.
    ///   - fetchedAt: the time of the fetch.
    /// - Throws: `AttestationRejection` with `revocation_unknown` if the list cannot be read.
    public init(json: [UInt8], fetchedAt: Date) throws(AttestationRejection) {
        guard json.count <= Self.maximumSize, let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
            throw AttestationRejection(.revocationUnknown)
        }
        var serials: Set<String> = []
        for name in document.entries.keys {
            guard let serial = Self.normalized(name) else { throw AttestationRejection(.revocationUnknown) }
            serials.insert(serial)
        }
        self.serials = serials
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

    private struct Document: Decodable {
        struct Entry: Decodable {
            let status: String
        }

        let entries: [String: Entry]
    }

    /// The name in lower case without leading zeros; nil if it is not a number.
    private static func normalized(_ name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return String(name.lowercased().drop { $0 == "0" })
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
