// SPDX-License-Identifier: EUPL-1.2
@main struct Placeholder { static func main() {} }
