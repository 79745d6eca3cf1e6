// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages

extension Members {
    /// Reads a text for display; nil if it is absent or empty.
    func shown(_ name: String, maximum: Int = maximumSentenceLength) throws(MalformedMessage) -> String? {
        object[name] == "" ? nil : try optionalSentence(name, maximum: maximum)
    }

    /// Reads an address; nil if it is absent, empty or not `https`. An address that cannot be opened is no reason to doubt a registration.
    func link(_ name: String) throws(MalformedMessage) -> HTTPSURL? { try address(name).flatMap { HTTPSURL($0) } }

    /// Reads an address that may be a mail address, with or without `mailto:`; nil if it is absent, empty or another address.
    func mail(_ name: String) throws(MalformedMessage) -> String? {
        guard let text = try address(name) else { return nil }
        let mail = text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
        let sides = mail.split(separator: "@", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides.contains(""), mail.isVisibleASCII, !mail.contains(where: { ":/?& ".contains($0) }) else {
            return nil
        }
        return mail
    }

    private func address(_ name: String) throws(MalformedMessage) -> String? {
        object[name] == "" ? nil : try optionalText(name)
    }

    /// Reads an array of at most `maximum` values; empty if it is absent.
    func list(_ name: String, maximum: Int) throws(MalformedMessage) -> [JSONValue] {
        switch object[name] {
        case nil: []
        case .array(let values)? where values.count <= maximum: values
        default: throw MalformedMessage("\(name) is not an array of at most \(maximum) values")
        }
    }

    /// Reads texts in several languages: a list, or a list of lists as in annex C of the standard.
    func sentences(_ name: String) throws(MalformedMessage) -> [LocalizedSentence] {
        var sentences: [LocalizedSentence] = []
        for value in try list(name, maximum: RegistrationCertificate.maximumCount) {
            let entries: [JSONValue] = if case .array(let inner) = value { inner } else { [value] }
            guard sentences.count + entries.count <= RegistrationCertificate.maximumCount else {
                throw MalformedMessage("\(name) has more than \(RegistrationCertificate.maximumCount) texts")
            }
            for entry in entries { sentences.append(try LocalizedSentence(Members(entry, name))) }
        }
        return sentences
    }
}
