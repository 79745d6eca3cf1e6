// SPDX-License-Identifier: EUPL-1.2

import CWalletHost
import Foundation
import Testing
import WalletDevelopment
import WalletHost

/// Bad input to the conformance suite over the C interface. `Scripts/jvm-host` runs the suite itself.
@Suite(.timeLimit(.minutes(20))) struct ConformanceUse {
    private func create(_ configuration: String?) -> (status: wallet_status, wallet: UInt64) {
        var (callbacks, wallet) = (unsafe RecordingHost().functions, UInt64(0))
        let bytes = configuration.map { Array($0.utf8) }
        let status = unsafe wallet_development_conformance(bytes, bytes?.count ?? 0, &callbacks, &wallet)
        return (status, wallet)
    }

    private static func configuration(phase: Int = 1, authority: String = "", notebook: String? = nil) throws -> String {
        var object: [String: Any] = [
            "name": "test", "storageDirectory": "/", "phase": phase, "authority": authority, "packageName": "nl.example.wallet",
            "signingCertificateDigest": Data(count: 32).base64EncodedString(),
        ]
        object["notebook"] = notebook
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test func `a phase with a bad configuration or authority is refused, and no process is made`() throws {
        #expect(create(nil) == (wallet_status(WALLET_BAD_ARGUMENT), 0))
        #expect(create("{}") == (wallet_status(WALLET_BAD_JSON), 0))
        #expect(create(try Self.configuration(phase: 3)) == (wallet_status(WALLET_BAD_JSON), 0))
        #expect(create(try Self.configuration()) == (wallet_status(WALLET_BAD_CONFIGURATION), 0))
        #expect(create(try Self.configuration(authority: "-----BEGIN CERTIFICATE-----")) == (wallet_status(WALLET_BAD_CONFIGURATION), 0))
    }
}
