// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import DurableFiles
import Foundation
import ServerState

/// The directory of a new server, made by `init`. It is written under a temporary name and then renamed, so that it is complete or absent.
package struct SetupDirectory: Sendable {
    /// The absolute path of the directory.
    package let path: String

    package init(_ path: String) { self.path = Self.absolute(path) }

    /// The path of the directory until it is complete.
    package var unfinished: String { path + ".new" }

    /// The path of the state directory until the directory is complete.
    package var unfinishedState: String { unfinished + "/state" }

    /// Writes the directory.
    ///
    /// - Parameters:
    ///   - sideEffect: the end of the sentence about an error, if something outside of the directory may have been changed.
    ///   - body: writes the files; its error is the reason why there is no directory.
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed, except as `sideEffect` says.
    package func write(sideEffect: String = "", _ body: () async throws -> Void) async throws {
        umask(0o077)
        try refuseContent()
        guard unsafe mkdir(unfinished, 0o700) == 0 else {
            guard errno == EEXIST else {
                throw StartError("\(unfinished) cannot be made: \(StartError.reason(of: errno)). Nothing was changed.")
            }
            throw StartError(
                "\(unfinished) is left from an interrupted init: if none runs now, remove it and run init again. Nothing was changed.")
        }
        do {
            try await body()
            guard unsafe rename(unfinished, path) == 0 else {
                throw StartError("\(path) cannot be made: \(StartError.reason(of: errno))")
            }
        } catch {
            let isRemoved = (try? DurableFile.remove(unfinished)) != nil
            let rest = isRemoved ? "Nothing was changed" : "\(unfinished) could not be removed: remove it"
            throw StartError("\(Self.sentence(error)) \(rest)\(sideEffect). Solve the problem, then run init again.")
        }
        do {
            try DurableFile.flushDirectory(DurableFile(path).directory)
        } catch {
            throw StartError("\(path) is complete, but \(error.reason)")
        }
    }

    /// Writes a file of the directory, with its folder.
    ///
    /// - Throws: `FileError` naming the file.
    package func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    /// Writes a file of the directory, with its folder.
    ///
    /// - Throws: `FileError` naming the file.
    package func put(_ name: String, _ bytes: [UInt8]) throws {
        let file = DurableFile(unfinished + "/" + name)
        try LockedDirectory.make(file.directory)
        try file.replace(with: bytes)
    }

    /// Writes the files that every server has: settings, TLS key, certificate request, self-signed certificate and unit override. Makes the
    /// empty state directory, which the unit needs at its start.
    ///
    /// - Throws: `FileError` naming a file.
    package func put(settings: String, _ tls: ServerCertificateRequest, _ unit: ServerUnit) throws {
        try put("config.json", settings)
        try put("tls-key.pem", tls.key)
        try put("tls.csr", tls.request)
        try put("tls.pem", tls.selfSigned)
        try put(unit.overrideName, unit.overrideText)
        try LockedDirectory.make(unfinishedState)
    }

    /// Reads the settings as the command that serves does.
    ///
    /// - Throws: `StartError` with the reason why they are refused.
    package func checkSettings<Serve: ParsableArguments>(of _: Serve.Type, by settings: ProgramSettings) async throws {
        let arguments = try await settings.complete(["serve", "--config", unfinished + "/config.json"], environment: [:])
        do {
            _ = try Serve.parse(Array(arguments.dropFirst()))
        } catch {
            throw StartError(Serve.message(for: error))
        }
    }

    /// Refuses a place that has content, so that no file of another program is replaced.
    ///
    /// - Throws: `StartError` with one line for the operator.
    package func refuseContent() throws {
        // The type of a link itself. A place that cannot be examined is refused when the directory is made.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
        let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
        guard isDirectory, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw StartError("\(path) is not a directory that can be listed: name a new one. Nothing was changed.")
        }
        guard names.isEmpty else { throw StartError("\(path) is not empty: name a new directory. Nothing was changed.") }
    }

    private static func sentence(_ error: any Error) -> String {
        let text = (error as? FileError)?.reason ?? "\(error)"
        return text.hasSuffix(".") ? text : text + "."
    }

    /// Returns the absolute path of a file, without a slash at its end.
    package static func absolute(_ path: String) -> String {
        let url = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
        return url.path.count > 1 && url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }
}
