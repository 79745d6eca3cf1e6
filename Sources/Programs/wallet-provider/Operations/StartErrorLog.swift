// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BackendService
import Foundation
import Logging

/// Logs the reason why a server does not start, if the log format is JSON.
///
/// The format may come from the command line, the environment or the file. The file may be the cause of the error, so it is searched as text.
enum StartErrorLog {
    /// Writes the error and ends the process. Returns if the log format is text or there is no error (`--help`).
    static func write(_ error: any Error, arguments: [String], environment: [String: String]) {
        let commands = ["serve": "wallet-provider", "portal": "revocation-portal"]
        guard let label = arguments.dropFirst().first.flatMap({ commands[$0] }), isJSON(arguments, environment) else { return }
        let (code, message) = (WalletProviderProgram.exitCode(for: error), WalletProviderProgram.message(for: error))
        guard !code.isSuccess, !message.isEmpty else { return }
        Logger(label: label) { JSONLog(label: $0) }.critical("not started", metadata: ["reason": "\(message)"])
        WalletProviderProgram.exit(withError: code)
    }

    /// True if `log-format` is `json`. Precedence: command line, environment, file.
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
