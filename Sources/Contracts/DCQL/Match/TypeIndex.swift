// SPDX-License-Identifier: EUPL-1.2

/// The credentials by format and type. Types are compared code point by code point.
struct TypeIndex {
    private struct Key: Hashable {
        let format: QueriedFormat
        let type: [UInt8]

        init(_ format: QueriedFormat, _ type: String) {
            self.format = format
            self.type = Array(type.utf8)
        }
    }

    private let credentials: [QueriedCredential]
    private var places: [Key: [Int]] = [:]

    /// The number of types in the index.
    private(set) var steps = 0

    init(_ credentials: [QueriedCredential]) {
        self.credentials = credentials
        for (place, credential) in credentials.enumerated() {
            for type in credential.types { places[Key(credential.format, type), default: []].append(place) }
            steps += credential.types.count
        }
    }

    /// For each credential, nil if it has the format and one of the types.
    ///
    /// The steps are the types of the query and the credentials found under them; a type that the query repeats finds them once.
    func causes(_ format: CredentialQuery.Format) -> (causes: [Miss.Cause?], steps: Int) {
        switch format {
        case .sdJWT(let types): causes(.sdJWT, types)
        case .mdoc(let documentType): causes(.mdoc, documentType.map { [$0] } ?? [])
        case .other: (Array(repeating: Miss.Cause.format, count: credentials.count), 0)
        }
    }

    private func causes(_ format: QueriedFormat, _ types: [String]) -> (causes: [Miss.Cause?], steps: Int) {
        let otherType: Miss.Cause? = types.isEmpty ? nil : Miss.Cause.type
        var causes: [Miss.Cause?] = credentials.map { $0.format == format ? otherType : Miss.Cause.format }
        var work = types.count
        for key in Set(types.map { Key(format, $0) }) {
            let found = places[key] ?? []
            for place in found { causes[place] = nil }
            work += found.count
        }
        return (causes, work)
    }
}
