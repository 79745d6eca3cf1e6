// SPDX-License-Identifier: EUPL-1.2

/// The link that returns from a login. (The configuration has a type of the same name for the wallet's own links.)
package typealias LoginLink = UniversalLink
