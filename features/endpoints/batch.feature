@matrix
Feature: Batches

  Background:
    Given the scene "model"

  @END-7.a @END-7.b @END-8.a @END-8.b @END-9 @END-10.a @END-10.b @END-10.c
  Scenario: Object, property and function items get the responses that they would get alone, in order
    When I POST /exposed/batch with:
      """
      {"requests": [
        {"id": "a", "method": "PUT", "path": "/exposed/object/part/level", "body": {"value": 2}},
        {"id": 2, "method": "GET", "path": "/exposed/object/part/level"},
        {"id": null, "method": "PUT", "path": "/exposed/object/part/mode", "body": {"value": "Broken"}},
        {"id": {"x": [1]}, "method": "POST", "path": "/exposed/function/part/Echo", "body": {"args": ["hi"]}},
        {"method": "PUT", "path": "/exposed/object/part", "body": {"value": {"level": 3}}},
        {"id": 9007199254740993, "method": "GET", "path": "/exposed/object/nobody"},
        {"id": 7, "method": "POST", "path": "/exposed/object/part/numbers", "body": {"value": 4}, "extra": true},
        {"id": 8, "method": "GET", "path": "/api/status"},
        {"id": 9, "path": "/exposed/object/part"},
        "nonsense",
        {"id": 11, "method": "DELETE", "path": "/exposed/objects"},
        {"id": 12, "method": "GET", "path": "/exposed/object/part/level"}
      ]}
      """
    Then the status is 200
    And the "id" in the list "responses" of the answer are ["a",2,null,{"x":[1]},null,9007199254740993,7,8,9,null,11,12]
    And the "status" in the list "responses" of the answer are [200,200,400,200,200,404,200,404,400,400,404,200]
    And "responses[0].body.value" of the answer is 2
    And "responses[3].body" of the answer is {"result":"hi 2 Off"}
    And "responses[4].body.level" of the answer is 3
    And "responses[5].body" of the answer is {"error":"Object not found: nobody"}
    And "responses[6].body.value" of the answer is [1,2,3,4]
    And "responses[11].body.value" of the answer is 3
    When I PUT /exposed/object/part/mode with the value "Broken"
    Then the message says "Mode"

  @END-8.a @END-8.b
  Scenario Outline: An item's response equals that of the single request
    When I <method> <path> with the body <body>
    And I remember the status and the body
    And I POST /exposed/batch with the body {"requests":[{"method":"<method>","path":"<path>","body":<body>}]}
    Then the only item has the same status and body

    Examples:
      | method | path                               | body            |
      | PUT    | /exposed/object/part/level         | {"value":"x"}   |
      | PUT    | /exposed/object/part/level         | {}              |
      | PUT    | /exposed/object/part/computed      | {"value":1}     |
      | PUT    | /exposed/object/part/lens          | {"value":{}}    |
      | POST   | /exposed/function/part/Nothing     | {}              |
      | POST   | /exposed/function/part/SetLevel    | {"args":["x"]}  |
      | PATCH  | /exposed/object/part/numbers       | {"fromIndex":9,"toIndex":0} |
      | POST   | /exposed/object/part/knobs/0/value/reset | {}        |
      | GET    | /exposed/object/part               | {}              |
      | GET    | /exposed/object/part?nested        | {}              |
      | GET    | /exposed/object/part/knobs[a.b].value | {}           |

  @END-11
  Scenario: A batch is applied within one frame
    Given I subscribe
    When I POST /exposed/batch with the body {"requests":[{"method":"PUT","path":"/exposed/object/part/level","body":{"value":2}},{"method":"PUT","path":"/exposed/object/other/level","body":{"value":3}},{"method":"PUT","path":"/exposed/object/part/level","body":{"value":4}}]}
    And 1 frame passes
    Then the stream brings exactly:
      | kind                   | path    | value |
      | exposed_object_updated | "level" | 4     |
      | exposed_object_updated | "level" | 3     |

  @END-12.a
  Scenario Outline: A malformed body changes nothing
    When I POST /exposed/batch with the body <body>
    Then the status is 400
    And "responses" of the answer is []
    And GET /exposed/object/part/level has the value 1

    Examples:
      | body |
      | {"requests":[{"method":"PUT","path":"/exposed/object/part/level","body":{"value":2}}] |
      | {"requests":[{"method":"PUT","path":"/exposed/object/part/level","body":{"value":2}}]} x |
      | {"requests":{"method":"PUT","path":"/exposed/object/part/level","body":{"value":2}}} |
      | [{"method":"PUT","path":"/exposed/object/part/level","body":{"value":2}}] |
      | {} |

  @END-7.a
  Scenario: An empty batch is valid
    When I POST /exposed/batch with the body {"requests":[]}
    Then the answer is exactly {"responses":[]}

  @END-7.b
  Scenario: An item that responds later keeps its position
    Given the application "outside"
    When I POST /exposed/batch with the body {"requests":[{"id":1,"method":"POST","path":"/exposed/function/motor/ramp"},{"id":2,"method":"GET","path":"/exposed/object/motor/speed"}]}
    Then the "id" in the list "responses" of the answer are [1,2]
    And "responses[0].body" of the answer is {"result":null}
    And "responses[1].body.value" of the answer is 1
