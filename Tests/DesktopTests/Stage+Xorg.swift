import Geometry
import TestSupport
import Testing

@testable import Desktop

extension Stage {
    /// Runs `body` on an Xorg with real outputs and devices; where there is none the test is skipped, with the reason.
    static func onXorg(_ body: @MainActor (Stage, PrivateXorg) async throws -> Void) async throws {
        do {
            try await PrivateXorg.with { xorg in
                let stage = try Stage(xorg.display)
                defer { stage.desktop.close() }
                try await body(stage, xorg)
            }
        } catch let missing as PrivateXorg.Missing {
            try Test.cancel("\(missing)")
        }
    }
}
