// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import JSON

/// The text of a settings file, with comments.
package struct SettingsText: Sendable {
    /// A line of the file.
    package enum Line: Sendable {
        case comment(String)
        /// The name of a setting and its value.
        case value(String, JSONValue)

        fileprivate var isValue: Bool { if case .value = self { true } else { false } }
    }

    package let text: String

    package init(_ lines: [Line]) {
        func encoded(_ value: JSONValue) -> String { String(decoding: value.encode(), as: UTF8.self) }
        let last = lines.lastIndex(where: \.isValue)
        let texts = lines.enumerated().map { index, line in
            switch line {
            case .comment(let text): "  // \(text)"
            case .value(let name, let value): "  \(encoded(.string(name))): \(encoded(value))" + (index == last ? "" : ",")
            }
        }
        text = "{\n" + texts.joined(separator: "\n") + "\n}\n"
    }
}

extension SettingsText {
    /// The certificate that `init` makes, and the paths of certificate and key.
    package static func tls(in directory: SetupDirectory) -> [Line] {
        [
            .comment("Replace tls.pem, which is self-signed, by what your authority makes of tls.csr, with the chain."),
            .value("tls-certificate", .string(directory.path + "/tls.pem")), .value("tls-key", .string(directory.path + "/tls-key.pem")),
        ]
    }

    /// The settings of the operators' listener, of the stop and of the log.
    package static func operation(internalPort: Int) -> [Line] {
        [
            .comment("Health and metrics, plain HTTP: never for the public."), .value("internal-host", "127.0.0.1"),
            .value("internal-port", .integer(Int64(internalPort))), .value("drain-seconds", 2), .value("shutdown-seconds", 10),
            .value("log-format", "json"),
        ]
    }

    /// The settings of a token for the keys; none without a token.
    package static func token(_ options: TokenOptions) -> [Line] {
        var lines: [Line] = []
        if let module = options.hsmModule, let label = options.hsmToken, let file = options.hsmPINFile {
            // A name without a slash is found by the system in its library directories.
            let module = module.contains("/") ? SetupDirectory.absolute(module) : module
            lines += [
                .comment("The token with the keys."), .value("hsm-module", .string(module)), .value("hsm-token", .string(label)),
                .value("hsm-pin-file", .string(SetupDirectory.absolute(file))),
            ]
        }
        if options.hsmMilliseconds != Timeouts.production.tokenCall.wholeMilliseconds {
            lines.append(.value("hsm-milliseconds", .integer(Int64(options.hsmMilliseconds))))
        }
        return lines
    }
}
