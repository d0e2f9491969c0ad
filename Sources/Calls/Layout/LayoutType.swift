/// How a call arranges its participants (spec L2).
public enum LayoutType: String, Sendable, Hashable, CaseIterable {
    /// All of them, the same size.
    case tile
    /// One large, the others in a column beside.
    case sidebar
    /// One alone.
    case spotlight
}
