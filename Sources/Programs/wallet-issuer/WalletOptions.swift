// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import OpenID4VCI
import PIDIssuer
import SDJWT
import ServerState
import SwiftASN1
import X509

/// The accepted wallets.
struct WalletOptions: ParsableArguments {
    @Option(
        name: .customLong("wallet"),
        help: ArgumentHelp(
            "The wallets of one provider; may be repeated.",
            discussion: """
                name=value, separated by spaces. client_id: the client_id of these wallets. redirect_uri: an address to which browsers may return; \
                may be repeated. issuer: the provider, as its attestations name it. roots: a PEM file with the roots of its certificates; for \
                these wallets no other certificates and status lists are accepted. status: https://host[:port] of its status lists; default: \
                the host and port of issuer. status-roots: a PEM file with the roots of that server's TLS certificate; default: the system's.
                """,
            valueName: "client_id=… redirect_uri=… issuer=… roots=pem"))
    var wallets: [String] = []

    func validate() throws {
        guard !wallets.isEmpty else { throw ValidationError("at least one --wallet is needed") }
        do {
            let entries = try wallets.map(WalletEntry.init)
            guard Set(entries.map(\.clientID)).count == entries.count else {
                throw WalletOptionError(reason: "--wallet: a client_id is of one wallet provider, and named once")
            }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The accepted wallets, with the trust anchors of each.
    ///
    /// - Throws: `StartError` with the name of a file that cannot be read.
    func accepted(_ timeouts: Timeouts) throws -> [AcceptedWallets] {
        var accepted: [AcceptedWallets] = []
        for text in wallets {
            do {
                accepted.append(try Self.accepted(try WalletEntry(text), timeouts))
            } catch {
                throw StartError("\(error)")
            }
        }
        return accepted
    }

    private static func accepted(_ entry: WalletEntry, _ timeouts: Timeouts) throws -> AcceptedWallets {
        let trust = IssuerTrust.certificates(roots: try documents(in: entry.roots).map(\.certificate))
        let statusRoots = try entry.statusRoots.map { try documents(in: $0).map(\.der) }
        guard let fetch = try? PinnedFetch(roots: statusRoots, timeout: timeouts.walletStatus) else {
            throw WalletOptionError(reason: "the certificates of status-roots cannot be used")
        }
        let statuses = WalletStatuses(trust: trust) { try await fetch.followingRedirects($0) }
        return AcceptedWallets(
            clientID: entry.clientID, redirectURIs: entry.redirectURIs, issuer: entry.issuer, trust: trust,
            statusOrigin: entry.statusOrigin, status: { try await statuses.status(of: $0, now: $1) })
    }

    /// Reads certificates in PEM.
    ///
    /// - Throws: `WalletOptionError` with the name of a file that cannot be read.
    static func documents(in path: String) throws -> [(certificate: Certificate, der: [UInt8])] {
        let text: String
        do {
            text = String(decoding: try StateFile.read(path, maximumBytes: 1 << 20), as: UTF8.self)
        } catch {
            throw WalletOptionError(reason: "\(error)")
        }
        guard let documents = try? PEMDocument.parseMultiple(pemString: text), !documents.isEmpty,
            let found = try? documents.map({ (try Certificate(pemDocument: $0), $0.derBytes) })
        else { throw WalletOptionError(reason: "\(path) cannot be read as certificates in PEM") }
        return found
    }
}

/// A malformed value of `--wallet`.
struct WalletOptionError: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

/// A value of `--wallet`.
struct WalletEntry {
    let clientID: String
    let redirectURIs: Set<String>
    let issuer: String
    let roots: String
    /// `https://host[:port]`.
    let statusOrigin: String
    let statusRoots: String?

    /// - Throws: `WalletOptionError` with the first broken rule.
    init(_ text: String) throws {
        var values: [String: [String]] = [:]
        for part in text.split(separator: " ") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, Self.names.contains(pair[0]) else {
                throw WalletOptionError(reason: "--wallet has name=value, the names being \(Self.names.joined(separator: ", "))")
            }
            values[pair[0], default: []].append(pair[1])
        }
        func one(_ name: String) throws -> String? {
            let found = values[name] ?? []
            guard found.count < 2 else { throw WalletOptionError(reason: "--wallet has \(name) once") }
            return found.first
        }
        guard let clientID = try one("client_id"), let issuer = try one("issuer"), let roots = try one("roots"),
            let redirectURIs = values["redirect_uri"]
        else { throw WalletOptionError(reason: "--wallet needs client_id, redirect_uri, issuer and roots") }
        guard let origin = HTTPSURL(try one("status") ?? issuer)?.origin else {
            throw WalletOptionError(reason: "--wallet: status, or without it issuer, is https://host[:port]")
        }
        self.clientID = clientID
        self.issuer = issuer
        self.roots = roots
        self.redirectURIs = Set(redirectURIs)
        statusOrigin = origin
        statusRoots = try one("status-roots")
    }

    private static let names = ["client_id", "redirect_uri", "issuer", "roots", "status", "status-roots"]
}
