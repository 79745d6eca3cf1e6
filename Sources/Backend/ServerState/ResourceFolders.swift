// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The folders `wallet_<module>.resources` beside the program, with its pages and texts.
package enum ResourceFolders {
    /// Checks that the folders exist, before a file in them is read.
    ///
    /// - Parameters:
    ///   - modules: the modules whose resources the command needs.
    ///   - directory: the program's directory.
    /// - Throws: `StartError` naming the first missing folder.
    package static func check(_ modules: [String], in directory: URL = Bundle.main.bundleURL) throws {
        for module in modules {
            let folder = directory.appending(path: "wallet_\(module).resources").path
            let place = URL(filePath: folder).resolvingSymlinksInPath().path
            let type = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
            guard type == .typeDirectory else {
                throw StartError("The folder \(folder) is missing; copy it from the build, beside the program.")
            }
        }
    }
}
