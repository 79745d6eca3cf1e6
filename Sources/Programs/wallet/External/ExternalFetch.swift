// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import NIOSSL
import OpenID4VCI
import PIDIssuer
import ServerState
import WalletConfiguration

/// Fetches the signed configuration of a configuration server, over the computer's own network: there is no phone yet.
struct ExternalFetch {
    private let address: WebAddress
    private let roots: [[UInt8]]?
    private let time: Duration

    /// - Parameters:
    ///   - address: the base address of the server.
    ///   - roots: its only TLS roots, in DER; nil for the operating system's.
    ///   - time: the time limit of the complete answer.
    init(from address: WebAddress, trusting roots: [[UInt8]]?, within time: Duration) {
        self.address = address
        self.roots = roots
        self.time = time
    }

    /// Fetches the token, which is not verified here. Redirects are not followed, as phones do not follow them.
    ///
    /// - Throws: `StartError`, one line; nothing was changed.
    func token() async throws -> String {
        guard let url = HTTPSURL(address.text + DocumentEndpoint.configuration.path) else {
            throw problem("is no address of a server. Nothing was changed; give that of a configuration server")
        }
        let answer: IssuanceResponse
        do {
            let fetch = try PinnedFetch(roots: roots, timeout: time)
            answer = try await fetch(
                IssuanceRequest(
                    method: .get, url: url, headers: HeaderFields([.init(FieldName.accept, DocumentEndpoint.mediaType)]),
                    maximumResponseSize: ConfigurationDocument.maximumTokenBytes))
        } catch is NIOTooManyBytesError {
            throw noServer("gives a longer answer than a configuration")
        } catch is NIOSSLError, is NIOSSLExtraError {
            throw problem(
                roots == nil
                    ? "has no TLS certificate that the system trusts for this name. Nothing was changed; give its roots with --roots"
                    : "has no TLS certificate for this name from a root in --roots. Nothing was changed; give the roots of this server")
        } catch is PinnedFetchTimeout {
            throw problem("does not answer within \(time.components.seconds) s. Nothing was changed; try again when it does")
        } catch {
            throw problem("cannot be reached. Nothing was changed; check the address, and that the server runs")
        }
        guard answer.status == 200 else { throw noServer("answers with status \(answer.status)") }
        guard answer.mediaType == DocumentEndpoint.mediaType else { throw noServer("answers with something else than a configuration") }
        return String(decoding: answer.body, as: UTF8.self)
    }

    private func noServer(_ words: String) -> StartError {
        problem("\(words). Nothing was changed; give the address of a configuration server that has a valid configuration")
    }

    private func problem(_ words: String) -> StartError { StartError("--external: \(address.text) \(words).") }
}
