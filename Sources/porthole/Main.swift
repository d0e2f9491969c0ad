import PortholeKit

@main
struct Main {
    static func main() async {
        print("porthole")
    }
}
