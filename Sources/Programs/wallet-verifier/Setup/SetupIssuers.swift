// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import JSON
import ServerCommands

/// The trusted issuers of a new verifier.
struct SetupIssuers: ParsableArguments {
    @Option(
        name: .customLong("sd-jwt-root"),
        help: ArgumentHelp("Roots of issuers of SD-JWTs, and of their status lists; may be repeated.", valueName: "pem"))
    var sdJWTRoots: [String] = []

    @Option(
        name: .customLong("mdoc-root"),
        help: ArgumentHelp("Roots of issuers of mdocs, and of their status lists; may be repeated.", valueName: "pem"))
    var mdocRoots: [String] = []

    @Flag(help: "Also accept document signers of mdocs without the extended key usage and the country of ISO 18013-5.")
    var anyDocumentSigner = false

    /// True if an issuer is named.
    var isGiven: Bool { !sdJWTRoots.isEmpty || !mdocRoots.isEmpty }

    /// The files of all options.
    var files: [String] { sdJWTRoots + mdocRoots }

    /// Asks for a file of each kind until one is named. Returns the answers as arguments.
    ///
    /// - Throws: `StartError` at the end of the input.
    static func asked() throws -> [String] {
        func check(_ path: String) throws { _ = try TrustOptions.certificates(in: [path]) }
        var arguments: [String] = []
        while arguments.isEmpty {
            if let file = try Terminal.askOptional("File with roots of issuers of SD-JWTs (PEM); empty for none", check) {
                arguments.append("--sd-jwt-root=" + file)
            }
            if let file = try Terminal.askOptional("File with roots of issuers of mdocs (PEM); empty for none", check) {
                arguments.append("--mdoc-root=" + file)
            }
        }
        return arguments
    }

    /// The copies of the files.
    ///
    /// - Throws: `StartError` naming a file that has no certificates.
    func copies() throws -> [(name: String, bytes: [UInt8])] {
        _ = try TrustOptions.certificates(in: files)
        return try zip(names, files).map { (name: $0, bytes: try InputFile(path: $1).bytes()) }
    }

    /// The settings, with the paths of the copies.
    func settings(in directory: SetupDirectory) -> [SettingsText.Line] {
        var lines: [SettingsText.Line] = [.comment("The trusted issuers.")]
        let paths = names.map { JSONValue.string(directory.path + "/" + $0) }
        if !sdJWTRoots.isEmpty { lines.append(.value("sd-jwt-root", .array(Array(paths.prefix(sdJWTRoots.count))))) }
        if !mdocRoots.isEmpty { lines.append(.value("mdoc-root", .array(Array(paths.dropFirst(sdJWTRoots.count))))) }
        if anyDocumentSigner { lines.append(.value("any-document-signer", true)) }
        return lines
    }

    /// The names of the copies, in the order of `files`.
    private var names: [String] {
        sdJWTRoots.indices.map { "sd-jwt-roots-\($0 + 1).pem" } + mdocRoots.indices.map { "mdoc-roots-\($0 + 1).pem" }
    }
}
