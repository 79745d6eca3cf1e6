// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A form of a page: its target and the permitted values of its fields. Pages are drawn without this data.
struct PageForm: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// Submitted unchanged.
            case hidden
            case text
            /// Submitted when chosen.
            case choice
            case select([String])
            /// Submits the form and is itself submitted when it does. It may override address and method.
            case submit(action: BrowserAddress??, isPost: Bool?)
            /// Never submitted.
            case none
        }

        var kind: Kind
        let name: String
        var value: String
    }

    /// The target address; nil for an address that the browser does not open.
    let action: BrowserAddress?
    let isPost: Bool
    /// In document order.
    var fields: [Field] = []
    /// The names of radio groups.
    var groups: [String] = []

    /// Builds the request for a submission.
    ///
    /// - Parameters:
    ///   - submitter: the number of the submitting field.
    ///   - entered: the entered values by field number; a choice is present when it is chosen.
    /// - Returns: nil when the fields do not permit these values.
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

    /// Encodes as `application/x-www-form-urlencoded` (URL standard §5.2).
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
