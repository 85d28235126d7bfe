Feature: Invalid bodies and numbers

  Background:
    Given the scene "keyed"

  @ERR-2
  Scenario Outline: A duplicate member is rejected in every body, and nothing changes
    When I <method> <path> with the body <body>
    Then it is refused with 400 "Invalid JSON body"
    And the message says "is there twice"
    And GET /exposed/object/face/lens/focalLength has the value 35

    Examples:
      | method | path                                | body                                                                     |
      | PUT    | /exposed/object/face/lens/focalLength | {"value":40,"value":40}                                                |
      | PUT    | /exposed/object/face/lens           | {"value":{"focalLength":40,"focal\u004cength":41}}                       |
      | PUT    | /exposed/object/face/lens           | {"value":{"focalLength":40},"note":[[{"a":12345678901234567890,"a":1}]]} |
      | PATCH  | /exposed/object/face/counts         | {"fromIndex":0,"toIndex":1,"toIndex":2}                                  |
      | DELETE | /exposed/object/face/counts         | {"index":0,"index":0}                                                    |
      | POST   | /exposed/function/face/AddBig       | {"args":[1],"args":[1]}                                                  |
      | POST   | /api/confirm                        | {"id":"confirm-1","choice":"no","choice":"yes"}                          |

  @ERR-8.a @ERR-8.b @ERR-8.d @ERR-8.e
  Scenario: A rejected body renames no key, and nothing is unsaved or sent
    Given I subscribe with "ids=face,StudioManager"
    When I PUT /exposed/object/face with the body {"value":{"expressions":[{"name":"Glad"},{"name":"Joy"}],"lens":{"focalLength":"long"}}}
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/face/expressions with the value [{"name":"Glad"},{"weight":"heavy"}]
    Then it is refused with 400 "Failed to set property"
    When I GET /exposed/object/face/expressions[Joy].weight
    Then "path" of the answer is "expressions/0/weight"
    And "value" of the answer is 0.1
    And "changed" of the answer is false
    When I GET /exposed/object/face/expressions[Glad]
    Then it is refused with 404 "Property not found"
    And nothing is unsaved
    And the stream brings nothing

  @END-12.b @ERR-2
  Scenario: A duplicate member in a batch item rejects the whole batch
    When I POST /exposed/batch with:
      """
      {"requests":[
        {"id":1,"method":"PUT","path":"/exposed/object/face/lens/focalLength","body":{"value":40}},
        {"id":2,"method":"PUT","path":"/exposed/object/face/lens/focalLength","body":{"value":41,"value":42}}]}
      """
    Then the answer has the error "Invalid JSON body: the member \"value\" is there twice at line 3, column 92"
    And GET /exposed/object/face/lens/focalLength has the value 35

  Scenario: Equal names in different objects are not duplicates
    When I PUT /exposed/object/face with the body {"value":{"lens":{"focalLength":40},"value":{"value":1}},"lens":{"lens":1}}
    Then the status is 200
    And GET /exposed/object/face/lens/focalLength has the value 40

  @WIR-12
  Scenario Outline: A body with a content encoding is rejected with its name
    When I PUT /exposed/object/face/lens/focalLength with the header Content-Encoding: <coding>
    Then it is refused with 415 "Unsupported Content-Encoding: <coding> is not read"
    And the header "Accept-Encoding" is "identity"
    And GET /exposed/object/face/lens/focalLength has the value 35

    Examples:
      | coding   |
      | gzip     |
      | br       |
      | x-own    |

  @WIR-12
  Scenario: The encoding identity is accepted, and body headers of a GET are ignored
    When I PUT /exposed/object/face/lens/focalLength with the header Content-Encoding: Identity
    Then the status is 200
    When I GET /exposed/object/face/lens/focalLength with the header Content-Encoding: gzip
    Then "value" of the answer is 1

  @ERR-2
  Scenario: A byte order mark is rejected
    When I PUT the bytes efbbbf7b2276616c7565223a317d to /exposed/object/face/lens/focalLength
    Then it is refused with 400 "Invalid JSON body"

  Scenario Outline: Functions compute numbers and show integers beyond 2^53 exactly
    When I call "face/<call>" with <args>
    Then the answer is exactly {"result":<result>}

    Examples:
      | call    | args                                  | result              |
      | Sum     | [9007199254740990,1]                  | 9007199254740991    |
      | Product | [94906265,94906265]                   | 9007199136250225    |
      | Share   | ["NaN"]                               | "NaN"               |
      | Copy    | []                                    | "-Infinity"         |
      | Text    | [0.1]                                 | "x=0.1 9007199254740993" |

  Scenario Outline: A sum or product of integers beyond 2^53 is rejected, and nothing changes
    When I call "face/<call>" with <args>
    Then it is refused with <status>
    And the message says "no exact result"
    And GET /exposed/object/face/big has the value 9007199254740993

    Examples:
      | call    | args                    | status                       |
      | Sum     | [9007199254740993,1]    | 400 "Invalid request format" |
      | Sum     | [9007199254740991,1]    | 400 "Invalid request format" |
      | Product | [3037000499,3037000499] | 400 "Invalid request format" |
      | AddBig  | [4]                     | 500 "Internal error"         |
