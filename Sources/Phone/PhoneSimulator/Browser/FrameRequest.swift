// SPDX-License-Identifier: EUPL-1.2

/// A request of the frame that shows pages, for an address of a server.
package struct FrameRequest: Sendable, Hashable {
    /// The frame's use of the response.
    package enum Part: String, Sendable, Hashable {
        case page = "iframe"
        case style
        case image

        /// Returns true for a media type that the browser uses for this part.
        func accepts(_ mediaType: String) -> Bool {
            switch self {
            case .page: mediaType == "text/html" || mediaType == "text/plain"
            case .style: mediaType == "text/css"
            case .image: mediaType.hasPrefix("image/")
            }
        }
    }

    /// The number of the view that the frame belongs to.
    let number: Int
    let address: BrowserAddress
    let method: PageRequest.Method
    let part: Part
    /// True for a link or form of the page; false for a person or an app.
    let isFromPage: Bool

    package init(number: Int, address: BrowserAddress, method: PageRequest.Method = .get, part: Part = .page, isFromPage: Bool = true) {
        self.number = number
        self.address = address
        self.method = method
        self.part = part
        self.isFromPage = isFromPage
    }
}

/// The answer to a frame's request.
package enum FrameAnswer: Sendable, Hashable {
    /// A page, style sheet or image of the expected media type.
    case content(PageResponse)
    /// The frame requests this address next.
    case redirect(status: Int, BrowserAddress)
    /// The frame is unchanged: the app was opened, the browser shows an error page, or the request came too late.
    case nothing
}
