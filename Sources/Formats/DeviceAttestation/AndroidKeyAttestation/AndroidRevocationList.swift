// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import X509

/// Google's list of attestation certificates that are no longer to be trusted (https://android.googleapis.com/attestation/status), as it was at
/// one time.
///
/// A certificate that stands in the list is refused whatever its entry says: `REVOKED` and `SUSPENDED` alike, and every word that may come.
package struct AndroidRevocationList: Hashable, Sendable {
    /// When the list was fetched.
    package let fetchedAt: Date
    private let serials: Set<String>

    /// The largest list that is read, in bytes.
    package static let maximumSize = 1 << 25
    /// By how many seconds the clock that judges may be behind the one that fetched.
    private static let clockTolerance: TimeInterval = 60

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - json: what Google publishes: `{"entries": {"<serial>": {"status": "…", …}}}`; other members are passed over.
    ///   - fetchedAt: when it was fetched.
    /// - Throws: `AttestationRejection` with `revocation_unknown` for anything else: a list that cannot be read is no list.
    package init(json: [UInt8], fetchedAt: Date) throws(AttestationRejection) {
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

    /// How many certificates the list names.
    package var count: Int { serials.count }

    /// Whether the list is young enough at a time. One that was fetched more than a minute later than that time is not.
    package func isCurrent(at time: Date, maximumAge: TimeInterval) -> Bool {
        let age = time.timeIntervalSince(fetchedAt)
        return age <= maximumAge && age >= -Self.clockTolerance
    }

    /// Whether the list names a certificate's serial number. Google names it in hexadecimal, also where all digits are decimal ones: many
    /// serials are.
    package func names(_ serial: Certificate.SerialNumber) -> Bool {
        serials.contains(String(serial.bytes.hexadecimal.drop { $0 == "0" }))
    }

    // MARK: Form

    private struct Document: Decodable {
        struct Entry: Decodable {
            let status: String
        }

        let entries: [String: Entry]
    }

    /// Small letters, no leading zeros; nil when it is no number.
    private static func normalized(_ name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return String(name.lowercased().drop { $0 == "0" })
    }
}

extension Sequence<UInt8> {
    /// Two small hexadecimal digits for each byte.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
    }
}
