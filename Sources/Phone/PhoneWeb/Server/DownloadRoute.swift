// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import PhoneSimulator

/// `GET /download/KEY`: the file that the app has handed over.
enum DownloadRoute {
    /// The longest name of a file, in characters.
    static let longestName = 100

    /// Returns the name under which a browser saves a file: letters and digits of ASCII, dots, hyphens and underscores, not beginning with a
    /// dot. Any other character becomes an underscore.
    static func name(of file: HandedFile) -> String {
        let characters = file.name.map { character -> Character in
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || [".", "-", "_"].contains(character))
            return isPlain ? character : "_"
        }
        let name = characters.drop { $0 == "." }.prefix(longestName)
        return name.isEmpty ? "file" : String(name)
    }
}

extension PhoneWebRoutes {
    /// Hands a file over as a download, once. The browser fetches it without the bearer, so its address has a key, which only the page of the
    /// session is told. 404: no such file waits, or not any more.
    func handOver(_ key: String) throws -> Response {
        guard let file = workbench.phone.takeFile(key) else { throw Refusal(.notFound) }
        workbench.changes.notify()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream",
                .contentDisposition: "attachment; filename=\"\(DownloadRoute.name(of: file))\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
