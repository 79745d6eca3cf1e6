// SPDX-License-Identifier: EUPL-1.2

/// The link by which a person comes back from a login. (The configuration has a type of the same name for the links that are ours.)
package typealias LoginLink = UniversalLink
