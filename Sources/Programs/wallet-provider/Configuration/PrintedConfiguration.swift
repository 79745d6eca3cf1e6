// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// The output of `--print-config`: every effective setting, as an equivalent configuration file.
///
/// It contains the paths of files with secrets, but no secrets. A database address with a password has already been refused.
enum PrintedConfiguration {
    /// Writes one line per setting.
    static func text(_ serve: Serve) -> String {
        let lines = Settings.all.compactMap { setting in
            setting.value(serve).map { value in
                "  \(text(.string(setting.name))): \(text(value))"
            }
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}"
    }

    private static func text(_ value: JSONValue) -> String { String(decoding: value.encode(), as: UTF8.self) }
}
