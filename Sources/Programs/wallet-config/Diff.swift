// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import ServerCommands
import ServerState
import WalletConfiguration

/// `wallet-config diff`: shows the differences between two editions and whom they affect.
struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the differences between two editions and whom they affect.",
        discussion: """
            Exit code 0: no differences. 1: differences. 2: the command line is wrong, or a file cannot be read or understood. Each file may be \
            contents or a signed document, whose signature is not verified here (use wallet-config check). Omitted values are compared by their \
            defaults. Of an update policy, only the part that applies from now on is compared.
            """)

    @Argument(help: "The edition before.", completion: .file())
    var old: String

    @Argument(help: "The edition after.", completion: .file())
    var new: String

    @Option(help: ArgumentHelp("The time from which update policies are compared. Default: now.", valueName: "time"))
    var time: Instant?

    func run() async throws {
        let lines: [String]
        do {
            lines = try changes()
        } catch {
            Terminal.complain("Error: \(error)")
            throw Exit.unusable
        }
        lines.forEach(Terminal.write)
        guard lines.isEmpty else { throw Exit.finding }
    }

    private func changes() throws -> [String] {
        let before = try DocumentInput(path: old, kind: nil)
        let after = try DocumentInput(path: new, kind: before.kind)
        let claims = zip(["version", "iat", "exp", "env"], ["version", "issued", "expires", "environment"]).compactMap { name, word in
            guard let old = before.payload?[name], let new = after.payload?[name], old != new else { return nil as String? }
            return "the document: \(word): \(Self.text(old, name)) → \(Self.text(new, name))"
        }
        switch before.kind {
        case .configuration:
            let (old, new) = (try read(before, as: ConfigurationDocument.self), try read(after, as: ConfigurationDocument.self))
            return claims + ConfigurationChanges(from: old, to: new).lines
        case .updatePolicy:
            let (old, new) = (try read(before, as: UpdatePolicy.self), try read(after, as: UpdatePolicy.self))
            return claims + PolicyChanges(from: old, to: new, at: time?.seconds ?? Int64(Date().timeIntervalSince1970)).lines
        }
    }

    private func read<Contents: DocumentContents>(_ input: DocumentInput, as _: Contents.Type) throws -> Contents {
        do throws(UnacceptableContents) {
            return try Contents(json: input.contents)
        } catch {
            throw StartError("\(input.path) cannot be compared: \(error)")
        }
    }

    private static func text(_ value: JSONValue, _ name: String) -> String {
        if ["iat", "exp"].contains(name), let seconds = NumericDate(value)?.seconds {
            return Instant(seconds: seconds)?.text ?? "\(seconds)"
        }
        return switch value {
        case .integer(let number): "\(number)"
        case .string(let text) where EnvironmentName(text) != nil: text
        default: "something else"
        }
    }
}
