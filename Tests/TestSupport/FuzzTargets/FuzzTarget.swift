// SPDX-License-Identifier: EUPL-1.2

/// A parser or a conversation that receives arbitrary input: from libFuzzer in `make fuzz`, and from seeds and some thousand mutations in `make test`.
package struct FuzzTarget: Sendable {
    /// The name on the command line: lower-case letters and dashes.
    package let name: String
    /// Number of mutations of each seed in `make test`: fewer for a target that verifies signatures or has a long conversation.
    package let mutations: Int
    /// Valid input, and input of earlier findings, which is kept permanently. At least one seed is accepted.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Runs the target on input. Refused input is not a finding; a trap or a thrown error is.
    package let run: @Sendable (_ input: [UInt8]) async throws(FuzzFinding) -> FuzzOutcome

    /// Creates a target; add it to `all`, and to the table in Documentation/testing.md.
    ///
    /// - Parameter run: asynchronous only for code that is. It must not wait for a timer or for another thread (``CallingThread``).
    package init(
        _ name: String, mutations: Int = 300, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable (_ input: [UInt8]) async throws(FuzzFinding) -> FuzzOutcome
    ) {
        self.name = name
        self.mutations = mutations
        self.seeds = seeds
        self.run = run
    }

    /// All targets.
    package static let all = groups.flatMap(\.self)

    private static let groups: [[FuzzTarget]] = [
        [.cbor, .cose, .json, .base64URL, .jws, .jwe, .jwk, .x5c, .jwtHeader, .certificateChain, .sdJWT, .mdoc, .statusList],
        [.sdJWTVerifier, .mdocVerifier, .statusListVerifier],
        [.appAttestation, .appAttestationVerifier, .appAssertion, .appAssertionVerifier, .androidKeyDescription, .androidChain],
        [.issuance, .offerLink, .issuerConversation], issuerAnswers,
        [.pushedRequest, .tokenRequest, .credentialRequest, .notificationRequest],
        [.form, .httpsURL, .dcql, .registration, .presentationLink, .requestObject, .requestClaims, .vpToken, .answerForm],
        [.presentationRequest, .presentationReply, .verifiedAnswer, .requestBody],
        [.request, .instructionData, .providerToken, .revocationCode, .configuration, .updatePolicy, .documentTrust, .signedDocument],
        [.link, .bridgeValues, .qrPicture, .brand],
    ]
}

/// The outcome of an input that is not a finding.
package enum FuzzOutcome: Sendable, Hashable {
    /// The code under test refused the input.
    case refused
    /// The code under test accepted the input, and the target's conditions hold.
    case accepted
}

/// An input that a parser should not have accepted, or did not reproduce.
package struct FuzzFinding: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Throws unless the condition holds.
    package static func unless(_ holds: Bool, _ description: String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(description) }
    }
}
