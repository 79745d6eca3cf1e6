// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

extension ObservedValue<Int> {
    /// Counts a change, which tells every open page to look what has changed. Slow pages get several changes as one.
    func notify() { change { $0 &+= 1 } }
}
