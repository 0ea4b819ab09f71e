package import CIModel
import Foundation

/// The calls of a service's API as it documents them, to hold requests against.
package struct ServiceShapes: Sendable {
  package struct Call: Sendable {
    package var method: String
    /// `/repos/{owner}/{repo}/pulls`
    package var path: [String]
    package var query: Set<String>
    /// A JSON Schema; `nil` when the call has no body.
    package var body: JSONValue?
    /// Of the answer when all is well.
    package var status: Int
  }

  private let calls: [Call]

  /// - Parameter text: A list of `{call, query, body, status}`; every object of `body` takes the keys that it
  ///   names and no others.
  package init(_ text: String) throws {
    let list = try JSONDecoder().decode([JSONValue].self, from: Data(text.utf8))
    calls = list.map { entry in
      let words = (entry["call"]?.text ?? "").split(separator: " ").map(String.init)
      return Call(
        method: words[0], path: words[1].split(separator: "/").map(String.init),
        query: Set((entry["query"]?.text ?? "").split(separator: " ").map(String.init)),
        body: entry["body"].map(Self.closed), status: entry["status"]?.integer ?? 200)
    }
  }

  private static func closed(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    members = members.mapValues(closed)
    if case .object(let properties)? = members["properties"] {
      members["properties"] = .object(properties.mapValues(closed))
      members["additionalProperties"] = .boolean(false)
    }
    return .object(members)
  }

  /// The call that a request makes, its places by their names, and what is wrong with it.
  package func match(
    _ request: LoopbackServer.Request
  ) -> (call: Call, places: [String: String], problems: [String])? {
    let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts[0].split(separator: "/").map(String.init)
    for call in calls where call.method == request.method && call.path.count == path.count {
      var places: [String: String] = [:]
      let fits = zip(call.path, path).allSatisfy { wanted, found in
        guard wanted.hasPrefix("{") else { return wanted == found }
        places[String(wanted.dropFirst().dropLast())] = found
        return true
      }
      if !fits { continue }
      var problems = places.compactMap { name, value in
        name.hasSuffix("_number") || name.hasSuffix("_iid") || name == "comment_id"
          || name == "note_id"
          ? (Int64(value) == nil ? "\(name) is '\(value)'" : nil) : nil
      }
      for item in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
        let name = String(item.split(separator: "=")[0])
        if !call.query.contains(name) { problems.append("unknown parameter \(name)") }
      }
      problems += bodyProblems(request, call)
      return (call, places, problems.map { "\(request.line): \($0)" })
    }
    return nil
  }

  private func bodyProblems(_ request: LoopbackServer.Request, _ call: Call) -> [String] {
    guard let schema = call.body else { return request.body.isEmpty ? [] : ["has a body"] }
    guard request.headers["content-type"] == "application/json",
      let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))
    else { return ["has no JSON"] }
    var validation = SchemaValidation(schema)
    return validation.problems(in: body)
  }
}
