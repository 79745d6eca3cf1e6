// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A form of a page: where it is sent and what its fields may hold. All of it stays with the browser.
struct PageForm: Sendable, Hashable {
    /// A field that has a name.
    struct Field: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// Goes along as it is.
            case hidden
            /// Text that a person enters.
            case text
            /// Goes along when it is chosen.
            case choice
            /// One of these values.
            case select([String])
            /// Sends the form, and goes along when it did; it may have an address and a method of its own.
            case submit(action: BrowserAddress??, isPost: Bool?)
            /// Does not take part.
            case none
        }

        var kind: Kind
        let name: String
        var value: String
    }

    /// nil for an address that is not opened.
    let action: BrowserAddress?
    let isPost: Bool
    /// In the page's order.
    var fields: [Field] = []
    /// The names of choices of which one is chosen.
    var groups: [String] = []

    /// What is sent when a field sends the form.
    ///
    /// - Parameters:
    ///   - submitter: the number of that field.
    ///   - entered: what fields hold, by number; a choice is in it when it is chosen.
    /// - Returns: nil when the fields cannot hold that.
    func request(submitter: Int, entered: [Int: String]) -> (address: BrowserAddress?, method: PageRequest.Method)? {
        guard fields.indices.contains(submitter), case .submit(let ownAction, let ownMethod) = fields[submitter].kind,
            entered.keys.allSatisfy(fields.indices.contains)
        else { return nil }
        var pairs: [(String, String)] = []
        for (number, field) in fields.enumerated() {
            let value: String?
            switch field.kind {
            case .hidden: value = field.value
            case .text: value = entered[number] ?? field.value
            case .choice: value = entered[number] == nil ? nil : field.value
            case .select(let options):
                value = entered[number]
                guard value.map(options.contains) ?? true else { return nil }
            case .submit: value = number == submitter ? field.value : nil
            case .none: value = nil
            }
            if let value, !field.name.isEmpty { pairs.append((field.name, value)) }
        }
        let encoded = Self.encode(pairs)
        guard let address = ownAction ?? action else { return (nil, .get) }
        guard ownMethod ?? isPost else { return (address.asking(encoded), .get) }
        return (address, .post(form: encoded))
    }

    /// `application/x-www-form-urlencoded` (URL standard §5.2).
    private static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { encode($0) + "=" + encode($1) }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        return lines.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2a, 0x2d, 0x2e, 0x5f: String(UnicodeScalar(byte))
            case 0x20: "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
