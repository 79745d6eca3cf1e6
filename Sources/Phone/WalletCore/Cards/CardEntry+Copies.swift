// SPDX-License-Identifier: EUPL-1.2

import DCQL

/// The copies of a card by format. Each is disclosed in one answer only (UC5.1/1.7).
extension CardEntry {
    /// The names of all rows with copies.
    var copyNames: [String] { sdJWTs + mdocs + [spentSDJWT, spentMDoc].compactMap(\.self) }

    /// The names of the SD-JWTs that show what the card says, also if no verifier may receive them any more.
    var readableSDJWTs: [String] { sdJWTs + [spentSDJWT].compactMap(\.self) }

    /// The names of the copies that were not disclosed yet.
    func copies(as format: QueriedFormat) -> [String] {
        switch format {
        case .sdJWT: sdJWTs
        case .mdoc: mdocs
        }
    }

    /// The name of the last copy if it was disclosed.
    func spentCopy(as format: QueriedFormat) -> String? {
        switch format {
        case .sdJWT: spentSDJWT
        case .mdoc: spentMDoc
        }
    }

    /// The number of copies that were not disclosed yet, of several formats the smallest; nil if the card never had one.
    var copiesLeft: Int? {
        let formats = [(sdJWTs, spentSDJWT), (mdocs, spentMDoc)].filter { !$0.0.isEmpty || $0.1 != nil }
        return formats.map(\.0.count).min()
    }

    /// The name of the copy to disclose next; nil if none is left.
    ///
    /// The first copy comes last: the provider has seen it, with the recovery code, and so could recognise the person in what a verifier
    /// receives.
    func nextCopy(as format: QueriedFormat) -> String? { copies(as: format).last }

    /// Takes a copy out of those that were not disclosed yet; the last one of its format stays readable.
    ///
    /// - Returns: false if it is not among them. Nothing has changed then.
    mutating func spend(_ name: String, as format: QueriedFormat) -> Bool {
        guard let index = copies(as: format).firstIndex(of: name) else { return false }
        switch format {
        case .sdJWT:
            sdJWTs.remove(at: index)
            if sdJWTs.isEmpty { spentSDJWT = name }
        case .mdoc:
            mdocs.remove(at: index)
            if mdocs.isEmpty { spentMDoc = name }
        }
        return true
    }
}
