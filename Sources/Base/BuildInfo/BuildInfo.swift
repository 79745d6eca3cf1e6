// SPDX-License-Identifier: EUPL-1.2

import CBuildInfo

/// Version and commit of this program, for `--version` and the metric `build_info`.
package enum BuildInfo {
    /// The version as in CHANGELOG.md.
    package static let version = "0.1.0"

    /// The commit, with `-modified` if the sources differed from the commit; nil unless `make dist` or `make bench` built the program.
    package static let commit: String? = {
        let text = unsafe String(cString: wallet_build_commit())
        return text.isEmpty ? nil : text
    }()

    /// `release` or `debug`.
    package static var configuration: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    /// The output of `--version`: `0.1.0 (release, commit 71c88ca9…)`.
    package static var text: String { "\(version) (\(configuration), commit \(commit ?? "not recorded"))" }
}
