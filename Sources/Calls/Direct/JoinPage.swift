/// The page by which a browser joins: three files of `Resources/Web`, built into the program.
enum JoinPage {
    /// One of its files.
    enum Part: Sendable, Hashable, CaseIterable {
        case page, script, style

        /// What is answered.
        var response: HTTPResponse {
            switch self {
            case .page: HTTPResponse(200, type: "text/html; charset=utf-8", PackageResources.index_html)
            case .script: HTTPResponse(200, type: "text/javascript; charset=utf-8", PackageResources.join_js)
            case .style: HTTPResponse(200, type: "text/css; charset=utf-8", PackageResources.join_css)
            }
        }
    }

    /// All paths that there are.
    static let parts: [String: Part] = ["/": .page, "/join.js": .script, "/join.css": .style]
}
