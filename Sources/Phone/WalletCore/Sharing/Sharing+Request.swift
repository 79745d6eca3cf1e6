// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import OpenID4VPWallet
import PlatformSupport
import StatusList
import SwiftASN1
import WalletConfiguration
import WalletInterface
import X509

/// The request: fetched once, and judged again with the same bytes if the configuration changes.
extension Sharing {
    /// Fetches and judges the request of a link.
    ///
    /// - Throws: `sharing` with `wrongDevice`, `sessionOver`, `noSession` after a stop; `noInternet`, `serverUnreachable`; `unexpected`.
    func receive(_ link: UniversalLink, _ arrival: SessionType, _ settings: SharingSettings) async throws(WalletCoreError) -> LiveSharing {
        let random = context.randomBytes(32)
        let parsed: PresentationLink
        do throws(RequestRefusal) {
            parsed = try Self.parsed(link).get()
        } catch {
            return session(link, arrival, settings, random, answer: nil, status: nil, .refused(nil, error), at: context.trueNow)
        }
        var client = PresentationClient(
            link: parsed, arrivedBy: arrival, settings: WalletSettings(settings), random: { count in Array(random.prefix(count)) })
        guard case .fetch(let request) = client.step else {
            throw WalletCoreError(.sharing(.wrongDevice), "the link is for the other kind of device")
        }
        let conversation = SharingConversation(network: context.bridges.network, settings: settings)
        let fetched = await untilStopped { () async -> Result<VerifierAnswer, NetworkError> in
            do throws(NetworkError) {
                return .success(try await conversation.send(request))
            } catch {
                return .failure(error)
            }
        }
        guard let fetched else { throw WalletCoreError(.sharing(.noSession), "the person stopped during the call") }
        let answer: VerifierAnswer
        do throws(NetworkError) {
            answer = try fetched.get()
        } catch {
            throw error == .offline
                ? WalletCoreError(.noInternet, "the device has no connection")
                : WalletCoreError(.serverUnreachable, "the verifier does not answer")
        }
        let now = context.trueNow
        do throws(PresentationFailure) {
            try await client.receiveRequest(answer, at: now)
        } catch {
            guard case .refused(let refusal) = error else { throw WalletCoreError(error) }
            return session(link, arrival, settings, random, answer: answer, status: nil, .refused(client, refusal), at: now)
        }
        var status: TokenStatus?
        if case .fetchStatus(let reference) = client.step { status = await self.status(reference, settings) }
        let judged = try Self.judged(client, status)
        return session(link, arrival, settings, random, answer: answer, status: status, judged, at: now)
    }

    /// The session, judged by other settings from the same bytes; nil if it cannot go on.
    func judgedAgain(_ known: LiveSharing, by settings: SharingSettings) async -> LiveSharing? {
        guard let answer = known.answer, let parsed = try? Self.parsed(known.link).get() else { return nil }
        var client = PresentationClient(
            link: parsed, arrivedBy: known.arrival, settings: WalletSettings(settings),
            random: { count in Array(known.random.prefix(count)) })
        // A status that other roots vouched for does not count.
        let status = known.settings.registrarRoots == settings.registrarRoots ? known.status : nil
        let judged: LiveSharing.Judged
        do throws(PresentationFailure) {
            try await client.receiveRequest(answer, at: known.receivedAt)
            guard let request = try? Self.judged(client, status) else { return nil }
            judged = request
        } catch {
            guard case .refused(let refusal) = error else { return nil }
            judged = .refused(client, refusal)
        }
        return LiveSharing(
            number: known.number, link: known.link, arrival: known.arrival, settings: settings, receivedAt: known.receivedAt,
            random: known.random, answer: answer, status: status, judged: judged, shown: known.shown,
            told: known.told)
    }

    private func session(
        _ link: UniversalLink, _ arrival: SessionType, _ settings: SharingSettings, _ random: [UInt8], answer: VerifierAnswer?,
        status: TokenStatus?, _ judged: LiveSharing.Judged, at now: Date
    ) -> LiveSharing {
        lastNumber += 1
        return LiveSharing(
            number: lastNumber, link: link, arrival: arrival, settings: settings, receivedAt: now, random: random, answer: answer,
            status: status, judged: judged, shown: nil)
    }

    private static func parsed(_ link: UniversalLink) -> Result<PresentationLink, RequestRefusal> {
        link.withText { text -> Result<PresentationLink, RequestRefusal> in
            do throws(RequestRefusal) {
                return .success(try PresentationLink(parsing: text))
            } catch {
                return .failure(error)
            }
        }
    }

    private static func judged(_ client: PresentationClient, _ status: TokenStatus?) throws(WalletCoreError) -> LiveSharing.Judged {
        var client = client
        do throws(PresentationFailure) {
            if case .fetchStatus = client.step { try client.receiveStatus(status) }
        } catch {
            throw WalletCoreError(error)
        }
        guard case .decide(let received) = client.step else { throw WalletCoreError(.unexpected, "a request went out of order") }
        return .request(client, received)
    }
}

extension WalletSettings {
    /// The roots of the configuration. A root that cannot be read is left out.
    init(_ settings: SharingSettings) {
        self.init(
            accessRoots: settings.accessRoots.compactMap { try? Certificate(derEncoded: $0) },
            registrarRoots: settings.registrarRoots.compactMap { try? Certificate(derEncoded: $0) },
            maximumAge: Int64(settings.approvalSeconds))
    }
}

extension WalletCoreError {
    /// Maps a failure of the protocol, other than a refused request, to what the user sees.
    init(_ failure: PresentationFailure) {
        switch failure {
        case .sessionOver, .expired: self.init(.sharing(.sessionOver), "the session or its time is over")
        case .unavailable: self.init(.serverUnreachable, "the verifier cannot answer now")
        case .wrongSession: self.init(.sharing(.wrongDevice), "the link is for the other kind of device")
        case .unfitChoice: self.init(.sharing(.unfitChoice), "the choice is no answer to the request")
        case .unfitSignature: self.init(.serverUnreachable, "the provider's answer has not the signatures that were asked for")
        default: self.init(.unexpected, "the presentation went out of order")
        }
    }
}
