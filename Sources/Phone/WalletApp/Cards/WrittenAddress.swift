// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// A place or a postal address as people write it, from the parts that a credential names (OpenID Connect Core 5.1.1, PID Rulebook 3).
///
/// Every part is in the text, in its own words. `formatted`, the whole address in one text, is there only if it says more than the parts.
struct WrittenAddress {
    /// The names of the parts of a place, in the order in which they are written.
    private static let placeNames = ["locality", "region", "country"]
    /// All names of the parts of an address.
    private static let names = Set(placeNames + ["formatted", "street_address", "house_number", "postal_code"])

    /// The parts that are not empty, by name.
    private let parts: [String: String]
    private let isPlace: Bool

    /// Returns nil unless the members are parts of an address only, each once, as a text or number, and at least one is not empty.
    init?(_ members: [CardValue.Member]) {
        var parts: [String: String] = [:]
        for member in members {
            guard let text = Self.text(of: member), parts.updateValue(text, forKey: member.name) == nil else { return nil }
        }
        isPlace = parts.keys.allSatisfy { Self.placeNames.contains($0) }
        self.parts = parts.filter { !$0.value.isEmpty }
        if self.parts.isEmpty { return nil }
    }

    /// Returns true for a part of an address that can be written together with the others.
    static func isPart(_ member: CardValue.Member) -> Bool { text(of: member) != nil }

    private static func text(of member: CardValue.Member) -> String? {
        guard names.contains(member.name) else { return nil }
        return switch member.value {
        case .text(let text), .number(let text): text
        case .truth, .picture, .list, .group: nil
        }
    }

    /// Writes the address: a place on one line, an address on a line each for street, town, region and country.
    ///
    /// - Parameter write: the text of a part, by its name and value.
    func text(_ write: (_ name: String, _ value: String) -> Text) -> Text {
        let written = lines.compactMap { names -> Text? in
            let texts = names.compactMap { name in parts[name].map { write(name, $0) } }
            return texts.isEmpty ? nil : Text("value.text", .texts(texts, separator: " "))
        }
        return Text("value.text", .texts(written, separator: isPlace ? ", " : "\n"))
    }

    /// The names of the parts on each line.
    private var lines: [[String]] {
        if isPlace { return Self.placeNames.map { [$0] } }
        let lines = [streetNames, ["postal_code", "locality"], ["region"], ["country"]]
        guard let others = partsBesideWhole else { return lines }
        return [["formatted"]] + lines.map { line in line.filter { others.contains($0) } }
    }

    /// The parts of the first line. A number with which the street ends already is not written twice.
    private var streetNames: [String] {
        guard let street = parts["street_address"], let number = parts["house_number"] else { return ["street_address", "house_number"] }
        let (words, ending) = (Self.words(street), Self.words(number))
        let endsWithNumber = !ending.isEmpty && Array(words.suffix(ending.count)) == ending
        return endsWithNumber ? ["street_address"] : ["street_address", "house_number"]
    }

    /// The parts to write below the whole address because it lacks them; nil if the whole address says nothing beside the parts, and is
    /// not written.
    private var partsBesideWhole: Set<String>? {
        guard let whole = parts["formatted"] else { return nil }
        var rest = Self.words(whole)
        let isWords = !rest.isEmpty
        var others: Set<String> = []
        // The longest part first: a house number may also be a word of the street.
        let longestFirst = parts.filter { $0.key != "formatted" }.sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }
        for (name, part) in longestFirst {
            let spellings = Self.spellings(of: part, named: name).filter { !$0.isEmpty }
            guard let place = spellings.compactMap({ rest.firstRange(of: $0) }).first else {
                others.insert(name)
                continue
            }
            // The empty word keeps the words on either side apart.
            rest.replaceSubrange(place, with: [""])
        }
        return isWords && rest.allSatisfy(\.isEmpty) ? nil : others
    }

    /// The words of a part, and for a country those of its names.
    private static func spellings(of part: String, named name: String) -> [[String]] {
        guard name == "country", part.utf8.count == 2 else { return [words(part)] }
        let names = ["en", "nl", "de"].compactMap { Locale(identifier: $0).localizedString(forRegionCode: part) }
        return (names + [part]).map(words)
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

extension [CardClaim] {
    /// The claims with the parts of the address as one claim, where the first part stands. Issuers label the parts one by one. The
    /// claim has the label of the whole address, if there is one.
    var withWholeAddress: [CardClaim] {
        let parts = filter { $0.addressParts != nil }
        let members = parts.flatMap { $0.addressParts ?? [] }
        guard parts.count > 1, Set(members.map(\.name)).count == members.count, let first = firstIndex(where: { $0.addressParts != nil })
        else { return self }
        let labelled = parts.first { ($0.path.count == 1 || $0.path.last == "formatted") && !$0.name.entries.isEmpty }
        let whole = CardClaim(path: ["address"], name: labelled?.name ?? LocalizedText([]), value: .group(members))
        return indices.compactMap { index in index == first ? whole : self[index].addressParts == nil ? self[index] : nil }
    }
}

extension CardClaim {
    /// The parts of the address that the claim holds; nil for any other claim.
    fileprivate var addressParts: [CardValue.Member]? {
        guard path.first == "address", path.count <= 2 else { return nil }
        let members: [CardValue.Member]
        if path.count == 2 {
            members = [CardValue.Member(name: path[1], value: value)]
        } else if case .group(let group) = value {
            members = group
        } else {
            return nil
        }
        return members.allSatisfy(WrittenAddress.isPart) ? members : nil
    }
}
