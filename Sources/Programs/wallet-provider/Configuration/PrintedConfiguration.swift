// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// What `--print-config` prints: every setting in force, as a configuration file that would bring it about.
///
/// Secrets are not among them: they are in files, and of these it has the paths. An address of a database with a password is refused before.
enum PrintedConfiguration {
    /// One line a setting.
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
