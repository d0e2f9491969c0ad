/// SHUT_RDWR of shutdown(2).
///
/// It stands in a header that several C modules of this room bring along, and Swift finds it in one of them only.
let bothWays: Int32 = 2
