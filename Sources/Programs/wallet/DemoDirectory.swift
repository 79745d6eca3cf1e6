// SPDX-License-Identifier: EUPL-1.2

import Brands
import DurableFiles
import Foundation
import PhoneSimulator
import ServerState
import WalletApp

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The demo's persistent state. The program reads, changes and deletes only files that it has created.
struct DemoDirectory {
    /// The directory, locked by this program.
    let state: StateDirectory

    /// The file whose exact content identifies a demo directory.
    private static let mark = ".nl-wallet-demo-state"
    private static let markContent = Array("nl-wallet-demo 1: the state of a demonstration wallet; `wallet --fresh` empties it.\n".utf8)
    /// The partially written mark of an interrupted start; the lock may exist beside it.
    private static let unfinishedMark = mark + ".new"
    private static let lock = "lock"
    /// The contents of the directory, apart from mark and lock.
    static let phone = "phone"
    static let provider = "provider"
    static let configuration = "configuration"
    static let issuer = "issuer"
    static let login = "login"
    static let portal = "portal"
    static let verifier = "verifier"
    static let sites = "sites"
    static let walletAuthority = "wallet-ca.pem"
    static let appleAuthority = "apple-ca.pem"
    static let googleAuthority = "google-ca.pem"
    static let appleRoot = "apple-root.pem"
    static let googleRoot = "google-root.pem"
    static let googleRevocations = "android-revoked.json"
    /// The configuration server of a phone whose servers run elsewhere.
    static let external = "external"
    /// The contents that `--fresh` deletes.
    private static let brandName = "brand"
    /// The maximum size of a file with a port or a brand, in bytes.
    private static let maximumLine = 256
    private static let contents = [
        phone, provider, configuration, issuer, login, verifier, sites, brandName, external, walletAuthority,
    ]
    private static let makers = [appleAuthority, googleAuthority, appleRoot, googleRoot, googleRevocations]
    /// The suffix of directories that are being deleted.
    private static let removed = ".removed"

    /// The socket on which a running demo receives links from later starts.
    static let links = "links"

    /// The default directory without `--state`.
    static var defaultPath: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share") + "/nl-wallet-demo"
    }

    /// Locks the directory; creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - isFresh: deletes the state of an earlier demo.
    ///   - keepsMakers: keeps the phones' makers nevertheless, because a provider that runs elsewhere trusts them.
    /// - Throws: `DemoInUse` if another demo has locked the directory, otherwise `StartError`; its contents are then unchanged.
    init(path: String, isFresh: Bool, keepsMakers: Bool = false) throws {
        // All new files are private to this user, also in an existing directory.
        umask(0o077)
        let path = URL(filePath: path).standardizedFileURL.path
        // Check before creating the lock file, and again once the lock excludes other processes.
        _ = try Self.isMarked(path)
        do {
            state = try StateDirectory(path)
        } catch  where error.code == .directoryInUse {
            throw DemoInUse(path: path)
        } catch {
            throw StartError("The state directory cannot be used: \(error).")
        }
        if try !Self.isMarked(path) { try write(Self.markContent, to: Self.mark) }
        try finishErasing()
        if isFresh { try erase(Self.contents + (keepsMakers ? [] : Self.makers)) }
    }

    /// The provider's directory, locked with the same lock beside the account database that `wallet-provider` uses.
    func providerDirectory() throws -> StateDirectory {
        let path = state.path + "/" + Self.provider
        do {
            return try StateDirectory(path)
        } catch  where error.code == .directoryInUse {
            throw StartError("\(path) is in use already by a running wallet-provider. Stop that server first.")
        } catch {
            throw StartError("The provider's directory cannot be used: \(error).")
        }
    }

    func configurationDirectory() throws -> String { try path(of: Self.configuration, "The configuration server's") }

    func issuerDirectory() throws -> String { try path(of: Self.issuer, "The issuer's") }

    func verifierDirectory() throws -> String { try path(of: Self.verifier, "The verifier's") }

    private func path(of part: String, _ whose: String) throws -> String {
        do {
            return try state.subdirectory(part)
        } catch {
            throw StartError("\(whose) directory cannot be used: \(error).")
        }
    }

    /// The port in a server's name, chosen at the first start and kept, because wallets permanently know the server by this name.
    ///
    /// - Parameters:
    ///   - part: the server's directory.
    ///   - choose: the port at the first start.
    func port(of part: String, else choose: @autoclosure () -> Int) throws -> Int {
        let name = part + "/port"
        let path = state.path + "/" + name
        guard FileManager.default.fileExists(atPath: path) else {
            _ = try state.subdirectory(part)
            let chosen = choose()
            try write(Array("\(chosen)\n".utf8), to: name)
            return chosen
        }
        guard let text = try? BoundedRead.text(of: path, atMost: Self.maximumLine, from: .plainFile),
            text.hasSuffix("\n"), let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), (1...65_535).contains(port)
        else { throw StartError("\(path) is damaged. Nothing was changed; --fresh deletes it and starts again.") }
        return port
    }

    /// The product of this directory's phone and servers: chosen at the first start and kept, because their files name its addresses.
    ///
    /// - Parameter asked: the requested product; nil for the one of the directory.
    /// - Throws: `StartError` if the directory belongs to another product; nothing is changed.
    func brand(asked: String?) throws -> Brand {
        let path = state.path + "/" + Self.brandName
        // Directories of earlier versions contain a phone but not this file.
        let isOld = FileManager.default.fileExists(atPath: state.path + "/" + Self.phone)
        let text = try? BoundedRead.text(of: path, atMost: Self.maximumLine, from: .plainFile)
        let kept = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let there = kept ?? (isOld ? Brand.all[0].identifier : nil) else {
            let brand = asked.flatMap(Brand.named) ?? Brand.all[0]
            try write(Array((brand.identifier + "\n").utf8), to: Self.brandName)
            return brand
        }
        guard let brand = Brand.named(there) else {
            throw StartError("\(path) is damaged. Nothing was changed; --fresh deletes it and starts again.")
        }
        guard asked == nil || asked == there else {
            throw StartError(
                """
                The phone in \(state.path) has the brand \(there) and keeps it. Nothing was changed; leave out --brand to go on with it, choose \
                another --state, or add --fresh to start with a new phone and new servers.
                """)
        }
        return brand
    }

    // MARK: Inside

    /// True if the directory has the mark. False if it does not exist, is empty, or contains only the files of an interrupted start.
    ///
    /// - Throws: `StartError` for any other directory.
    private static func isMarked(_ path: String) throws -> Bool {
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return false }
        guard isDirectory.boolValue else { throw StartError("\(path) is not a directory.") }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw StartError("\(path) cannot be read: \(StartError.reason(of: error)).")
        }
        if content(of: path + "/" + mark) == markContent { return true }
        let areOurs = names.allSatisfy { name in
            switch name {
            case lock: content(of: path + "/" + name) == []
            case unfinishedMark: content(of: path + "/" + name).map(markContent.starts) ?? false
            default: false
            }
        }
        // Another start may have written the mark after the names were read.
        guard areOurs || content(of: path + "/" + mark) == markContent else {
            throw StartError("\(path) contains files that this program did not make. Nothing was changed; choose another --state.")
        }
        return false
    }

    /// The bytes of a small file; nil for a directory, a link, or a file longer than the mark.
    private static func content(of path: String) -> [UInt8]? {
        try? BoundedRead.bytes(of: path, atMost: markContent.count, from: .plainFile)
    }

    /// Renames each directory before deleting it, so that a partially deleted directory is not mistaken for a damaged directory.
    private func erase(_ contents: [String]) throws {
        let providerLock = FileManager.default.fileExists(atPath: state.path + "/" + Self.provider) ? try providerDirectory() : nil
        for name in contents {
            let path = state.path + "/" + name
            guard unsafe rename(path, path + Self.removed) != 0, errno != ENOENT else { continue }
            throw StartError("\(path) cannot be removed: \(StartError.reason(of: errno)).")
        }
        try finishErasing()
        withExtendedLifetime(providerLock) {}
    }

    private func finishErasing() throws {
        for name in Self.contents + Self.makers {
            let path = state.path + "/" + name + Self.removed
            guard FileManager.default.fileExists(atPath: path) else { continue }
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw StartError("\(path) cannot be removed: \(StartError.reason(of: error)).")
            }
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        do {
            try DurableFile(state.path + "/" + name).replace(with: bytes)
        } catch {
            throw StartError("The state directory cannot be used: \(error).")
        }
    }
}
