// SPDX-License-Identifier: EUPL-1.2

/// The request of a page to be loaded again after some time: `<meta http-equiv="refresh" content="5">` (HTML, "Refresh state").
///
/// The frame of a browser runs no scripts and therefore does not carry out such a request itself; the workbench does. A request that names
/// an address is not carried out.
enum PageRefresh {
    /// The times that count, in seconds.
    static let range = 1...3600

    /// The part of a page in which the request is looked for, in characters.
    private static let searched = 8192

    /// Takes the request out of a page.
    ///
    /// - Returns: the time in seconds; nil if the page does not ask.
    static func take(from page: inout PageResponse) -> Int? {
        guard page.mediaType == "text/html" else { return nil }
        // Every repetition has a limit, so that a hostile page takes no longer than another.
        let meta =
            #/(?i)<meta\s{1,8}http-equiv\s{0,8}=\s{0,8}["']?refresh["']?\s{1,8}content\s{0,8}=\s{0,8}["']?([0-9]{1,4})["']?\s{0,8}\/?>/#
        var html = String(decoding: page.body, as: UTF8.self)
        guard let match = html.prefix(searched).firstMatch(of: meta), let seconds = Int(match.1), range.contains(seconds) else {
            return nil
        }
        html.removeSubrange(match.range)
        page.body = Array(html.utf8)
        return seconds
    }
}
