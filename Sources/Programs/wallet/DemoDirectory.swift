// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SimulatedPhone

/// Everything of the demo that survives switching the phone off. Only what this program made is ever read, changed or removed.
struct DemoDirectory {
    /// The directory, held by this program alone.
    let state: StateDirectory

    /// The file that says whose directory it is.
    private static let mark = "nl-wallet-demo"
    /// What is inside beside the mark and the lock.
    private static let phone = "phone"
    private static let provider = "provider"
    private static let appleAuthority = "apple-ca.pem"

    /// Where it is unless `--state` says otherwise.
    static var defaultPath: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share") + "/nl-wallet-demo"
    }

    /// Takes the directory; makes it when it is not there.
    ///
    /// - Parameter isFresh: removes what an earlier demo left.
    /// - Throws: `StartError`; then nothing inside was changed.
    init(path: String, isFresh: Bool) throws {
        let path = URL(filePath: path).standardizedFileURL.path
        try Self.checkOwnership(of: path)
        do {
            state = try StateDirectory(path)
        } catch  where error.code == .directoryInUse {
            throw StartError("\(path) is in use already by another running wallet. Stop that one first, or choose another --state.")
        } catch {
            throw StartError("The state directory cannot be used: \(error).")
        }
        if isFresh { try erase() }
        try write(Array("The state of a demonstration wallet. Remove it with `wallet --fresh`.\n".utf8), to: Self.mark)
    }

    /// The authority in Apple's place; made at the first start.
    func developmentAppleCA() throws -> DevelopmentAppleCA {
        let path = state.path + "/" + Self.appleAuthority
        if FileManager.default.fileExists(atPath: path) {
            guard let pem = try? String(contentsOfFile: path, encoding: .utf8), let authority = try? DevelopmentAppleCA(pemEncoded: pem)
            else { throw StartError("\(path) is damaged. Nothing was changed; --fresh starts with a new phone.") }
            return authority
        }
        var generator = SystemRandomNumberGenerator()
        let authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        try write(Array(authority.pemEncoded().utf8), to: Self.appleAuthority)
        return authority
    }

    /// The provider's own directory.
    func providerDirectory() throws -> String { try state.subdirectory(Self.provider) }

    /// The port in the provider's name, chosen at the first start: wallets know the provider by it as long as they live.
    func providerPort(else chosen: Int) throws -> Int {
        let name = Self.provider + "/port"
        let path = state.path + "/" + name
        guard FileManager.default.fileExists(atPath: path) else {
            _ = try providerDirectory()
            try write(Array("\(chosen)\n".utf8), to: name)
            return chosen
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), (1...65_535).contains(port)
        else { throw StartError("\(path) is damaged. Nothing was changed; --fresh starts anew.") }
        return port
    }

    // MARK: Inside

    private static func checkOwnership(of path: String) throws {
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
        guard isDirectory.boolValue else { throw StartError("\(path) is not a directory.") }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw StartError("\(path) cannot be read.")
        }
        guard names.contains(mark) || names.allSatisfy({ $0 == "lock" }) else {
            throw StartError("\(path) holds files that this program did not make. Nothing was changed; choose another --state.")
        }
    }

    private func erase() throws {
        for name in [Self.phone, Self.provider, Self.appleAuthority] {
            let path = state.path + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { continue }
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw StartError("\(path) cannot be removed.")
            }
        }
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let path = state.path + "/" + name
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw StartError("\(path) cannot be written.")
        }
    }
}
