// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The time for which the core uses a beacon of the provider, as fetched by `prepareUnlock` or `preparePINChange`.
package enum BeaconLifetime {
    /// In seconds from the request. The provider accepts a beacon for five minutes.
    package static let seconds: TimeInterval = 120
}
