// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

/// Values of the bridges cross to another language as JSON and come back equal.
struct PlatformValuesTests {
    private func crosses<Value: Codable & Equatable>(_ value: Value, at location: SourceLocation = #_sourceLocation) throws {
        // In an array, because some values are bare texts.
        #expect(try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value])) == [value], sourceLocation: location)
    }

    @Test func `values of keys and sensors round-trip through JSON`() throws {
        try crosses(PlatformAttestation.apple(object: [1, 2]))
        try crosses(PlatformAttestation.android(chain: [[1], []]))
        try crosses(PlatformKeyProof.appleAssertion([]))
        try crosses(PlatformKeyProof.androidSignature([3]))
        for error in [AttestedKeyError.notSupported, .platformUnreachable, .unknownKey, .notAvailableYet, .failed] { try crosses(error) }
        for error in [EncryptionKeyError.unknownKey, .notAvailableYet, .notDecryptable, .failed] { try crosses(error) }
        for error in [BiometricsError.unavailable, .notAvailableYet, .failed] { try crosses(error) }
        for state in [BiometricAvailability.unsupported, .notEnrolled(.faceID), .available(.fingerprint), .lockedOut(.faceID)] {
            try crosses(state)
        }
        try crosses(BiometricPrompt(title: "a", reason: "b", fallback: "c"))
        let shown = [
            BiometricPromptMessage(.asksToTryAgain, .anotherTry), BiometricPromptMessage(.offersFallback, .fallback),
            BiometricPromptMessage(.scansOn, .close), BiometricPromptMessage(.tellsLockout), BiometricPromptMessage(.leavesFallback),
        ]
        for ending in [
            BiometricPromptEnding.signed([1]), .cancelled, .fallback, .notRecognised, .lockedOut, .enrolmentChanged, .interrupted,
            .unavailable, .notAvailableYet, .failed,
        ] { try crosses(BiometricPromptResult(ending, after: shown)) }
        for kind in BiometricKind.allCases { try crosses(kind) }
    }

    @Test func `values of network, links, events and installation round-trip through JSON`() throws {
        var request = NetworkRequest(
            method: .post, url: "https://a.example/", headers: [NetworkHeaderField("a", "b")], body: [1], trustedRoots: [[2]],
            timeout: .milliseconds(1500))
        request.validator = "\"v\""
        try crosses(request)
        try crosses(NetworkResponse(status: 200, mediaType: "application/json", body: [1], validator: nil, headers: request.headers))
        for error in [NetworkError.offline, .unreachable, .lost] { try crosses(error) }
        for event in AppLifecycleEvent.allCases { try crosses(event) }
        for platform in Platform.allCases { try crosses(platform) }
        try crosses(try #require(InstallationIdentity("A-1")))
    }

    @Test func `an identity of an invalid form is refused`() {
        for text in [#"[""]"#, #"["a b"]"#, #"["é"]"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([InstallationIdentity].self, from: Data(text.utf8)) }
        }
    }
}
