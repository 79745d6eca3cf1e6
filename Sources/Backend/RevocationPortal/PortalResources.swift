// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import XCStrings

/// The files that ship with the portal.
struct PortalResources: Sendable {
    /// A file as it is served.
    struct File: Sendable {
        let mediaType: String
        let bytes: ByteBuffer
    }

    private let directory: URL

    /// - Throws: `PortalError` when the resources are not there.
    init() throws(PortalError) {
        guard let directory = Bundle.module.url(forResource: "Resources", withExtension: nil) else {
            throw PortalError(.incompleteProgram, "the portal's resources are missing")
        }
        self.directory = directory
    }

    /// A file's bytes.
    ///
    /// - Throws: `PortalError` naming the file.
    func file(_ name: String) throws(PortalError) -> Data {
        guard let data = try? Data(contentsOf: directory.appending(path: name)) else {
            throw PortalError(.incompleteProgram, "the portal's file \(name) is missing")
        }
        return data
    }

    /// What pages load, by path: a closed list.
    func assets() throws(PortalError) -> [String: File] {
        var files: [String: File] = [:]
        for (name, mediaType) in [
            ("tokens.css", "text/css; charset=utf-8"), ("portal.css", "text/css; charset=utf-8"),
            ("pictures.css", "text/css; charset=utf-8"), ("code.js", "text/javascript; charset=utf-8"), ("favicon.svg", "image/svg+xml"),
        ] {
            files["/" + name] = File(mediaType: mediaType, bytes: ByteBuffer(bytes: try file(name)))
        }
        return files
    }

    /// The sentences.
    func catalogue() throws(PortalError) -> StringCatalogFile {
        do {
            return try StringCatalogFile(parsing: try file("Portal.xcstrings"))
        } catch {
            throw PortalError(.incompleteProgram, "the portal's string catalogue is missing or not readable")
        }
    }
}
