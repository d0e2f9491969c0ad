/// What the modifiers of a floated view ask for (spec P6).
struct PipifyOptions {
    var onPlayPause: (@MainActor (Bool) -> Void)?
    var onSkip: (@MainActor (Bool) -> Void)?
    var progress: Binding<Double>?
    var onStart: (@MainActor () -> Void)?
    var onStop: (@MainActor () -> Void)?
    var showsOnBackground = false
    var hidesOnForeground = false
}
