// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

extension ConformanceSuite {
    private static let content = Data("content of the conformance suite".utf8)

    private static func path(_ trial: Trial) -> String { trial.bridges.utilities.storageDirectory + "/" + trial.key }

    /// The promises of `UtilitiesBridge`.
    static let utilities: [Promise] = [
        Promise("UTL-01", "The storage directory exists, and the app can write and read there.") { trial in
            try content.write(to: URL(fileURLWithPath: path(trial)))
            defer { try? FileManager.default.removeItem(atPath: path(trial)) }
            try trial.require(try Data(contentsOf: URL(fileURLWithPath: path(trial))) == content, "another content was read")
        },
        Promise("UTL-02", "The identity of the installation is the same in every call.") { trial in
            let one = await trial.bridges.utilities.installationIdentity()
            try trial.require(await trial.bridges.utilities.installationIdentity() == one, "it is not")
        },
        Promise("UTL-03", "Files and keys are available while the phone is in use.") { trial in
            try trial.require(await trial.bridges.utilities.isStorageAvailable(), "it says that it does not")
        },
        Promise("UTL-04", "Before the phone is first unlocked, files and keys are reported as unavailable.") { trial in
            try await trial.beforeFirstUnlock {
                try trial.require(await !trial.bridges.utilities.isStorageAvailable(), "it says that they are")
            }
        },
        Promise("UTL-05", "A phone that is not rooted is not reported as rooted.") { trial in
            try trial.require(await !trial.bridges.utilities.isDeviceRooted(), "it is")
        },
        Promise("UTL-06", "A file survives the end of the process.") { trial in
            try content.write(to: URL(fileURLWithPath: path(trial)))
        } check: { trial in
            try trial.require(try Data(contentsOf: URL(fileURLWithPath: path(trial))) == content, "another content was read")
            try FileManager.default.removeItem(atPath: path(trial))
        },
        Promise("UTL-07", "The identity of the installation survives the end of the process.") { trial in
            trial.note("identity", Array((await trial.bridges.utilities.installationIdentity()?.text ?? "").utf8))
        } check: { trial in
            let now = await trial.bridges.utilities.installationIdentity()?.text ?? ""
            try trial.require(try trial.noted("identity") == Array(now.utf8), "it is another")
        },
    ]
}
