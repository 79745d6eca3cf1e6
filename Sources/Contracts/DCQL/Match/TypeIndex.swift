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
    func causes(_ format: CredentialQuery.Format) -> [Miss.Cause?] {
        switch format {
        case .sdJWT(let types): causes(.sdJWT, types)
        case .mdoc(let documentType): causes(.mdoc, documentType.map { [$0] } ?? [])
        case .other: Array(repeating: Miss.Cause.format, count: credentials.count)
        }
    }

    private func causes(_ format: QueriedFormat, _ types: [String]) -> [Miss.Cause?] {
        let otherType: Miss.Cause? = types.isEmpty ? nil : Miss.Cause.type
        var causes: [Miss.Cause?] = credentials.map { $0.format == format ? otherType : .format }
        for type in types {
            for place in places[Key(format, type)] ?? [] { causes[place] = nil }
        }
        return causes
    }
}
