// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import Foundation

/// The validity period of an mdoc: `ValidityInfo` (ISO/IEC 18013-5 §9.1.2.4). The times are in order: signed, valid from, valid until.
public struct ValidityInfo: Hashable, Sendable {
    /// The time of the issuer's signature.
    public let signed: TDate
    /// The first second of validity; not before ``signed``.
    public let validFrom: TDate
    /// The last second of validity; after ``validFrom``.
    public let validUntil: TDate
    /// The time at which the issuer expects to reissue the document; nil if not specified.
    public let expectedUpdate: TDate?

    /// Times for a new document, truncated to seconds.
    ///
    /// - Throws: ``MDocMistake/validity`` if they are out of order or outside the years 0000 to 9999.
    public init(signed: Date, validFrom: Date, validUntil: Date, expectedUpdate: Date? = nil) throws(MDocMistake) {
        guard let signed = TDate(signed), let validFrom = TDate(validFrom), let validUntil = TDate(validUntil),
            signed <= validFrom, validFrom < validUntil
        else { throw .validity }
        self.signed = signed
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.expectedUpdate = try expectedUpdate.map { (date) throws(MDocMistake) in
            guard let update = TDate(date) else { throw .validity }
            return update
        }
    }

    /// - Throws: `MDocRejection` with `validityInfo`, or `malformed` if the item is not a map. Further entries are ignored (§9.1.2.4: RFU).
    init(_ item: CBORItem) throws(MDocRejection) {
        var reader = try MDocReader(item)
        func time(_ item: CBORItem?) throws(MDocRejection) -> TDate {
            guard let item, let time = TDate(item) else { throw MDocRejection(.validityInfo) }
            return time
        }
        signed = try time(reader.optional("signed"))
        validFrom = try time(reader.optional("validFrom"))
        validUntil = try time(reader.optional("validUntil"))
        expectedUpdate = try reader.optional("expectedUpdate").map { (item) throws(MDocRejection) in try time(item) }
        guard signed <= validFrom, validFrom < validUntil else { throw MDocRejection(.validityInfo) }
    }

    var item: CBORItem {
        var map = CBORMap()
        map["signed"] = signed.item
        map["validFrom"] = validFrom.item
        map["validUntil"] = validUntil.item
        map["expectedUpdate"] = expectedUpdate?.item
        return .map(map)
    }

    /// Checks the period at a time; the leeway extends it at both ends.
    ///
    /// - Throws: `MDocRejection` with `notYetValid` or `expired`.
    func check(at time: Date, leeway: Int64) throws(MDocRejection) {
        let now = time.timeIntervalSince1970
        guard Double(validFrom.seconds) <= now + Double(leeway) else { throw MDocRejection(.notYetValid) }
        guard now <= Double(validUntil.seconds) + Double(leeway) else { throw MDocRejection(.expired) }
    }
}
