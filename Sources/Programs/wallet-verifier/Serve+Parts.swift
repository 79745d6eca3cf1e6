// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import Logging
import OAuthMessages
import Registrar
import ServerCommands
import ServerKit
import ServerState
import SwiftASN1
import WalletVerifier
import X509

extension Serve {
    /// The time limits with all options.
    var timeouts: Timeouts {
        var timeouts = store.timeouts
        timeouts.answer = .milliseconds(limits.requestMilliseconds)
        timeouts.walletStatus = .seconds(statusSeconds)
        serving.operation.apply(to: &timeouts)
        return timeouts
    }

    /// The server's address.
    ///
    /// - Throws: `ValidationError` for an address with a path or a query.
    func address() throws -> HTTPSURL {
        guard let address = HTTPSURL(publicURL ?? "https://localhost:\(port)"), address.path.isEmpty, address.query == nil else {
            throw ValidationError("--public-url must be https://host[:port]")
        }
        return address
    }

    /// The types that types extend.
    ///
    /// - Throws: `ValidationError` for a malformed value.
    func types() throws -> [String: [String]] {
        var types: [String: [String]] = [:]
        for text in typeExtends {
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty, types[pair[0]] == nil else {
                throw ValidationError("--type-extends is type=parent, or type=parent,grandparent, once for each type")
            }
            types[pair[0]] = pair[1].split(separator: ",").map(String.init)
        }
        return types
    }

    /// The settings of the desk.
    ///
    /// - Throws: `StartError` naming a file that cannot be read.
    func settings(_ base: HTTPSURL) throws -> VerifierSettings {
        let roots = try trust.roots()
        var times = SessionTimes()
        times.open = Int64(sessionSeconds)
        times.ended = Int64(resultSeconds)
        // No other server claims a webhook while its answer is still awaited.
        times.webhookClaim = max(times.webhookClaim, 2 * Int64(webhookSeconds))
        return VerifierSettings(
            base: base, linkBase: linkBase, sdJWTRoots: roots.sdJWT, mdocRoots: roots.mdoc, mdocProfile: trust.profile,
            types: try types(), times: times, maximumOpen: openSessions)
    }

    /// The certificates of files in DER; nil without files.
    ///
    /// - Throws: `StartError` naming a file that cannot be read.
    static func der(_ paths: [String]) throws -> [[UInt8]]? {
        paths.isEmpty ? nil : try TrustOptions.certificates(in: paths).map { try $0.serializeAsPEM().derBytes }
    }

    /// Warns of a server without parties, and of parties that a registrar for tests has certified.
    func warn(about parties: [Party], _ logger: Logger) {
        if parties.isEmpty { logger.warning("there are no parties yet: make one with wallet-verifier party add, then start again") }
        for party in parties where party.certificates.contains(where: { TestMark.isOn(der: $0) }) {
            logger.warning("the party's access certificate is for tests", metadata: ["party": .string(party.name)])
        }
    }

    /// A certificate for localhost.
    func developmentIdentity(_ logger: Logger) throws -> TLSIdentity {
        logger.warning("no --tls-certificate: the server uses a development certificate for localhost")
        return try DevelopmentCertificateAuthority(directory: store.files.certificates, now: Date()).identity
    }
}
