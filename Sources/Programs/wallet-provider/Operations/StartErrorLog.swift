// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import Logging
import ServerKit

/// Writes why a server does not start as a line of its log, when the log is JSON.
///
/// The setting may stand on the command line, in the environment or in the file. The file may be what is wrong, so it is searched as text.
enum StartErrorLog {
    /// Writes the error and ends the process; returns when the log is text, or when the error is none (`--help`).
    static func write(_ error: any Error, arguments: [String], environment: [String: String]) {
        let commands = ["serve": "wallet-provider", "portal": "revocation-portal"]
        guard let label = arguments.dropFirst().first.flatMap({ commands[$0] }), isJSON(arguments, environment) else { return }
        let (code, message) = (WalletProviderProgram.exitCode(for: error), WalletProviderProgram.message(for: error))
        guard !code.isSuccess, !message.isEmpty else { return }
        Logger(label: label) { JSONLog(label: $0) }.critical("not started", metadata: ["reason": "\(message)"])
        WalletProviderProgram.exit(withError: code)
    }

    /// Whether `log-format` is `json`; the command line goes before the environment, and that before the file.
    static func isJSON(_ arguments: [String], _ environment: [String: String]) -> Bool {
        if let format = value(of: "log-format", in: arguments) ?? environment["WALLET_PROVIDER_LOG_FORMAT"] { return format == "json" }
        guard let file = value(of: Setting.fileOption, in: arguments) ?? environment["WALLET_PROVIDER_CONFIG"],
            let bytes = try? InputFile(path: file).bytes()
        else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(/"log-format"\s*:\s*"json"/)
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        let name = "--" + option
        if let index = arguments.firstIndex(of: name) { return arguments.dropFirst(index + 1).first }
        return arguments.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
