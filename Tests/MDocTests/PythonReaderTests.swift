// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import Testing

/// Writes what `Python/read_ours.py` reads; runs only where the environment names a directory for it.
struct PythonReaderTests {
    static let directory = ProcessInfo.processInfo.environment["MDOC_SAMPLES"].map { URL(filePath: $0, directoryHint: .isDirectory) }

    @Test(.enabled(if: directory != nil)) func `a response of ours is written for another implementation`() async throws {
        let directory = try #require(Self.directory)
        let issued = try await Sample.issued(authorizations: KeyAuthorizations(nameSpaces: ["org.example.device"]))
        let document = try await issued.presented(
            disclosing: RoundTripTests.selected, for: Sample.transcript,
            deviceElements: [MDocElement("org.example.device", "battery", .unsigned(80))]
        ) { try Sample.deviceKey.sign($0) }
        let files = try [
            ("response.cbor", DeviceResponse(documents: [document]).encode()), ("transcript.cbor", Sample.transcript.item.encode()),
            ("root.der", TestAuthority.der(Sample.authority.get().root)),
        ]
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: directory.appending(path: name)) }
    }
}
