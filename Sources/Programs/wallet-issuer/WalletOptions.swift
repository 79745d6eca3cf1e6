// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import OpenID4VCI
import PIDIssuer
import ProviderState
import SDJWT
import SwiftASN1
import X509

/// The accepted wallets.
struct WalletOptions: ParsableArguments {
    @Option(
        name: .customLong("wallet"),
        help: ArgumentHelp(
            "The wallets of one provider; may be repeated.",
            discussion: """
                name=value, parted by spaces. client_id: of these wallets. redirect_uri: where browsers may come back to; may be given more \
                than once. issuer: the provider, as its attestations name it. roots: a PEM file with the roots of its certificates. Nobody \
                else's certificates or status lists say anything of these wallets. status: https://host[:port] of its status lists; default: \
                that of issuer. status-roots: a PEM file with the roots of that server's TLS certificate; default: the system's.
                """,
            valueName: "client_id=… redirect_uri=… issuer=… roots=pem"))
    var wallets: [String] = []

    func validate() throws {
        guard !wallets.isEmpty else { throw ValidationError("--wallet is needed, at least once") }
        do throws(WalletOptionError) {
            let entries = try wallets.map { (text) throws(WalletOptionError) in try WalletEntry(text) }
            guard Set(entries.map(\.clientID)).count == entries.count else {
                throw WalletOptionError(reason: "--wallet: a client_id is of one wallet provider, and named once")
            }
        } catch {
            throw ValidationError(error.reason)
        }
    }

    /// The accepted wallets, with the trust anchors of each.
    ///
    /// - Throws: `StartError` with the name of a file that cannot be read.
    func accepted(_ timeouts: Timeouts) throws(StartError) -> [AcceptedWallets] {
        var accepted: [AcceptedWallets] = []
        for text in wallets {
            do throws(WalletOptionError) {
                accepted.append(try Self.accepted(try WalletEntry(text), timeouts))
            } catch {
                throw StartError(error.reason)
            }
        }
        return accepted
    }

    private static func accepted(_ entry: WalletEntry, _ timeouts: Timeouts) throws(WalletOptionError) -> AcceptedWallets {
        let trust = IssuerTrust.certificates(roots: try documents(in: entry.roots).map(\.certificate))
        let statusRoots = try entry.statusRoots.map { (path) throws(WalletOptionError) in try documents(in: path).map(\.der) }
        guard let fetch = try? PinnedFetch(roots: statusRoots, timeout: timeouts.walletStatus) else {
            throw WalletOptionError(reason: "the certificates of status-roots cannot be used")
        }
        let statuses = WalletStatuses(trust: trust) { try await fetch($0) }
        return AcceptedWallets(
            clientID: entry.clientID, redirectURIs: entry.redirectURIs, issuer: entry.issuer, trust: trust,
            statusOrigin: entry.statusOrigin, status: { try await statuses.status(of: $0, now: $1) })
    }

    private static func documents(in path: String) throws(WalletOptionError) -> [(certificate: Certificate, der: [UInt8])] {
        let text: String
        do throws(StartError) {
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
struct WalletOptionError: Error {
    let reason: String
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
    init(_ text: String) throws(WalletOptionError) {
        var values: [String: [String]] = [:]
        for part in text.split(separator: " ") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, Self.names.contains(pair[0]) else {
                throw WalletOptionError(reason: "--wallet has name=value, the names being \(Self.names.joined(separator: ", "))")
            }
            values[pair[0], default: []].append(pair[1])
        }
        func one(_ name: String) throws(WalletOptionError) -> String? {
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
