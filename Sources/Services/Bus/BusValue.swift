import CGLib

/// What travels in messages of the bus, in place of `GVariant`: the few types that ours have.
enum BusValue: Sendable, Equatable {
    /// `s`.
    case text(String)
    /// `as`.
    case texts([String])
    /// `i`.
    case number(Int32)
    /// `u`.
    case count(UInt32)
    /// `b`.
    case flag(Bool)
    /// `d`.
    case real(Double)
    /// `x`.
    case long(Int64)
    /// `o`, which has to be a valid path.
    case object(String)
    /// `y`. Only sent.
    case byte(UInt8)
    /// `a{sv}`. Only sent.
    case table([String: BusValue])
    /// `av`, what is in the variants. Only read.
    case list([BusValue])
    /// Anything else, by its type. Only read.
    case other(type: String)

    /// The values as the arguments of a message: a floating tuple, for a call that sinks it.
    static func tuple(_ values: [BusValue]) -> OpaquePointer? {
        let children = values.map { $0.variant() }
        return g_variant_new_tuple(children, gsize(children.count))
    }

    /// The arguments of a message; none when there is no tuple.
    static func read(_ tuple: OpaquePointer?) -> [BusValue] {
        guard let tuple else { return [] }
        return children(of: tuple)
    }

    /// A lone value, as an action's parameter is.
    init(_ variant: OpaquePointer) {
        let type = String(cString: g_variant_get_type_string(variant))
        self =
            switch type {
            case "s": .text(String(cString: g_variant_get_string(variant, nil)))
            case "i": .number(g_variant_get_int32(variant))
            case "u": .count(g_variant_get_uint32(variant))
            case "b": .flag(g_variant_get_boolean(variant) != 0)
            case "d": .real(g_variant_get_double(variant))
            case "x": .long(Int64(g_variant_get_int64(variant)))
            case "o": .object(String(cString: g_variant_get_string(variant, nil)))
            case "as":
                .texts(
                    Self.children(of: variant).compactMap { if case .text(let text) = $0 { text } else { nil } })
            case "av": .list(Self.children(of: variant))
            case "v": Self.children(of: variant).first ?? .other(type: type)
            default: .other(type: type)
            }
    }

    private static func children(of variant: OpaquePointer) -> [BusValue] {
        (0..<g_variant_n_children(variant)).compactMap { index in
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            return BusValue(child)
        }
    }

    /// A floating value.
    func variant() -> OpaquePointer? {
        switch self {
        case .text(let text): return g_variant_new_string(text)
        case .number(let number): return g_variant_new_int32(number)
        case .count(let count): return g_variant_new_uint32(count)
        case .flag(let flag): return g_variant_new_boolean(flag ? 1 : 0)
        case .real(let number): return g_variant_new_double(number)
        case .long(let number): return g_variant_new_int64(gint64(number))
        case .object(let path): return g_variant_new_object_path(path)
        case .texts(let texts):
            let type = g_variant_type_new("s")
            defer { g_variant_type_free(type) }
            let children: [OpaquePointer?] = texts.map { g_variant_new_string($0) }
            return g_variant_new_array(type, children, gsize(children.count))
        case .byte(let byte): return g_variant_new_byte(byte)
        case .table(let table):
            let type = g_variant_type_new("{sv}")
            defer { g_variant_type_free(type) }
            let children: [OpaquePointer?] = table.map { key, value in
                g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.variant()))
            }
            return g_variant_new_array(type, children, gsize(children.count))
        case .list, .other: preconditionFailure("this value is only read, never sent")
        }
    }
}
