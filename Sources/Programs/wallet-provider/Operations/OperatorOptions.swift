// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import WalletProvider

/// The person who runs a command that writes to the audit log.
struct OperatorOptions: ParsableArguments {
    @Option(
        name: .customLong("operator"),
        help: ArgumentHelp("Your name in the audit log. Default: the user who called sudo, or who logged in.", valueName: "name"))
    var name: String?

    func validate() throws {
        guard let name else { return }
        let isVisible = name.unicodeScalars.allSatisfy { !CharacterSet.controlCharacters.union(.newlines).contains($0) }
        guard (1...64).contains(name.count), isVisible, !name.allSatisfy(\.isWhitespace) else {
            throw ValidationError("--operator must be a name of 1 to 64 visible characters")
        }
    }

    var actor: AuditActor {
        .operator(
            name: name ?? CallingUser(environment: ProcessInfo.processInfo.environment, login: Self.login, process: NSUserName()).name)
    }

    /// The login name, which sudo and runuser do not change; nil if the system does not record it.
    private static var login: String? {
        guard let text = try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8),
            let number = uid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), number != .max, let entry = unsafe getpwuid(number)
        else { return nil }
        return unsafe String(cString: entry.pointee.pw_name)
    }
}

/// The person behind a process, who may have switched to the service's account.
struct CallingUser {
    /// The person's user name.
    let name: String

    /// - Parameters:
    ///   - environment: the process's environment variables; only sudo's `SUDO_USER` is used.
    ///   - login: the user who logged in; nil if unknown.
    ///   - process: the user of the process.
    init(environment: [String: String], login: String?, process: String) {
        let caller = environment["SUDO_USER"].flatMap { $0.isEmpty ? nil : $0 }
        // A person who was root before calling sudo has a different login name.
        name = (caller == "root" ? login ?? caller : caller) ?? login ?? process
    }
}
