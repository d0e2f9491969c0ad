import PortholeKit

// snippet: pipify-reader
/// Says how large its own mini window is.
final class SizeLabel: View {
    @EnvironmentObject var controller: PipifyController
    private(set) var text = ""

    override var isDrawn: Bool { true }

    override func draw(in canvas: Canvas) {
        text = "\(controller.renderSize)"
        canvas.fill(bounds, theme.panel)
        canvas.draw(text, in: bounds, style: .body, color: theme.text, alignment: .center)
    }
}
// end

/// What the app shows itself.
final class Countdown: View {
    var isRunning = true
}

/// Floats a label in the stead of a countdown.
@MainActor func floatLabel(
    _ label: SizeLabel, for countdown: Countdown, _ isFloating: Binding<Bool>, _ progress: Binding<Double>,
    _ environment: PictureInPictureEnvironment
) {
    // snippet: pipify-custom
    label.onPipRenderSizeChanged { [weak label] _ in label?.setNeedsDisplay() }
    countdown.pipify(isPresented: isFloating, environment: environment) { label }
        .onPipPlayPause { [weak countdown] isPlaying in countdown?.isRunning = isPlaying }
        .pipBindProgress(progress)
        .pipShowOnBackground()
        .pipHideOnForeground()
    // end
}
