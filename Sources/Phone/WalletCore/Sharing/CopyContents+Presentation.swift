// SPDX-License-Identifier: EUPL-1.2

import COSE
import JOSE
import JSON
import MDoc
import OpenID4VPWallet
import SDJWT

extension CopyContents {
    /// The key to which the copy is bound; nil if it cannot be read.
    var holder: JWK? {
        switch self {
        case .sdJWT(let token):
            guard case .object(let confirmation)? = (try? token.claims())?["cnf"], case .object(let key)? = confirmation["jwk"] else {
                return nil
            }
            return try? JWK(forVerifying: key)
        case .mdoc(let issued): return (try? issued.mobileSecurityObject()).map { JWK($0.deviceKey.publicKey) }
        }
    }

    /// The copy with the part of it to disclose.
    ///
    /// - Parameter paths: of a candidate. A path into an mdoc has two names.
    func disclosing(_ paths: [ClaimPath]) -> ChosenPresentation.Copy {
        switch self {
        case .sdJWT(let token): return .sdJWT(token, paths)
        case .mdoc(let issued):
            var elements: [NameSpace: Set<ElementIdentifier>] = [:]
            for path in paths {
                guard path.steps.count == 2, case .name(let space) = path.steps[0], case .name(let element) = path.steps[1] else {
                    continue
                }
                elements[NameSpace(space), default: []].insert(ElementIdentifier(element))
            }
            return .mdoc(issued, elements)
        }
    }
}
