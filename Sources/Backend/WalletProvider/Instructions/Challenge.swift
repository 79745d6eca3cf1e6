// SPDX-License-Identifier: EUPL-1.2

import JOSE
package import ProviderProtocol

extension WalletProvider {
    /// `/instructions/challenge`: issues 32 random bytes for one instruction of one wallet. It replaces an earlier challenge for the
    /// instruction.
    ///
    /// A blocked or waiting account gets a challenge, too. Its PIN state is checked when the instruction arrives.
    ///
    /// - Returns: `{"challenge": "<base64url>"}`.
    /// - Throws: `ProviderProblem`: `malformedRequest`, `instructionRejected`, `certificateRejected`, `accountRevoked`, `unavailable`.
    package func issueChallenge(_ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        let message = try await authenticate(body, for: .challenge)
        let instruction = try reading(orRefuse: .malformedRequest) { try ChallengeRequest(message.claims).instruction }
        if let answer = try earlierAnswer(to: message, for: instruction) { return answer }

        let value = Base64URL.encode(randomBytes(32))
        let answer = SingleMemberAnswer(.challenge, value).encode()
        let isIssued = try await reaching {
            try await store.issue(
                InstructionChallenge(instruction: instruction, value: value), lifetime: configuration.challengeLifetime,
                evenIfRevoked: instruction.servesRevokedWallets, to: message.identity, answer: StoredAnswer(body: answer))
        }
        guard isIssued else {
            let problem = try await refusalNow(of: message, for: instruction)
            throw problem == .challengeRejected ? .instructionRejected : problem
        }
        return answer
    }
}
