// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import Testing

/// The bytes of hexadecimal digits; all other characters are skipped.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// Expects a rejection with exactly this reason.
func expectRejection(
    _ reason: MDocRejection.Reason, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    when work: () async throws -> Void
) async {
    let error = await #expect(throws: MDocRejection.self, comment, sourceLocation: sourceLocation) { try await work() }
    #expect(error?.reason == reason, comment, sourceLocation: sourceLocation)
}

extension P256.Signing.PrivateKey {
    /// Signs with a key in memory; asynchronous, as an HSM would be.
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signature(for: input).rawRepresentation) }
}

extension CBORItem {
    /// A map with text keys.
    static func texts(_ pairs: KeyValuePairs<String, CBORItem>) -> CBORItem {
        var map = CBORMap()
        for (key, value) in pairs { map[key] = value }
        return .map(map)
    }
}

/// A source of counting instead of random bytes; each call returns different bytes.
func countingBytes() -> (Int) -> [UInt8] {
    var counter = 0
    return { count in
        counter += 1
        let block = Array(SHA512.hash(data: Array("\(counter)".utf8)))
        return Array(block.prefix(count))
    }
}

enum Sample {
    static let deviceKey = P256.Signing.PrivateKey()
    static let docType: DocType = "org.example.document.1"
    static let space: NameSpace = "org.example.space.1"
    static let other: NameSpace = "org.example.space.1.NL"
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    static let transcript = SessionTranscript(.array([.null, .null, .array([.text("handover"), .bytes([1, 2, 3])])]))
    static let authority = Result { try TestAuthority() }

    static let elements = [
        MDocElement(space, "family_name", .text("van der Berg")), MDocElement(space, "given_name", .text("Zoë")),
        MDocElement(space, "birth_date", .tagged(1004, .text("1990-01-02"))), MDocElement(space, "issuing_country", .text("NL")),
        MDocElement(space, "portrait", .bytes([UInt8](repeating: 7, count: 300))), MDocElement(space, "age_over_18", .bool(true)),
        MDocElement(other, "family_name", .text("in another name space")),
        MDocElement(other, "places", .array([.texts(["city": .text("Gent"), "height": .float(.half(0x3c01))]), .null])),
    ]

    static func validity(_ from: TimeInterval = -100, _ until: TimeInterval = 1000) throws -> ValidityInfo {
        try ValidityInfo(
            signed: time.addingTimeInterval(-100), validFrom: time.addingTimeInterval(from), validUntil: time.addingTimeInterval(until))
    }

    static func verifier() throws -> MDocVerifier {
        MDocVerifier(trust: .certificates(roots: [try authority.get().root], profile: .iso18013), docTypes: [docType])
    }

    static func issued(
        _ elements: [MDocElement] = elements, algorithm: DigestAlgorithm = .sha256, authorizations: KeyAuthorizations = .none,
        status: CBORItem? = nil
    ) async throws -> IssuerSigned {
        let unsigned = try UnsignedMDoc(
            docType: docType, elements: elements, deviceKey: COSEKey(deviceKey.publicKey), keyAuthorizations: authorizations,
            validity: validity(), digestAlgorithm: algorithm, status: status, random: countingBytes())
        let signer = try TestAuthority.der(authority.get().signer)
        return try await unsigned.signed(certificates: [signer]) { try TestAuthority.signerKey.sign($0) }
    }
}
