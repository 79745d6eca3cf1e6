// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import OpenID4VCI
import PIDIssuer
import ProviderState
import SDJWT
import SwiftASN1
import X509

/// Which wallets are served.
struct WalletOptions: ParsableArguments {
    @Option(
        name: .customLong("wallet-root"),
        help: ArgumentHelp("A root of wallet providers' certificates; may be given more than once.", valueName: "pem"))
    var roots: [String] = []

    @Option(
        name: .customLong("wallet"),
        help: ArgumentHelp(
            "A client_id and an address that browsers may come back to, parted by a space; may be given more than once.",
            valueName: "client_id redirect_uri"))
    var wallets: [String] = []

    @Option(
        name: .customLong("wallet-status-root"),
        help: ArgumentHelp(
            "A root of the TLS servers on which wallet providers publish whom they revoked; may be given more than once. Default: the system's.",
            valueName: "pem"))
    var statusRoots: [String] = []

    func validate() throws {
        guard !roots.isEmpty, !wallets.isEmpty else { throw ValidationError("--wallet-root and --wallet are needed, each at least once") }
        guard wallets.allSatisfy({ $0.split(separator: " ").count == 2 }) else {
            throw ValidationError("--wallet is a client_id and an address, parted by a space")
        }
    }

    /// Whose attestations are accepted.
    ///
    /// - Throws: `StartError` naming a file that cannot be read.
    func trust() throws(StartError) -> IssuerTrust {
        var certificates: [Certificate] = []
        for path in roots { certificates += try Self.documents(in: path).map(\.certificate) }
        return .certificates(roots: certificates)
    }

    /// Looks up whether a wallet was revoked.
    ///
    /// - Throws: `StartError` naming a file that cannot be read.
    func statuses() throws(StartError) -> WalletStatuses {
        var roots: [[UInt8]] = []
        for path in statusRoots { roots += try Self.documents(in: path).map(\.der) }
        do {
            let fetch = try PinnedFetch(roots: statusRoots.isEmpty ? nil : roots, timeout: .seconds(4))
            return WalletStatuses(trust: try trust()) { try await fetch($0) }
        } catch {
            throw error as? StartError ?? StartError("the certificates of --wallet-status-root cannot be used")
        }
    }

    private static func documents(in path: String) throws(StartError) -> [(certificate: Certificate, der: [UInt8])] {
        let text = String(decoding: try StateFile.read(path, maximumBytes: 1 << 20), as: UTF8.self)
        guard let documents = try? PEMDocument.parseMultiple(pemString: text), !documents.isEmpty,
            let found = try? documents.map({ (try Certificate(pemDocument: $0), $0.derBytes) })
        else { throw StartError("\(path) cannot be read as certificates in PEM") }
        return found
    }

    /// The addresses by `client_id`.
    var redirectURIs: [String: Set<String>] {
        wallets.reduce(into: [:]) { result, entry in
            let parts = entry.split(separator: " ").map(String.init)
            result[parts[0], default: []].insert(parts[1])
        }
    }
}
