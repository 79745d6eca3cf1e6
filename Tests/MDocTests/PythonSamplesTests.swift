// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import PythonRun
import SwiftASN1
import TestEnvironment
import Testing
import X509

/// Documents that PyPI pymdoccbor issues, and pycose and cbor2 present, at the time of the test: of one element and of many, with every kind of
/// value, nested, in several name spaces, with a status.
struct PythonSamplesTests {
    private struct Samples: Decodable {
        /// Seconds since 1970 by Python's clock.
        let now: Int
        let root: String
        let samples: [Document]
    }

    private struct Document: Decodable {
        let docType, transcript, issued, response: String
        /// Name space, element, and the value in deterministic CBOR: of the document, and of the presentation.
        let elements, shown: [[String]]
    }

    private let root: Certificate
    private let time: Date
    private let documents: [Document]

    init() async throws {
        let directory = try TemporaryDirectory()
        let run = try await PythonRun("MDocTests/Python/make_samples.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        let samples = try JSONDecoder().decode(Samples.self, from: Data(directory.bytes("samples.json")))
        root = try Certificate(derEncoded: Self.bytes(samples.root))
        time = Date(timeIntervalSince1970: TimeInterval(samples.now))
        documents = samples.samples
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func verifier(_ document: Document) -> MDocVerifier {
        MDocVerifier(trust: .certificates(roots: [root], profile: .iso18013), docTypes: [DocType(document.docType)])
    }

    private func transcript(_ document: Document) throws -> SessionTranscript {
        SessionTranscript(try CBORItem(decoding: Self.bytes(document.transcript)))
    }

    /// Name space, element and value, for the comparison with Python's.
    private struct Element: Hashable {
        let space, name: String
        let value: [UInt8]

        init(_ parts: [String]) { (space, name, value) = (parts[0], parts[1], PythonSamplesTests.bytes(parts[2])) }

        init(_ element: MDocElement) {
            (space, name) = (element.nameSpace.text, element.identifier.text)
            value = element.value.encodeDeterministically()
        }
    }

    @Test func `each document as issued verifies, and has every value that Python put into it`() async throws {
        #expect(documents.count == 5)
        for document in documents {
            let verified = try await verifier(document).verify(issued: Self.bytes(document.issued), at: time)
            #expect(Set(verified.elements.map(Element.init)) == Set(document.elements.map(Element.init)), "\(document.docType)")
            #expect(verified.elements.count == document.elements.count && verified.undisclosedCount == 0, "\(document.docType)")
            let text = Self.bytes(document.issued)
            #expect(try IssuerSigned(decoding: IssuerSigned(decoding: text).encode()) == IssuerSigned(decoding: text))
        }
    }

    @Test func `each presentation verifies, and has what Python presented and nothing else`() async throws {
        for document in documents {
            let verified = try await verifier(document)
                .verify(response: Self.bytes(document.response), for: transcript(document), at: time)
            let elements = try #require(verified.first).elements
            #expect(verified.count == 1 && elements.count == document.shown.count, "\(document.docType)")
            #expect(Set(elements.map(Element.init)) == Set(document.shown.map(Element.init)), "\(document.docType)")
            #expect(verified.first?.undisclosedCount == document.elements.count - document.shown.count, "\(document.docType)")
        }
    }

    @Test func `none verifies for the transcript or the type of another, below another root, or after its end`() async throws {
        let other = try Sample.authority.get().root
        for (document, next) in zip(documents, documents.dropFirst() + documents.prefix(1)) {
            let (issued, response) = (Self.bytes(document.issued), Self.bytes(document.response))
            await expectRejection(.deviceSignature) {
                _ = try await verifier(document).verify(response: response, for: transcript(next), at: time)
            }
            await #expect(throws: MDocRejection.self) { try await verifier(next).verify(issued: issued, at: time) }
            let foreign = MDocVerifier(trust: .certificates(roots: [other], profile: .iso18013), docTypes: [DocType(document.docType)])
            await #expect(throws: MDocRejection.self) { try await foreign.verify(issued: issued, at: time) }
            let late = time.addingTimeInterval(302 * 86_400)
            await #expect(throws: MDocRejection.self) { try await verifier(document).verify(issued: issued, at: late) }
        }
    }

    @Test func `a document with the items of another is refused`() async throws {
        for (document, next) in zip(documents, documents.dropFirst() + documents.prefix(1)) {
            guard case .map(var mixed) = try CBORItem(decoding: Self.bytes(document.issued)),
                case .map(let other) = try CBORItem(decoding: Self.bytes(next.issued))
            else {
                Issue.record("a document that is no map")
                continue
            }
            mixed["nameSpaces"] = other["nameSpaces"]
            let bytes = CBORItem.map(mixed).encode()
            await #expect(throws: MDocRejection.self) { try await verifier(document).verify(issued: bytes, at: time) }
        }
    }
}
