// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import ProviderState
import SimulatedPhone

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Everything of the demo that survives switching the phone off. Only what this program made is ever read, changed or removed.
struct DemoDirectory {
    /// The directory, held by this program alone.
    let state: StateDirectory

    /// The file that says whose directory it is, by its exact content.
    private static let mark = ".nl-wallet-demo-state"
    private static let markContent = Array("nl-wallet-demo 1: the state of a demonstration wallet; `wallet --fresh` empties it.\n".utf8)
    /// What a start that was ended early leaves behind, beside an empty lock: the mark as far as it was written.
    private static let unfinishedMark = mark + ".new"
    private static let lock = "lock"
    /// What is inside beside the mark and the lock.
    private static let phone = "phone"
    static let provider = "provider"
    static let configuration = "configuration"
    static let issuer = "issuer"
    static let login = "login"
    static let portal = "portal"
    static let walletAuthority = "wallet-ca.pem"
    static let appleAuthority = "apple-ca.pem"
    static let googleAuthority = "google-ca.pem"
    /// What a fresh start removes.
    private static let contents = [phone, provider, configuration, issuer, login, appleAuthority, googleAuthority, walletAuthority]
    /// Behind the name of what is being removed.
    private static let removed = ".removed"

    /// Where a running demo takes links from later starts.
    static let links = "links"

    /// Where it is unless `--state` says otherwise.
    static var defaultPath: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share") + "/nl-wallet-demo"
    }

    /// Takes the directory; makes it when it is not there.
    ///
    /// - Parameter isFresh: removes what an earlier demo left.
    /// - Throws: `DemoInUse` when another demo has it, else `StartError`; then nothing inside was changed.
    init(path: String, isFresh: Bool) throws {
        // Whatever is made from now on is for this user only, also in a directory that was there before.
        umask(0o077)
        let path = URL(filePath: path).standardizedFileURL.path
        // Before the lock is made in it, and again when nobody else can change it.
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
        if isFresh { try erase() }
    }

    /// The provider's own directory, with its own lock beside the account database, which `wallet-provider` takes as well.
    func providerDirectory() throws -> StateDirectory {
        let path = state.path + "/" + Self.provider
        do {
            return try StateDirectory(path)
        } catch  where error.code == .directoryInUse {
            throw StartError("\(path) is in use already by a running wallet-provider. Stop that one first.")
        } catch {
            throw StartError("The provider's directory cannot be used: \(error).")
        }
    }

    /// The path of the configuration server's own directory.
    func configurationDirectory() throws -> String { try path(of: Self.configuration, "The configuration server's") }

    /// The path of the issuer's own directory.
    func issuerDirectory() throws -> String { try path(of: Self.issuer, "The issuer's") }

    private func path(of part: String, _ whose: String) throws -> String {
        do {
            return try state.subdirectory(part)
        } catch {
            throw StartError("\(whose) directory cannot be used: \(error).")
        }
    }

    /// The port in a server's name, chosen at the first start: wallets know the server by it as long as they live.
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
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), (1...65_535).contains(port)
        else { throw StartError("\(path) is damaged. Nothing was changed; --fresh starts anew.") }
        return port
    }

    // MARK: Inside

    /// Whether the directory has the mark; false when it is not there, is empty or holds only what a start that was ended early left.
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
        // Another start may have set the mark since the names were read.
        guard areOurs || content(of: path + "/" + mark) == markContent else {
            throw StartError("\(path) holds files that this program did not make. Nothing was changed; choose another --state.")
        }
        return false
    }

    /// The bytes of a small file; nil for a directory, a link, or anything longer than the mark.
    private static func content(of path: String) -> [UInt8]? {
        try? BoundedRead.bytes(of: path, atMost: markContent.count, from: .plainFile)
    }

    /// Each directory gets another name first, so that half of one is never taken for a damaged one.
    private func erase() throws {
        let providerLock = FileManager.default.fileExists(atPath: state.path + "/" + Self.provider) ? try providerDirectory() : nil
        for name in Self.contents {
            let path = state.path + "/" + name
            guard unsafe rename(path, path + Self.removed) != 0, errno != ENOENT else { continue }
            throw StartError("\(path) cannot be removed: \(StartError.reason(of: errno)).")
        }
        try finishErasing()
        withExtendedLifetime(providerLock) {}
    }

    private func finishErasing() throws {
        for name in Self.contents {
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
