// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Registrar
import SwiftASN1
import WalletConfiguration
import X509

extension ConfigurationDocument {
    /// Reports invalid or expired roots, and settings that are probably missing.
    func findings(at now: Int64) -> CheckFindings {
        var findings = CheckFindings()
        let roots =
            [
                ("provider.tls_roots", provider.address.tlsRoots), ("services.configuration.tls_roots", services.configuration.tlsRoots),
                ("services.update_policy.tls_roots", services.updatePolicy.tlsRoots),
            ]
            + [
                ("services.pid_issuer.tls_roots", services.pidIssuer?.address.tlsRoots),
                ("services.pid_issuer.document_roots", services.pidIssuer?.documentRoots),
                ("services.revocation_portal.tls_roots", services.revocationPortal?.tlsRoots),
                ("sharing.access_roots", sharing?.accessRoots), ("sharing.registrar_roots", sharing?.registrarRoots),
                ("sharing.tls_roots", sharing?.tlsRoots),
            ].compactMap { name, roots in roots.map { (name, $0) } }
        let date = Date(timeIntervalSince1970: Double(now))
        for (name, roots) in roots {
            for (index, root) in roots.enumerated() {
                let place = "\(name)[\(index)]"
                guard let certificate = try? Certificate(derEncoded: root) else {
                    findings.problems.append("\(place): not a certificate")
                    continue
                }
                if !(certificate.notValidBefore...certificate.notValidAfter).contains(date) {
                    findings.problems.append("\(place): the certificate is not valid at that time")
                } else if certificate.notValidAfter < date + 90 * 86_400 {
                    findings.notes.append("\(place): the certificate expires within 90 days")
                }
            }
        }
        findings.problems += sharing?.registrarProblems ?? []
        if let sharing, (sharing.accessRoots + sharing.registrarRoots).contains(where: TestMark.isOn(der:)) {
            findings.notes.append("sharing: a root is of wallet-verifier registrar, which checks no party; not for production")
        }
        if let maintenance, maintenance.until <= now { findings.notes.append("maintenance: it has already ended") }
        if let pid {
            let otherwise = "counts days in the zone of its app's first edition, or else in UTC"
            if let zone = pid.timeZone {
                if TimeZone(identifier: zone) == nil {
                    findings.notes.append("pid.time_zone: unknown on this machine; a phone that does not know it \(otherwise)")
                }
            } else {
                findings.notes.append("pid.time_zone: missing; a phone \(otherwise)")
            }
        }
        let opensRequests = universalLinks.contains { $0.kind == .disclosure }
        if sharing == nil, opensRequests {
            findings.notes.append("sharing: missing; a phone opens the links of kind disclosure, but trusts no verifier")
        }
        if sharing != nil, !opensRequests {
            findings.notes.append("universal_links: none of kind disclosure; no link of a verifier opens the app")
        }
        if support == SupportContacts() { findings.notes.append("support: no contact is given; users cannot reach a help desk") }
        if appStores.ios == nil || appStores.android == nil { findings.notes.append("app_stores: the address of a store is missing") }
        return findings
    }
}

extension UpdatePolicy {
    /// Reports rules without effect, and blocked versions without an available update.
    func findings(at now: Int64) -> CheckFindings {
        var findings = CheckFindings()
        for (index, rule) in rules.enumerated()
        where VersionAxis(ranges: [rule.versions]).spans.allSatisfy({ !rule.versions.contains($0.first) }) {
            findings.notes.append("rules[\(index)].versions: no version is in this range")
        }
        for version in available.sorted() {
            if case .block = evaluate(version, at: now) { findings.notes.append("available: \(version) is itself blocked") }
        }
        let axis = VersionAxis(ranges: rules.map(\.versions))
        for span in axis.spans where evaluate(span.first, at: now) == .block(isUpdateAvailable: false) {
            findings.notes.append("rules: \(span) is blocked, and there is no version to update to")
        }
        return findings
    }
}
