// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// Apple's published sample (`Tests/Fixtures/AppleAppAttest`).
///
/// The sample's client data hash is the bare challenge of 21 bytes, not its SHA-256, as the nonce in its certificate shows.
struct AppleSample: Sendable {
    let object: [UInt8]
    let root: Certificate
    let appID = AppID(teamID: "0352187391", bundleID: "com.apple.example_app_attest")
    let clientDataHash = Array("test_server_challenge".utf8)
    /// 2024-04-18 12:00 UTC. The credential's certificate is valid from 2024-04-17 16:14:53 to 2024-04-20 16:14:53.
    let time = Date(timeIntervalSince1970: 1_713_441_600)

    static let notValidBefore = Date(timeIntervalSince1970: 1_713_370_493)
    static let notValidAfter = Date(timeIntervalSince1970: 1_713_629_693)

    init() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/AppleAppAttest").standardizedFileURL
        let text = try String(contentsOf: folder.appending(path: "test_attestation_object.b64"), encoding: .utf8)
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { throw CocoaError(.coderInvalidValue) }
        object = Array(data)
        let pem = try String(contentsOf: folder.appending(path: "Apple_App_Attestation_Root_CA.pem"), encoding: .utf8)
        root = try Certificate(pemEncoded: pem)
    }

    var verifier: AppAttestVerifier { AppAttestVerifier(roots: [root], appID: appID, environment: .production) }
}
