// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import OutsideHost
import PlatformSupport
import WalletPlatformTesting

/// The phone of this package in the conformance suite, without a person to operate it: it can only open links and act at its sensor.
struct OutsidePhoneUnderTest: PhoneUnderTest {
    let phone: OutsidePhone
    /// The present process of the app.
    let process: AppProcess
    let attestations: any AttestationJudge
    let server: SuiteServer?

    var name: String { "keys in memory" }
    var platform: Platform { .iOS }
    var bridges: PlatformBridges { process.bridges }
    var links: OpenedLinks { process.links }

    func perform(_ act: Act) async throws {
        switch act {
        case .openLink(let text): phone.open(text)
        case .seePrompt: await phone.sensor.seePrompt()
        case .presentEnrolledFaceOrFinger: await phone.sensor.perform(.present)
        case .presentAnotherFaceOrFinger: await phone.sensor.perform(.presentAnother)
        case .chooseAnotherTry: await phone.sensor.perform(.tryAgain)
        case .chooseFallback: await phone.sensor.perform(.fallback)
        case .closePrompt: await phone.sensor.perform(.close)
        default: throw ActNotPossible()
        }
    }

    func events(of act: Act, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent] {
        // The suite opens links only here, so no event of an earlier act waits.
        guard case .openLink = act else { throw ActNotPossible() }
        try await perform(act)
        var events: [AppLifecycleEvent] = []
        for await event in process.lifecycle {
            events.append(event)
            if event == last { break }
        }
        return events
    }

    func sentCount(of event: AppLifecycleEvent) -> Int { phone.sentCount(of: event) }
}

/// Verifies attestations under the development authority of the demo.
struct DevelopmentJudge: AttestationJudge {
    private let verifier: AppAttestVerifier

    /// - Parameter authority: the authority's PEM documents, of which the first is its root.
    init(authority: String, teamID: String, bundleID: String) throws {
        let end = "-----END CERTIFICATE-----"
        let root = (authority.components(separatedBy: end).first ?? "") + end
        verifier = try AppAttestVerifier(rootsPEM: root, appID: AppID(teamID: teamID, bundleID: bundleID), environment: .development)
    }

    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8] {
        guard case .apple(let object) = attestation else { throw ActNotPossible() }
        return Array(
            try await verifier.verify(attestation: object, clientDataHash: challengeHash, at: Date()).publicKey.x963Representation)
    }

    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32? {
        guard case .appleAssertion(let assertion) = proof else { throw ActNotPossible() }
        return try verifier.verify(
            assertion: assertion, clientData: payload, publicKey: P256.Signing.PublicKey(x963Representation: publicKey), previousCounter: 0)
    }
}
