// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PythonRun
import Registrar
import TestEnvironment
import Testing

/// Other implementations read what the registrar makes.
struct PythonJudgeTests {
    @Test func `openssl verifies the chains and joserfc the registration, and both refuse the other root`() async throws {
        let directory = try TemporaryDirectory()
        for file in try World.registrar.files() where !file.name.hasSuffix("-key.pem") {
            try directory.write(Array(file.text.utf8), to: file.name)
        }
        try directory.write(Array(try World.access().pem.utf8), to: "access.pem")
        try directory.write(Array(try World.registration().utf8), to: "registration.jwt")
        let run = try await PythonRun("RegistrarTests/Python/judge.py", [directory.url.path])
        #expect(run.status == 0, "\(run.output)")
    }
}
