import Foundation
import Testing
import Views

@testable import PictureInPicture

/// Where the tile goes (spec C1, C2, C7, C8).
@Suite struct TileGeometryTests {
    let geometry = TileGeometry(
        bounds: CGRect(x: 0, y: 0, width: 800, height: 600), insets: EdgeInsets(top: 25, left: 5, bottom: 5, right: 5))

    @Test(
        "C1, C2: 150 × 150 in each corner, inside the insets",
        arguments: [
            (TileGeometry.Corner.lowerRightCorner, 645.0, 445.0), (.upperRightCorner, 645, 25),
            (.lowerLeftCorner, 5, 445), (.upperLeftCorner, 5, 25),
        ])
    func corners(_ corner: TileGeometry.Corner, _ x: Double, _ y: Double) {
        #expect(geometry.frame(in: corner) == CGRect(x: x, y: y, width: 150, height: 150))
        #expect(TileGeometry.Corner(isLower: corner.isLower, isRight: corner.isRight) == corner)
    }

    @Test(
        "C7: per axis by the direction of a throw above 20 px/s, else by the nearer half",
        arguments: [
            (100.0, 100.0, 0.0, 0.0, TileGeometry.Corner.upperLeftCorner), (500, 400, 0, 0, .lowerRightCorner),
            (500, 400, -21, -21, .upperLeftCorner), (500, 400, -20, -20, .lowerRightCorner),
            (100, 400, 500, 0, .lowerRightCorner), (100, 400, 0, -500, .upperLeftCorner),
            (100, 100, 21, 21, .lowerRightCorner),
            (5, 25, -900, -900, .upperLeftCorner),
        ])
    func throwing(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double, _ corner: TileGeometry.Corner) {
        let frame = CGRect(x: x, y: y, width: 150, height: 150)
        #expect(geometry.corner(for: frame, velocity: Velocity(dx: dx, dy: dy)) == corner)
    }

    @Test(
        "C8: wholly inside at any size, and with insets without sense",
        arguments: [
            CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 100, height: 80),
            CGRect(x: 0, y: 0, width: 160, height: 2000), CGRect(x: 10, y: 20, width: 5000, height: 151),
        ])
    func small(_ bounds: CGRect) {
        for insets in [
            EdgeInsets(), EdgeInsets(top: 25, left: 5, bottom: 5, right: 5), EdgeInsets(top: -50, left: -50),
            EdgeInsets(top: 9000, left: 9000, bottom: 9000, right: 9000),
        ] {
            let geometry = TileGeometry(bounds: bounds, insets: insets)
            for corner in TileGeometry.Corner.allCases {
                #expect(bounds.contains(geometry.frame(in: corner)), "\(corner) of \(bounds) with \(insets)")
            }
            for origin in [CGPoint(x: -900, y: -900), CGPoint(x: 9000, y: 9000)] {
                #expect(geometry.area.contains(geometry.frame(at: origin)))
            }
        }
    }
}
