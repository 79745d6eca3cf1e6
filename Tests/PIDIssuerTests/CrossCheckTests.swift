// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import PythonRun
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Other implementations can read the issuer's credentials: PyPI sd-jwt, joserfc, pymdoccbor, cbor2 with pycose.
struct CrossCheckTests {
    @Test func `independent implementations accept the issuer's PIDs and status list`() async throws {
        let stage = try await IssuerStage()
        let directory = try TemporaryDirectory()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage, [.sdJWT, .mdoc])
            wallet.proofCount = 1
            wallet.person = "999994815"
            try await wallet.run(fetch)
            for issued in wallet.issued {
                try directory.write(Array(try #require(issued.credentials.first).utf8), to: issued.configurationID)
            }
            for (name, path) in [("jwks.json", "/jwks.json"), ("status", "/status-lists/1")] {
                let answer = try await fetch(IssuanceRequest(method: .get, url: IssuerStage.url(IssuerStage.issuer.text + path)))
                try directory.write(answer.body, to: name)
            }
        }
        try directory.write(Array(try stage.issuers.rootCertificate()), to: "root.der")
        let run = try await PythonRun("PIDIssuerTests/Python/check_issuer.py", [directory.url.path])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("pymdoccbor: signature verified"), "\(run.output)")
    }
}
