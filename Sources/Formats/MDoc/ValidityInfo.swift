// SPDX-License-Identifier: EUPL-1.2

import CBOR
package import Foundation

/// When an mdoc is valid: `ValidityInfo` (ISO/IEC 18013-5 §9.1.2.4). The times are in order: signed, valid from, valid until.
package struct ValidityInfo: Hashable, Sendable {
    /// When the issuer signed.
    package let signed: TDate
    /// The first second in which it is valid; not before ``signed``.
    package let validFrom: TDate
    /// The last second in which it is valid; after ``validFrom``.
    package let validUntil: TDate
    /// When the issuer expects to issue it anew; nil when it does not say.
    package let expectedUpdate: TDate?

    /// Times for a document that is to be made; parts of a second are cut off.
    ///
    /// - Throws: ``MDocMistake/validity`` when they are not in order, or outside of the years 0000 to 9999.
    package init(signed: Date, validFrom: Date, validUntil: Date, expectedUpdate: Date? = nil) throws(MDocMistake) {
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

    /// - Throws: `MDocRejection` with `validityInfo`, or `malformed` for anything but a map. Further entries are let be (§9.1.2.4: RFU).
    init(_ item: CBOR) throws(MDocRejection) {
        var reader = try MDocReader(item)
        func time(_ item: CBOR?) throws(MDocRejection) -> TDate {
            guard let item, let time = TDate(item) else { throw MDocRejection(.validityInfo) }
            return time
        }
        signed = try time(reader.optional("signed"))
        validFrom = try time(reader.optional("validFrom"))
        validUntil = try time(reader.optional("validUntil"))
        expectedUpdate = try reader.optional("expectedUpdate").map { (item) throws(MDocRejection) in try time(item) }
        guard signed <= validFrom, validFrom < validUntil else { throw MDocRejection(.validityInfo) }
    }

    var item: CBOR {
        var map = CBORMap()
        map["signed"] = signed.item
        map["validFrom"] = validFrom.item
        map["validUntil"] = validUntil.item
        map["expectedUpdate"] = expectedUpdate?.item
        return .map(map)
    }

    /// Generous at both ends by the leeway.
    ///
    /// - Throws: `MDocRejection` with `notYetValid` or `expired`.
    func check(at time: Date, leeway: Int64) throws(MDocRejection) {
        let now = time.timeIntervalSince1970
        guard Double(validFrom.seconds) <= now + Double(leeway) else { throw MDocRejection(.notYetValid) }
        guard now <= Double(validUntil.seconds) + Double(leeway) else { throw MDocRejection(.expired) }
    }
}
