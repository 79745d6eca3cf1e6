// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

extension ObservedValue<Int> {
    /// Counts a change, after which every open page fetches the changes. Slow pages receive several changes as one.
    func notify() { change { $0 &+= 1 } }
}
