// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import StatusList

extension VerifierDesk {
    /// Reads and verifies an answer to a fetched request.
    ///
    /// - Throws: ``DeskError`` with `answer` for what leaves the session open.
    func outcome(
        of body: [UInt8], _ session: Session, _ party: Party, _ use: PartyUse, at now: Int64
    ) async throws(DeskError) -> AnswerOutcome {
        guard let pending = session.contents.pending, let expected = expected(session, pending, party) else {
            throw DeskError.store(SessionStoreError(.damaged, "the stored request does not parse"))
        }
        let verified: VerifiedAnswer
        do throws(AnswerRefusal) {
            switch try AnswerVerifier.read(body) {
            case .error(let code, let state):
                guard let state, state.isSecretly(pending.state) else { throw AnswerRefusal(.state, member: "state") }
                return .declined(code)
            case .answer(let jwe):
                verified = try await verifier.verify(jwe, expected, at: Date(timeIntervalSince1970: TimeInterval(now)))
            }
        } catch {
            let refusal = DeskRefusal(error)
            guard error.reason.endsSession else { throw DeskError.refused(refusal) }
            return .failed(refusal)
        }
        do throws(DeskRefusal) {
            let statuses = try await self.statuses(of: verified, use, at: now)
            return try accepted(verified, statuses, session, pending, party, at: now)
        } catch {
            return .failed(error)
        }
    }

    private func expected(_ session: Session, _ pending: PendingAnswer, _ party: Party) -> ExpectedAnswer? {
        guard let key = pending.encryptionKey, let query = pending.dcqlQuery,
            let address = responseURI(session.contents.walletToken, of: party)
        else { return nil }
        return ExpectedAnswer(
            clientID: party.clientID.text, nonce: pending.nonce, state: pending.state, responseURI: address.text, key: key, query: query,
            types: settings.types)
    }

    /// The status of each credential.
    private func statuses(
        of answer: VerifiedAnswer, _ use: PartyUse, at now: Int64
    ) async throws(DeskRefusal) -> [CredentialStanding] {
        var counts: [String: Int] = [:]
        var standings: [CredentialStanding] = []
        for credential in answer.credentials {
            let member = "vp_token.\(credential.queryID)[\(counts[credential.queryID, default: 0])]"
            counts[credential.queryID, default: 0] += 1
            var found: TokenStatus?
            if let reference = credential.status { found = await status(reference, now) }
            switch found {
            case .valid?: standings.append(.valid)
            case .some: throw DeskRefusal(.credentialRevoked, member: member)
            case nil where credential.status == nil && !credential.isStatusUnknown: standings.append(.noStatus)
            case nil:
                guard use.acceptsUnknownStatus else { throw DeskRefusal(.statusUnknown, member: member) }
                standings.append(.unknown)
            }
        }
        return standings
    }

    private func accepted(
        _ answer: VerifiedAnswer, _ standings: [CredentialStanding], _ session: Session, _ pending: PendingAnswer, _ party: Party,
        at now: Int64
    ) throws(DeskRefusal) -> AnswerOutcome {
        let credentials = zip(answer.credentials, standings).map { JSONValue.object($0.json($1)) }
        var evidence: Data?
        if session.contents.wantsEvidence, let request = pending.request {
            let draft = Evidence(
                request: request, walletNonce: pending.walletNonce, token: answer.token, receivedAt: now,
                sdJWTRoots: settings.sdJWTRoots.map(Evidence.fingerprint), mdocRoots: settings.mdocRoots.map(Evidence.fingerprint),
                types: settings.types, statuses: standings.map(\.rawValue))
            guard let file = try? draft.signed(by: party) else { throw DeskRefusal(.answer, member: "evidence") }
            evidence = Data(file.encode())
        }
        return .accepted(result: Data(JSONValue.array(credentials).encode()), evidence: evidence)
    }
}

/// The status of a credential in a result and in evidence. Raw values never change.
enum CredentialStanding: String, Sendable {
    /// Valid by its status list.
    case valid
    /// The credential has no status.
    case noStatus = "none"
    /// The status was not to be had.
    case unknown
}

extension VerifiedCredential {
    /// The credential in a result.
    fileprivate func json(_ standing: CredentialStanding) -> JSONObject {
        var json: JSONObject = [
            "id": .string(queryID), "format": .string(format.rawValue), "type": .string(type), "claims": .object(claims),
        ]
        json.append("issuer", ifAny: issuerName.map(JSONValue.string))
        json.append("expires_at", ifAny: expiresAt.map(JSONValue.integer))
        json.append("status", .string(standing.rawValue))
        return json
    }
}

extension DeskRefusal {
    /// The refusal of an answer.
    fileprivate init(_ refusal: AnswerRefusal) {
        let detail = [refusal.reason.rawValue, refusal.detail].compactMap(\.self).joined(separator: " ")
        self.init(.answer, member: refusal.member, detail: detail)
    }
}

extension AnswerRefusal.Reason {
    /// True if the answer was sealed to the session's key and has its `state`: only the wallet that fetched the request can have made it.
    fileprivate var endsSession: Bool {
        switch self {
        case .tooLarge, .form, .compressed, .otherKey, .notDecrypted, .emptyToken, .payload, .state: false
        default: true
        }
    }
}
