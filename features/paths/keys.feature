Feature: Writes through keys

  Background:
    Given the scene "keyed"

  @PTH-11.a @PTH-11.b @PTH-11.c
  Scenario Outline: A write that changes the key in its path returns the new path and is broadcast
    Given I subscribe with "ids=face,StudioManager"
    When I PUT /exposed/object/face/<path> with the value <value>
    Then the status is 200
    And "path" of the answer is "<canonical>"
    And "changed" of the answer is true
    And GET /exposed/object/face/expressions[Glad].weight has the value <weight>
    When I GET /exposed/object/face/expressions[Joy]
    Then it is refused with 404 "Property not found"
    When 1 frame passes
    Then the stream brings "exposed_object_updated" with {"path":"<canonical>","changed":true}

    Examples:
      | path                  | value                        | canonical          | weight |
      | expressions[Joy].name | "Glad"                       | expressions/0/name | 0.1    |
      | expressions[Joy]      | {"name":"Glad","weight":0.9} | expressions/0      | 0.9    |

  @PTH-11.a @PTH-11.b @PTH-11.c
  Scenario: A batch changes a key twice, and the element moves
    Given I subscribe with "ids=face,StudioManager"
    When I POST /exposed/batch with:
      """
      {"requests":[
        {"id":1,"method":"PUT","path":"/exposed/object/face/expressions[Joy].name","body":{"value":"A"}},
        {"id":2,"method":"PUT","path":"/exposed/object/face/expressions[A].name","body":{"value":"B"}},
        {"id":3,"method":"PUT","path":"/exposed/object/face/expressions[B].weight","body":{"value":0.5}},
        {"id":4,"method":"PATCH","path":"/exposed/object/face/expressions","body":{"fromIndex":0,"toIndex":2}},
        {"id":5,"method":"PUT","path":"/exposed/object/face/expressions[B].weight","body":{"value":0.75}}]}
      """
    Then the "status" in the list "responses" of the answer are [200,200,200,200,200]
    And "responses[1].body.path" of the answer is "expressions/0/name"
    And "responses[4].body.path" of the answer is "expressions/2/weight"
    When 1 frame passes
    Then the stream brings "exposed_object_updated" with {"path":"expressions/2/weight","value":0.75}

  @PTH-11.a @PTH-11.c
  Scenario: A write of a duplicate key succeeds, and the first element counts from then on
    When I PUT /exposed/object/face/expressions[Sorrow].name with the value "Joy"
    Then "path" of the answer is "expressions/2/name"
    And GET /exposed/object/face/expressions/2/name has the value "Joy"
    When I GET /exposed/object/face/expressions[Joy].weight
    Then "path" of the answer is "expressions/0/weight"

  @PTH-11.a
  Scenario: A write of the array swaps two keys
    When I PUT /exposed/object/face/expressions with the value [{"name":"Angry"},{"name":"Joy"},{}]
    Then the status is 200
    When I GET /exposed/object/face/expressions[Joy].weight
    Then "path" of the answer is "expressions/1/weight"
    And "value" of the answer is 0.2

  @PTH-11.d
  Scenario: A reset by key uses the default of that key, wherever its element is
    Given I PATCH /exposed/object/face/expressions with the body {"fromIndex":0,"toIndex":2}
    And I PUT /exposed/object/face/expressions[Joy].weight with the value 0.7
    When I POST /exposed/object/face/expressions[Joy].weight/reset with the body {}
    Then the answer has {"value":0.1,"path":"expressions/2/weight","changed":false}
    When I PUT /exposed/object/face/expressions[Joy].weight with the value 0.7
    And I POST /exposed/object/face/expressions[Joy]/reset with the body {}
    Then the answer has:
      """
      {"value":{"@type":"Expression","name":"Joy","weight":0.1},"path":"expressions/2","changed":false}
      """
    When I GET /exposed/object/face/expressions/0/weight
    Then the answer has {"value":0.2,"changed":false}

  @PTH-11.d
  Scenario Outline: A member without a default is not reset, and nothing changes
    Given I POST /exposed/object/face/expressions with the body {"value":{"name":"New","weight":1}}
    And I subscribe with "ids=face,StudioManager"
    When I POST /exposed/object/face/<path>/reset with the body {}
    Then it is refused with 400 "Failed to set property"
    And the message says "no captured default"
    When I GET /exposed/object/face/expressions
    Then the "name" in the list "value" of the answer are ["Joy","Angry","Sorrow","New"]
    And GET /exposed/object/face/expressions/3/weight has the value 1
    When 1 frame passes
    Then the stream brings nothing

    Examples:
      | path                    |
      | expressions[New]        |
      | expressions[New].weight |
      | expressions/3           |

  @PTH-3
  Scenario: The index of a DELETE may end the path
    When I DELETE /exposed/object/face/expressions%5BAngry%5D with the body {}
    Then the "name" in the list "value" of the answer are ["Joy","Sorrow"]

  @PTH-11.d
  Scenario: A component of a vector in a new element has no default
    Given the scene "everything"
    When I POST /exposed/object/lamp-0-0/shapes with the body {"value":{"@type":"Box","size":{"x":4}}}
    And I POST /exposed/object/lamp-0-0/shapes/2/size/x/reset with the body {}
    Then it is refused with 400 "Failed to set property"
    And the message says "no captured default"
    And GET /exposed/object/lamp-0-0/shapes/2/size/x has the value 4

  @PTH-3
  Scenario: The name of a class skips null references in a list
    Given the scene "hands"
    When I PUT /exposed/object/first/friends with the value [null,{"@ref":"second"}]
    And I PUT /exposed/object/first/friends/Lamp/level with the value 6
    Then GET /exposed/object/second/level has the value 6
