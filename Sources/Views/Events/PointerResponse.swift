/// What a view makes of a button that went down on it.
public enum PointerResponse: Sendable, Hashable {
    /// Nothing: the gestures of the view and of those around it decide.
    case ignored
    /// The view is pressed, as a button: no tap around it hears of this; a drag around it may still take over.
    case press
    /// The view is dragged itself, as a slider: no gesture around it hears of this.
    case drag
}
