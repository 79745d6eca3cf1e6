// SPDX-License-Identifier: EUPL-1.2

import CBOR
import CalendarDays
import Foundation
import JSON
import MDoc

/// The check that an mdoc contains nothing beyond the SD-JWT of the same PID, which the user sees. An element without a counterpart, or
/// with another value, would be stored and later disclosed without having been seen.
enum PersonMatch {
    /// The claims that a PID contains in both formats or in neither.
    private static let required = ["family_name", "given_name", "birth_date"]

    /// Compares every element with its claim, whatever its type, and requires the name and the date of birth.
    ///
    /// - Parameters:
    ///   - documentType: the mdoc's document type; only its own name space and the name spaces of countries are known.
    ///   - payload: the SD-JWT's payload; technical claims are ignored.
    static func isSame(_ elements: [MDocElement], of documentType: String, _ payload: JSONObject) -> Bool {
        let shown = JSONObject(payload.members.filter { !CardClaims.hidden.contains($0.name) }.map { ($0.name, $0.value) })
        var found: Set<String> = []
        for element in elements {
            let name = element.identifier.text
            let path = ElementNames.path(of: name)
            guard ElementNames.isKnown(element.nameSpace.text, of: documentType), let claim = value(at: path[...], in: shown),
                CardClaims.ofIssuance.contains(path[0]) ? isSameDay(element.value, claim) : isSame(element.value, claim)
            else { return false }
            found.insert(name)
        }
        let expected = required.filter { value(at: ElementNames.path(of: $0)[...], in: shown) != nil }
        return expected.contains("family_name") && found.isSuperset(of: expected)
    }

    private static func value(at path: ArraySlice<String>, in object: JSONObject) -> JSONValue? {
        guard let name = path.first, let value = object[name] else { return nil }
        if path.count == 1 { return value }
        guard case .object(let inner) = value else { return nil }
        return Self.value(at: path.dropFirst(), in: inner)
    }

    /// Values without a defined comparison are different.
    private static func isSame(_ ours: CBORItem, _ theirs: JSONValue) -> Bool {
        switch (ours, theirs) {
        case (.text(let ours), .string(let theirs)),
            // tdate and full-date.
            (.tagged(0, .text(let ours)), .string(let theirs)), (.tagged(1004, .text(let ours)), .string(let theirs)):
            ours.utf8.elementsEqual(theirs.utf8)
        case (.bool(let ours), .bool(let theirs)): ours == theirs
        case (.unsigned, .integer(let theirs)), (.negative, .integer(let theirs)): ours.integer == theirs
        // A picture, which JSON contains as an address.
        case (.bytes(let ours), .string(let theirs)): picture(theirs).map { $0 == ours } ?? false
        case (.array(let ours), .array(let theirs)):
            ours.count == theirs.count && zip(ours, theirs).allSatisfy { isSame($0, $1) }
        case (.map(let ours), .object(let theirs)):
            ours.count == theirs.members.count
                && ours.pairs.allSatisfy { pair in
                    guard let name = pair.key.text, let value = theirs[name] else { return false }
                    return isSame(pair.value, value)
                }
        // A single nationality may be a text in one format and a list in the other format.
        case (.text, .array(let theirs)): theirs.count == 1 && isSame(ours, theirs[0])
        default: false
        }
    }

    private static func picture(_ address: String) -> [UInt8]? {
        guard address.hasPrefix("data:image/"), let comma = address.firstIndex(of: ","), address[..<comma].hasSuffix(";base64") else {
            return nil
        }
        return Data(base64Encoded: String(address[address.index(after: comma)...])).map { Array($0) }
    }

    /// Compares days of issuance. The formats are requested in sequence, possibly with midnight in between. A `tdate` also has a time of
    /// day.
    private static func isSameDay(_ ours: CBORItem, _ theirs: JSONValue) -> Bool {
        guard case .string(let theirs) = theirs, let their = CalendarDay(theirs) else { return false }
        let our: CalendarDay? =
            switch ours {
            case .text(let text), .tagged(1004, .text(let text)): CalendarDay(text)
            case .tagged(0, .text(let text)): CalendarDay(time: text)
            default: nil
            }
        return our.map { abs($0.number - their.number) <= 1 } ?? false
    }
}

extension CalendarDay {
    /// Parses the day of a `tdate`, `YYYY-MM-DDTHH:MM:SSZ` (ISO/IEC 18013-5 §7.2.1), as it is written; nil for any other text.
    fileprivate init?(time text: String) {
        guard text.utf8.count == 20, (try? Date(text, strategy: .iso8601)) != nil else { return nil }
        self.init(String(text.prefix(10)))
    }
}
