import Foundation
import Frames
import Geometry
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct CompositionTests {
    private func video(_ h: Harness, _ luma: UInt8, _ x: Double, _ y: Double, _ w: Double, _ ht: Double) -> VideoView {
        let view = VideoView(layer: .filled(luma), gravity: .fill)
        return h.add(view, x, y, w, ht)
    }

    @Test("what lies over video is an overlay of its own size; what does not is in the first plane")
    func planes() {
        let h = Harness()
        let stage = video(h, 235, 0, 0, 300, 200)
        _ = h.add(View.colored(0xFF0000), 10, 10, 20, 20)
        _ = h.add(View.colored(0x00FF00), 320, 220, 20, 20)
        let composition = h.root.compose()
        #expect(composition.planes.count == 3)
        #expect(composition.videos.map(\.rect) == [Rect(x: 0, y: 0, width: 300, height: 200)])
        #expect(composition.videos.first?.isCovered == true)
        #expect(composition.overlays.map(\.origin) == [Point(10, 10)])
        #expect(composition.overlays.map(\.bitmap.size) == [Size(20, 20)])
        #expect(stage.placement?.id == stage.id)
        let picture = h.picture(composition)
        #expect(picture.rgb(at: Point(15, 15)) == 0xFF0000)
        #expect(picture.red(at: Point(100, 100)) > 250)
        #expect(picture.rgb(at: Point(330, 230)) == 0x00FF00)
    }

    @Test("a view over an overlay is drawn over it, though it lies beside the video")
    func order() {
        let h = Harness()
        _ = video(h, 100, 0, 0, 100, 100)
        _ = h.add(View.colored(0xFF0000), 80, 0, 100, 50)
        _ = h.add(View.colored(0x0000FF), 150, 0, 100, 50)
        let picture = h.picture(h.root.compose())
        #expect(picture.rgb(at: Point(160, 10)) == 0x0000FF)
        #expect(picture.rgb(at: Point(90, 10)) == 0xFF0000)
    }

    @Test("two videos keep their order, with what is between them")
    func twoVideos() {
        let h = Harness()
        _ = video(h, 16, 0, 0, 400, 300)
        _ = h.add(View.colored(0xFF0000), 100, 100, 100, 100)
        _ = video(h, 235, 150, 150, 100, 100)
        _ = h.add(View.colored(0x00FF00), 240, 240, 20, 20)
        let composition = h.root.compose()
        #expect(composition.videos.count == 2)
        let picture = h.picture(composition)
        #expect(picture.rgb(at: Point(110, 110)) == 0xFF0000)
        #expect(picture.red(at: Point(170, 170)) > 250 && picture.byte(1, at: Point(170, 170)) > 250)
        #expect(picture.rgb(at: Point(245, 245)) == 0x00FF00)
    }

    @Test("a fade or a move over video draws nothing again")
    func fadesAreFree() {
        let h = Harness()
        _ = video(h, 100, 0, 0, 400, 300)
        let chip = h.add(Chip("Remote 1"), 10, 10, 90, 28)
        let first = h.root.compose()
        chip.alpha = 0.5
        let faded = h.root.compose()
        #expect(h.root.compositor.drawnPixels == 0)
        #expect(faded.overlays.first?.alpha == 128)
        #expect(faded.overlays.first?.bitmap === first.overlays.first?.bitmap)
        #expect(faded.damage.rects == [Rect(x: 10, y: 10, width: 90, height: 28)])
        chip.frame.origin.x = 50
        let moved = h.root.compose()
        #expect(h.root.compositor.drawnPixels == 0)
        #expect(moved.overlays.first?.origin == Point(50, 10))
        chip.text = "Remote 2"
        _ = h.root.compose()
        #expect(h.root.compositor.drawnPixels == 90 * 28)
    }

    @Test("video that is wholly covered is not even in the composition")
    func covered() {
        let h = Harness()
        _ = video(h, 100, 50, 50, 100, 100)
        let cover = h.add(View.colored(0x222222), 0, 0, 400, 300)
        #expect(h.root.compose().videos.isEmpty)
        cover.alpha = 0.99
        #expect(h.root.compose().videos.count == 1)
        cover.alpha = 1
        cover.frame.size.width = 140
        #expect(h.root.compose().videos.count == 1)
        cover.isHidden = true
        #expect(h.root.compose().videos.first?.isCovered == false)
    }

    @Test("hidden, clear and layerless videos have no place")
    func noPlace() {
        let h = Harness()
        let view = video(h, 100, 0, 0, 100, 100)
        #expect(h.root.compose().videos.count == 1)
        view.isHidden = true
        #expect(h.root.compose().videos.isEmpty)
        view.isHidden = false
        view.alpha = 0
        #expect(h.root.compose().videos.isEmpty)
        view.alpha = 1
        view.layer = nil
        #expect(h.root.compose().videos.isEmpty)
        view.layer = .filled(20)
        view.frame = .zero
        #expect(h.root.compose().videos.isEmpty)
    }

    @Test("video inside a round clipping view is cut by its corners and bounds")
    func roundClip() {
        let h = Harness(400, 300, scale: 2)
        let tile = h.add(View(), 100, 100, 150, 150)
        tile.clipsToBounds = true
        tile.cornerRadius = 12
        let view = VideoView(layer: .filled(235), gravity: .fill)
        view.frame = CGRect(x: -50, y: 0, width: 267, height: 150)
        tile.addSubview(view)
        let video = h.root.compose().videos.first
        #expect(video?.clip == Rect(x: 200, y: 200, width: 300, height: 300))
        #expect(video?.rect == Rect(x: 100, y: 200, width: 534, height: 300))
        #expect(video?.rounding?.rect == Rect(x: 200, y: 200, width: 300, height: 300))
        #expect(video?.rounding?.radius == 24)
        let picture = h.picture(h.root.compose())
        #expect(picture.red(at: Point(201, 201)) < 60 && picture.red(at: Point(350, 350)) > 250)
    }

    @Test("a window shows the same as a snapshot of its tree")
    func sameAsSnapshot() {
        for scale in [1.0, 1.5, 2] {
            let h = Harness(640, 400, scale: scale)
            let call = CallView(stageLayer: .filled(180), selfLayer: .filled(60))
            call.model.status = .connected(seconds: 61)
            call.model.title = "Weekly design review"
            call.model.speaker = Person("Remote 1")
            call.model.hasVideo = true
            h.root.content = call
            let shown = h.picture(h.root.compose())
            let snapshot = h.root.snapshot(scale: scale)
            #expect(shown.size == snapshot.size)
            #expect(difference(shown, snapshot) < 3)
        }
    }

    @Test("drawing only what is damaged gives the same picture as drawing all")
    func incremental() {
        let h = Harness(640, 400)
        let call = CallView(stageLayer: .filled(180), selfLayer: .filled(60))
        h.root.content = call
        _ = h.root.compose()
        var steps: [@MainActor () -> Void] = []
        steps.append { call.model.status = .connected(seconds: 1) }
        steps.append { call.model.hasVideo = true }
        steps.append { call.model.speaker = Person("Ada Lovelace", isMuted: true) }
        steps.append { call.model.isCameraOn = false }
        steps.append { call.model.isListShown = true }
        steps.append { call.model.participants = [Person("Ada Lovelace"), Person("You")] }
        steps.append { call.model.isFloating = true }
        steps.append { call.model.layout = .pictureInPicture }
        steps.append { call.frame = CGRect(x: 480, y: 240, width: 150, height: 150) }
        steps.append { call.model.isFloating = false }
        steps.append { h.root.setTheme(.light) }
        steps.append { call.model.status = .ended(seconds: 768) }
        let renderer = CompositionRenderer()
        var screen = Bitmap(size: h.root.size) { _ in }
        for (index, step) in steps.enumerated() {
            if index == 8 { h.root.content = nil; h.root.addSubview(call) }
            step()
            let composition = h.root.compose()
            let old = screen
            screen = Bitmap(size: h.root.size) { target in
                target.base.update(from: old.base, count: old.stride * old.size.height)
                renderer.render(
                    composition, into: target, areas: composition.damage.rects + composition.videos.map(\.clip))
            }
            let whole = h.picture(composition)
            #expect(maximum(screen, whole) <= 1, "step \(index)")
        }
    }

    @Test(
        "covering and fitting keep the shape",
        arguments: [
            (Size(16, 9), Rect(x: 0, y: 0, width: 100, height: 100)),
            (Size(9, 16), Rect(x: 5, y: 7, width: 100, height: 30)),
            (Size(1, 1000), Rect(x: 0, y: 0, width: 3, height: 3)), (Size(7, 7), Rect(x: 0, y: 0, width: 1, height: 1)),
        ])
    func covers(_ content: Size, _ bounds: Rect) {
        let covering = cover(content, bounds)
        #expect(covering.contains(bounds))
        #expect(covering.width == bounds.width || covering.height == bounds.height)
        #expect(cover(.zero, bounds) == bounds)
    }

    @Test("off screen, a new frame asks for a new drawing, once for many")
    func follows() async {
        let h = Harness()
        let layer = DisplayLayer.filled(100)
        let view = VideoView(layer: layer)
        h.root.followsVideo = true
        _ = h.add(view, 0, 0, 100, 100)
        // The watcher tells of the picture that was there already, but not before this function waits.
        _ = h.root.compose()
        await untilTold(h) {}
        _ = h.root.compose()
        await untilTold(h) { for luma in 0..<20 { layer.enqueue(TestFrame(Size(4, 4), luma: UInt8(luma))) } }
        #expect(!h.root.compose().damage.isEmpty)
        view.removeFromSuperview()
        #expect(layer.hostCount == 0)
    }

    private func untilTold(_ h: Harness, _ body: () -> Void) async {
        let before = h.calls
        body()
        while h.calls == before, !Task.isCancelled { await Task.yield() }
    }

    private func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
        var sum = 0
        for index in 0..<a.stride * a.size.height where index % 4 != 3 {
            sum += abs(Int(a.base[index]) - Int(b.base[index]))
        }
        return Double(sum) / Double(a.size.area * 3)
    }

    private func maximum(_ a: Bitmap, _ b: Bitmap) -> Int {
        var most = 0
        for index in 0..<a.stride * a.size.height where index % 4 != 3 {
            most = max(most, abs(Int(a.base[index]) - Int(b.base[index])))
        }
        return most
    }
}
