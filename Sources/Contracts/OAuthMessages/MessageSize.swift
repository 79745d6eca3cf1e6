// SPDX-License-Identifier: EUPL-1.2

/// Maximum sizes of messages in bytes.
public enum MessageSize {
    /// The body of a request or response, unless the message has a size of its own.
    public static let body = 256 * 1024
    /// A message that the wallet has stored itself.
    package static let stored = 1024 * 1024
}
