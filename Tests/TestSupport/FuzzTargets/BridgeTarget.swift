// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The values that cross the bridges as JSON, when a platform's code is in another language.
extension FuzzTarget {
    static let bridgeValues = FuzzTarget(
        "bridge-values",
        seeds: {
            let request = NetworkRequest(
                method: .post, url: "https://provider.example", headers: [NetworkHeaderField("Accept", "text/plain")], body: [1, 2],
                trustedRoots: [[0x30, 0]])
            let response = NetworkResponse(
                status: 200, mediaType: "application/json", body: [0x7B, 0x7D], validator: "\"a\"",
                headers: [NetworkHeaderField("ETag", "\"a\"")])
            let values: [any Encodable] = [
                PlatformAttestation.apple(object: [0xA0]), PlatformAttestation.android(chain: [[0x30, 0], [0x30, 0]]),
                PlatformKeyProof.appleAssertion([0xA0]), PlatformKeyProof.androidSignature([0x30, 0]),
                BiometricAvailability.available(.face),
                BiometricPromptResult(.signed([0x30, 0]), after: [BiometricPromptMessage(.asksToTryAgain, .anotherTry)]),
                BiometricPrompt(title: "a", reason: "b", fallback: "c"), request, response, AppLifecycleEvent.openLink,
                CameraPermission.granted, CameraError.notAllowed,
            ]
            // The last text is the identity of an installation, and the content of a code.
            return try values.map { Array(try JSONEncoder().encode($0)) } + [Array(#""a-1""#.utf8)]
        },
        run: { input throws(FuzzFinding) in
            let data = Data(input)
            var outcome = FuzzOutcome.refused
            for type in types {
                if try crosses(type, data) { outcome = .accepted }
            }
            return outcome
        })

    private static let types: [any (Codable & Hashable & Sendable).Type] = [
        PlatformAttestation.self, PlatformKeyProof.self, AttestedKeyKind.self, AttestedKeyError.self, EncryptionKeyError.self,
        BiometricAvailability.self, BiometricPrompt.self, BiometricPromptResult.self, BiometricsError.self, NetworkRequest.self,
        NetworkResponse.self, NetworkError.self, InstallationIdentity.self, AppLifecycleEvent.self, Platform.self,
        CameraPermission.self, CameraError.self, ScannedCode.self,
    ]

    /// Returns true if the input is a value of this type, and is read as it was written.
    private static func crosses<Value: Codable & Hashable & Sendable>(_ type: Value.Type, _ data: Data) throws(FuzzFinding) -> Bool {
        guard let value = try? JSONDecoder().decode(type, from: data) else { return false }
        guard let written = try? JSONEncoder().encode(value) else { throw FuzzFinding("a value that cannot be written") }
        try FuzzFinding.unless((try? JSONDecoder().decode(type, from: written)) == value, "a value that is not read as it was written")
        return true
    }
}
