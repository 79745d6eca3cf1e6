// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import Synchronization

/// The outcome that the user chooses for the login.
enum LoginOutcome: String, CaseIterable, Sendable {
    case success, slow, failure, expiry
}

/// The answer to a login request.
enum LoginAnswer: Sendable {
    /// The page for choosing an account.
    case page(login: String)
    /// A redirect of the browser.
    case redirect(String)
    /// The redirect address is unknown.
    case refused
}

extension DigiDSimulator {
    /// `GET /authorize` (OpenID Connect Core 1.0 §3.1.2).
    func begin(_ query: FormParameters) -> LoginAnswer {
        guard let client = clients.first(where: { $0.identifier == query["client_id"] }), query["redirect_uri"] == client.redirectURI,
            let clientState = query["state"], clientState.utf8.count <= 512
        else { return .refused }
        func refuse(_ error: String) -> LoginAnswer { .redirect(redirect(client, clientState, ("error", error))) }
        guard query["response_type"] == "code" else { return refuse("unsupported_response_type") }
        guard query["scope"]?.split(separator: " ").contains("openid") == true else { return refuse("invalid_scope") }
        guard query["code_challenge_method"] == CodeVerifier.method, let challenge = query["code_challenge"], challenge.utf8.count == 43,
            let nonce = query["nonce"], nonce.utf8.count <= 512
        else { return refuse("invalid_request") }
        let (now, identifier) = (now, freshSecret())
        let login = SimulatorState.Login(
            client: client, state: clientState, nonce: nonce, challenge: challenge, expiresAt: now + Self.loginLifetime)
        let isKept = state.withLock { state in
            state.removeExpired(at: now)
            guard state.logins.count < Self.mostKept else { return false }
            state.logins[identifier] = login
            return true
        }
        return isKept ? .page(login: identifier) : refuse("temporarily_unavailable")
    }

    /// `POST /login`: the user has chosen an account. Works once.
    func choose(_ form: FormParameters) async throws -> LoginAnswer {
        guard let identifier = form["login"], let login = state.withLock({ $0.logins.removeValue(forKey: identifier) }) else {
            return .refused
        }
        func refuse(_ error: String) -> LoginAnswer { .redirect(redirect(login.client, login.state, ("error", error))) }
        guard now < login.expiresAt else { return refuse("interaction_required") }
        guard let number = form["person"] else { return refuse("access_denied") }
        switch LoginOutcome(rawValue: form["outcome"] ?? LoginOutcome.success.rawValue) {
        case .success: break
        case .slow: try await wait()
        case .failure: return refuse("login_required")
        case .expiry: return refuse("interaction_required")
        case nil: return refuse("login_required")
        }
        guard accounts.contains(where: { $0.citizenServiceNumber == number }) else { return refuse("login_required") }
        let (now, code) = (now, freshSecret())
        let record = SimulatorState.Code(login: login, citizenServiceNumber: number, expiresAt: now + Self.codeLifetime)
        let isKept = state.withLock { state in
            state.removeExpired(at: now)
            guard state.codes.count < Self.mostKept else { return false }
            state.codes[code] = record
            return true
        }
        return isKept ? .redirect(redirect(login.client, login.state, ("code", code))) : refuse("temporarily_unavailable")
    }

    private func redirect(_ client: Client, _ state: String, _ answer: (String, String)) -> String {
        client.redirectURI + "?" + FormParameters([answer, ("state", state), ("iss", issuer.text)]).encoded
    }
}
