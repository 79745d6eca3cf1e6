// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import Testing

@testable import PIDIssuer

/// Writes what `Python/check_issuer.py` reads; runs only where the environment names a directory for it.
struct CrossCheckSamples {
    static let directory = ProcessInfo.processInfo.environment["ISSUER_SAMPLES"].map { URL(filePath: $0, directoryHint: .isDirectory) }

    @Test(.enabled(if: directory != nil)) func `what the issuer made is written for other implementations`() async throws {
        let directory = try #require(Self.directory)
        let stage = try await IssuerStage()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try await stage.serve { fetch in
            var wallet = TestWallet(stage, [.sdJWT, .mdoc])
            wallet.proofCount = 1
            wallet.person = "999994815"
            try await wallet.run(fetch)
            for issued in wallet.issued {
                try Data(try #require(issued.credentials.first).utf8).write(to: directory.appending(path: issued.configurationID))
            }
            for (name, path) in [("jwks.json", "/jwks.json"), ("status", "/status-lists/1")] {
                let answer = try await fetch(IssuanceRequest(method: .get, url: IssuerStage.url(IssuerStage.issuer.text + path)))
                try Data(answer.body).write(to: directory.appending(path: name))
            }
        }
        try Data(try stage.issuers.rootCertificate()).write(to: directory.appending(path: "root.der"))
    }
}
