// SPDX-License-Identifier: EUPL-1.2

extension SimulatedBrowser {
    /// The content of the browser's window.
    package enum Content: Sendable, Hashable {
        case blank
        /// A page, in the frame.
        case page(BrowserAddress)
        /// An error page; there is no frame.
        case fault(BrowserFault)
    }

    /// A snapshot of the browser.
    package struct View: Sendable, Hashable {
        /// The number of the frame, echoed in its requests. Each new frame has another number, and numbers never repeat.
        package internal(set) var number = 0
        /// The address of the content, or of the first navigation in progress; nil at first.
        package internal(set) var address: BrowserAddress?
        package internal(set) var content = Content.blank
        /// True during a navigation.
        package internal(set) var isLoading = false
        /// The number of pages loaded since the start. A page that is loaded again counts again.
        package internal(set) var pageCount = 0
        /// The seconds after which the page asks to be loaded again, 1...3600; nil if it does not ask.
        package internal(set) var refresh: Int?
        /// True once the frame has loaded the page with its images.
        package internal(set) var isComplete = false
        /// The number of pictures that the page has loaded and that `pictures` returns, 0...4.
        package internal(set) var pictureCount = 0

        /// True if there is a page, an error page, or a navigation to one.
        package var isOpen: Bool { address != nil || content != .blank }
    }
}
