// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import JSON
import PhoneSimulator

extension RequestBody {
    /// `POST /camera`: `png`, a PNG picture to be held before the camera, in base64url without padding (RFC 4648, §5).
    struct Picture {
        /// The largest picture, in bytes.
        static let largest = 2 * 1024 * 1024
        /// The longest body, in bytes: the largest picture in base64url with its member's name.
        static let maximumSize = largest / 3 * 4 + 64

        let png: [UInt8]
    }
}

extension RequestBody.Picture {
    init(_ reader: inout JSONReader) throws {
        png = try reader.bytes("png")
    }
}

extension PhoneWebRoutes {
    /// Holds a picture before the phone's camera, and returns the number of different codes in it. 413: it is too large; 422: it is no
    /// complete PNG picture. The camera then sees what it saw before.
    func holdPicture(_ request: Request) async throws -> Response {
        try checkBearer(request)
        let body = try await request.json(upTo: RequestBody.Picture.maximumSize) { try RequestBody.Picture(&$0) }
        let count: Int
        do throws(CameraPictureError) {
            count = try await workbench.phone.camera.look(at: body.png)
        } catch {
            throw Refusal(error == .tooLarge ? .contentTooLarge : .unprocessableContent)
        }
        workbench.changes.notify()
        return Self.json(["codes": .integer(Int64(count))])
    }
}
