// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import SimulatedPhone
package import WebPages

/// What a workbench is drawn with: pictures, the page and its files, and the functional design. They ship with this module.
package struct Drawings: Sendable {
    let artwork: Artwork
    let files: StaticFiles
    let design: DesignLibrary

    /// Reads and checks them all.
    ///
    /// - Parameter kind: of the phone that is drawn.
    /// - Throws: `MissingAsset` when a file is not there or not as it should be.
    package init(of kind: PhoneKind) throws(MissingAsset) {
        artwork = try Artwork()
        files = try StaticFiles(AssetFolder(Self.resources.appending(path: "Assets")), kind: kind)
        design = try DesignLibrary(directory: Self.resources.appending(path: "FunctionalDesign"))
    }

    /// Where the files are that ship with this module.
    static var resources: URL { Bundle.module.bundleURL }
}
