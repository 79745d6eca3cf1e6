// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OAuthMessages
import OpenID4VP
import SwiftASN1
import X509

extension VerifierDesk {
    /// The page. The first browser that opens it is the session's; every other is refused, so that no one can send his own page to a
    /// victim.
    ///
    /// - Parameter browser: the cookie's value, or ``newBrowser()``, which is then set with the answer to this request.
    /// - Throws: ``DeskError`` with `notFound` or `otherBrowser`, or of the store.
    package func page(_ pageToken: String, browser: String) async throws(DeskError) -> PageView {
        let now = now
        let mark = Data(browser.digest)
        let session = try await changing(try await find(.page(pageToken.digest)), at: now) {
            (session: Session) throws(DeskError) -> SessionChange<Session> in
            if let known = session.contents.browser {
                guard known == mark else { throw DeskError.refusal(.otherBrowser) }
                return .keep(session)
            }
            var contents = session.contents
            contents.browser = mark
            return .replace(contents, session.stored.state, session)
        }
        return try view(session, at: now)
    }

    /// The browser came back from the wallet to the verifier's own page, `/s/{page token}/done?response_code=…`: from here on the party may
    /// read the result. For sessions without `return_url`.
    ///
    /// - Parameter browser: the cookie's value; nil without a cookie.
    /// - Throws: ``DeskError`` with `notFound`, `otherBrowser`, `notAnswered` or `responseCodeWrong`, or of the store.
    package func arrive(_ pageToken: String, browser: String?, responseCode: String) async throws(DeskError) -> PageView {
        let now = now
        let session = try await changing(try await find(.page(pageToken.digest)), at: now) {
            (session: Session) throws(DeskError) -> SessionChange<Session> in
            guard let browser, session.contents.browser == Data(browser.digest) else { throw DeskError.refusal(.otherBrowser) }
            guard let code = session.contents.responseCode else { throw DeskError.refusal(.notAnswered) }
            guard code.isSecretly(responseCode) else { throw DeskError.refusal(.responseCodeWrong, member: "response_code") }
            guard !session.contents.hasReturned else { return .keep(session) }
            var contents = session.contents
            contents.hasReturned = true
            return .replace(contents, session.stored.state, session)
        }
        return try view(session, at: now)
    }

    /// The link for another device again, for a picture of it. Only the page has `ephemeral`, so the browser's cookie is not needed: many
    /// browsers load pictures without cookies.
    ///
    /// - Parameter ephemeral: ``WalletLink/ephemeral`` of the page.
    /// - Throws: ``DeskError`` with `notFound`, `sessionType`, `linkForged`, `linkExpired` or `ended`, or of the store.
    package func crossDeviceLink(_ pageToken: String, ephemeral: String) async throws(DeskError) -> String {
        let now = now
        let session = try await find(.page(pageToken.digest))
        let (party, use) = try owner(of: session)
        guard use.sessionTypes.contains(.crossDevice) else { throw DeskError.refusal(.sessionType, member: "session_type") }
        guard let drawnAt = links.time(of: ephemeral, session.contents.walletToken, .crossDevice) else {
            throw DeskError.refusal(.linkForged, member: "e")
        }
        guard isFresh(drawnAt, .crossDevice, at: now) else { throw DeskError.refusal(.linkExpired, member: "e") }
        let state = session.state(at: now)
        guard state == .created else { throw DeskError.ended(state) }
        guard let text = text(ofLink: .crossDevice, ephemeral, session, party) else { throw DeskError.refusal(.notFound) }
        return text
    }

    private func view(_ session: Session, at now: Int64) throws(DeskError) -> PageView {
        let (party, use) = try owner(of: session)
        let state = session.state(at: now)
        let isOpenForWallets = state == .created
        func link(_ type: SessionType) -> WalletLink? {
            isOpenForWallets && use.sessionTypes.contains(type) ? self.link(type, session, party, at: now) : nil
        }
        // On the same device the wallet opens the address itself, with the code.
        let isReturning = session.sessionType == .sameDevice && (state == .answered || state == .declined)
        return PageView(
            state: state, partyName: party.shownName, sameDevice: link(.sameDevice), crossDevice: link(.crossDevice),
            next: state.isOpen || isReturning ? nil : session.contents.returnURL, expiresAt: session.stored.expiresAt)
    }

    private func link(_ type: SessionType, _ session: Session, _ party: Party, at now: Int64) -> WalletLink? {
        let ephemeral = links.value(session.contents.walletToken, type, at: now)
        guard let text = text(ofLink: type, ephemeral, session, party) else { return nil }
        // Half of the time for the wallet to come with it, half on the page.
        let renewAfter = type == .sameDevice ? session.stored.expiresAt - now : max(1, settings.times.link / 2)
        return WalletLink(text: text, renewAfter: renewAfter, ephemeral: ephemeral)
    }

    private func text(ofLink type: SessionType, _ ephemeral: String, _ session: Session, _ party: Party) -> String? {
        let token = session.contents.walletToken
        let parameters = "session_type=\(type.rawValue)&e=\(ephemeral)"
        guard let address = HTTPSURL("\(base(of: party))/w/\(token)/request?\(parameters)") else { return nil }
        return PresentationLink(clientID: party.clientID, requestURI: address, isPost: true).link(base: settings.linkBase)
    }
}

extension Party {
    /// The name in the access certificate, as wallets show it.
    fileprivate var shownName: String? {
        guard let der = certificates.first, let certificate = try? Certificate(derEncoded: der),
            let identity = VerifierIdentity(certificate, der: der)
        else { return nil }
        return identity.tradeName ?? identity.legalName
    }
}
