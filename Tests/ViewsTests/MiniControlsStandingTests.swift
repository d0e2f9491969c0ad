import Foundation
import Frames
import Geometry
import Testing

@testable import Views

/// What is seen without the pointer, and the chips that come with it.
@Suite(.timeLimit(.minutes(10))) struct MiniControlsStandingTests {
    private let size = Size(480, 270)

    @Test("a ring costs a fortieth of the window, and its pieces do not overlap", arguments: [1.0, 2])
    func ringIsCheap(_ scale: Double) {
        var controls = MiniControls(kind: .call)
        #expect(controls.standingOverlays(for: size, scale: scale).isEmpty)
        let window = Size(Int(480 * scale), Int(270 * scale))
        for isFocused in [false, true] {
            controls.isSpeaking = !isFocused
            controls.isFocused = isFocused
            let pieces = controls.rimOverlays(for: window, scale: scale)
                .map { Rect(origin: $0.origin, size: $0.bitmap.size) }
            #expect(pieces.reduce(0) { $0 + $1.size.area } < window.area / 24)
            for (index, piece) in pieces.enumerated() {
                #expect(Rect(size: window).contains(piece))
                #expect(pieces[(index + 1)...].allSatisfy { !$0.intersects(piece) })
            }
        }
    }

    @Test("the ring goes all around, and is never drawn twice")
    func ring() throws {
        var speaking = MiniControls(kind: .call)
        speaking.isSpeaking = true
        var both = speaking
        both.isFocused = true
        for (controls, isBright) in [(speaking, false), (both, true)] {
            let picture = blend(controls.rimOverlays(for: size))
            for point in [Point(240, 0), Point(240, 269), Point(0, 135), Point(479, 135), Point(240, 1)] {
                #expect(picture.rgb(at: point) == Theme.dark.accent.rgb, "\(point)")
            }
            #expect((picture.red(at: Point(240, 2)) > 150) == isBright)
            #expect(picture.alpha(at: Point(240, 5)) == 0 && picture.alpha(at: .zero) == 0)
            // In the middle of the corner's curve.
            #expect(picture.alpha(at: Point(4, 4)) > 240)
        }
        #expect(both.rimOverlays(for: size).count == speaking.rimOverlays(for: size).count)
        #expect(speaking.rimOverlays(for: Size(20, 20)).count == 1)
        #expect(speaking.rimOverlays(for: .zero).isEmpty)
    }

    private func blend(_ overlays: [Overlay]) -> Bitmap {
        Bitmap(size: size, scale: 1) { canvas in
            for overlay in overlays {
                canvas.draw(
                    overlay.bitmap, in: Rect(origin: overlay.origin, size: overlay.bitmap.size).points(1))
            }
        }
    }

    @Test("the state in words is shown without the pointer, clear of the controls")
    func status() throws {
        for edges: ScreenEdges in [[], [.top]] {
            for kind in MiniControls.Kind.allCases {
                for window in ControlStates.sizes + [Size(120, 120), Size(120, 213)] {
                    for scale in [1.0, 2] {
                        var controls = kind == .live ? ControlStates.recorded() : ControlStates.controls(kind)
                        controls.edges = edges
                        controls.statusText = "Reconnecting…"
                        let pixels = Size(Int(Double(window.width) * scale), Int(Double(window.height) * scale))
                        let overlays = controls.standingOverlays(for: pixels, scale: scale)
                        let chip = try #require(overlays.first, "no words in \(window)")
                        let rect = Rect(origin: chip.origin, size: chip.bitmap.size)
                        #expect(Rect(size: pixels).contains(rect))
                        for (control, place) in controls.rects(in: pixels, scale: scale) {
                            #expect(!place.intersects(rect), "\(control) is over the words in \(window)")
                        }
                    }
                }
            }
        }
        var controls = MiniControls(kind: .call)
        controls.statusText = ""
        #expect(controls.standingOverlays(for: size).isEmpty)
    }

    @Test("nothing that is drawn is over anything else, in any size")
    func apart() throws {
        for width in [90, 120, 150, 213, 360, 480] {
            for height in [90, 120, 141, 204, 270] {
                for kind in MiniControls.Kind.allCases {
                    for edges: ScreenEdges in [[], [.top, .right]] {
                        var controls = ControlStates.controls(kind)
                        controls.edges = edges
                        controls.statusText = "Reconnecting…"
                        controls.isParticipantMuted = true
                        controls.name = "A name that is much too long for any window"
                        let parts = try #require(controls.parts(in: Size(width, height), scale: 1))
                        let places =
                            Array(parts.rects.values)
                            + [parts.badge, parts.name, parts.status, parts.muted].compactMap { $0 }
                        for (index, place) in places.enumerated() {
                            #expect(parts.width >= place.maxX && parts.height >= place.maxY && place.minX >= 0)
                            for other in places[(index + 1)...] {
                                #expect(!other.intersects(place), "\(other) over \(place) in \(width)×\(height)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("two bands hold all that one overlay holds, with less to blend")
    func bands() throws {
        var controls = ControlStates.controls(.call)
        controls.hovered = .microphone
        controls.showsTooltip = true
        let whole = try #require(controls.overlay(for: size))
        let bands = controls.overlays(for: size)
        #expect(bands.count == 2)
        #expect(bands.reduce(0) { $0 + $1.bitmap.size.area } * 10 < whole.bitmap.size.area * 7)
        let (one, two) = (blend([whole]), blend(bands))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let point = Point(x, y)
                guard abs(one.alpha(at: point) - two.alpha(at: point)) > 1 else { continue }
                Issue.record("they differ at \(point)")
                return
            }
        }
    }

    @Test("the name shows with the pointer, in the lower left, in a small window between close and restore")
    func name() throws {
        var controls = MiniControls(kind: .call)
        controls.extras = [.microphone, .camera]
        let small = Size(213, 120)
        #expect(try #require(controls.parts(in: size, scale: 1)).name == nil)
        controls.name = "Ada Lovelace"
        let rect = try #require(controls.parts(in: size, scale: 1)?.name)
        #expect(rect.minX < 12 && rect.midY > 200)
        let upper = try #require(controls.parts(in: small, scale: 1)?.name)
        #expect(upper.maxY < 36 && abs(upper.midX - 106.5) < 1)
        #expect(controls.standingOverlays(for: size).isEmpty)
    }

    @Test("the time under the pointer is shown above the bar, inside the window", arguments: [0.0, 0.2, 5, 10, 99])
    func bubble(_ seconds: Double) throws {
        var controls = ControlStates.recorded()
        #expect(try #require(controls.parts(in: size, scale: 1)).bubble == nil)
        controls.seekHover = seconds
        let parts = try #require(controls.parts(in: size, scale: 1))
        let (bubble, bar) = (try #require(parts.bubble), try #require(parts.rects[.seekBar]))
        #expect(bubble.minX >= 0 && bubble.maxX <= 480 && bubble.maxY < bar.midY)
        let place = bar.minX + bar.width * min(1, seconds / 10)
        #expect(abs(bubble.midX - place) < bubble.width)
        controls.progress = nil
        #expect(try #require(controls.parts(in: size, scale: 1)).bubble == nil)
    }

    @Test("the volume is told by the icon and in words")
    func volume() {
        var controls = MiniControls(kind: .live)
        func look() -> (Icon?, String) { (controls.icon(of: .volume), controls.tooltip(of: .volume)) }
        #expect(look() == (.volume, "Mute"))
        controls.volume = 0.4
        #expect(look() == (.volumeLow, "Mute · Volume 40 %"))
        controls.volume = 0
        #expect(look().0 == .volumeOff)
        controls.volume = 0.8
        controls.isMuted = true
        #expect(look() == (.volumeOff, "Unmute"))
        #expect(controls.title(of: .volume) == "Unmute")
        #expect(controls.tooltip(of: .close) == "Stop watching")
    }
}

extension MiniControlsStandingTests {
    @Test("a narrow recording keeps play, above the times", arguments: [120, 150, 162])
    func narrow(_ width: Int) throws {
        let controls = ControlStates.recorded()
        let rects = controls.rects(in: Size(width, 266))
        let (play, bar) = (try #require(rects[.playPause]), try #require(rects[.seekBar]))
        #expect(play.maxY + 14 <= bar.y)
        #expect((rects[.skipBack] == nil) == (rects[.skipForward] == nil), "a step back needs a step ahead")
    }
}
