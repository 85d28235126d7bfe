Feature: Request time in proportion to size

  Background:
    Given the scene "model"

  @LIM-5.a
  Scenario: List operations take as long in a long list as in a short one
    When I PUT a list of 5000 times {"name":"a"} to /exposed/object/part/knobs
    And I POST /exposed/object/part/knobs with the body {"value":{"name":"last"}}
    And I PATCH /exposed/object/part/knobs with the body {"fromIndex":5000,"toIndex":1}
    And I DELETE /exposed/object/part/knobs with the body {"index":0}
    Then the status is 200
    And GET /exposed/object/part/knobs/0/name has the value "last"
    And GET /exposed/object/part/knobs/4999/name has the value "a"
    And I DELETE /exposed/object/part/knobs with the body {"index":5000}
    And it is refused with 400 "Failed to remove array element"

  @LIM-5.c
  Scenario: A path with too many segments is rejected
    When I GET /exposed/object/part and 3000 times "/knobs" behind it
    Then it is refused
    And the host still answers

  @LIM-5.e
  Scenario: A batch that takes too long stops
    Given the scene "toil"
    When I send 10000 times POST /exposed/function/mill/Toil in one batch
    Then the status is 200
    And the first item is answered with 200, and from some item on all with 503
    And the log has a "Warning" with "Refused items of a batch: those before them took 1 s of processor time"
    And the host still answers

  @LIM-5.e
  Scenario Outline: Batch items take as long in a long list as in a short one
    When I PUT a list of 20000 times <element> to /exposed/object/part/<member>
    And I send 10000 times <method> /exposed/object/part/<path> with {"value":<value>} in one batch
    Then all items are answered with <status>
    And GET /exposed/object/part/<at> has the value <now>

    Examples:
      | element      | member  | method | path          | value        | status | at                  | now |
      | {"name":"a"} | knobs   | GET    | knobs/nowhere | 0            | 404    | knobs/a/name        | "a" |
      | {"name":"a"} | knobs   | GET    | knobs.no.name | 0            | 404    | knobs/a/name        | "a" |
      | {"name":"a"} | knobs   | PUT    | knobs[a]      | {"name":"a"} | 200    | knobs/19999/name    | "a" |
      | 1            | numbers | PUT    | numbers/15000 | 7            | 200    | numbers/15000       | 7   |
      | 1            | numbers | POST   | numbers       | 7            | 200    | numbers/29999       | 7   |

  @LIM-5.e
  Scenario Outline: A reference in a long list is found as fast as in a short one
    Given the scene "crowd"
    When I PUT a list of 20000 times {"@ref":"second"} to /exposed/object/first/friends
    And I send 10000 times GET /exposed/object/first/friends<path> in one batch
    Then all items are answered with <status>

    Examples:
      | path           | status |
      | /nowhere       | 404    |
      | /two/label     | 200    |
      | /Torch/label   | 200    |
      | /Lamp/label    | 404    |
      | .no.label      | 404    |

  @LIM-5.e
  Scenario: An element is found by its current key while a batch changes keys
    Given the scene "crowd"
    When I PUT a list of 100 times {"@ref":"second"} to /exposed/object/first/friends
    And I POST /exposed/batch with:
      """
      {"requests":[
        {"method":"GET","path":"/exposed/object/first/friends/two/label"},
        {"method":"GET","path":"/exposed/object/first/friends/two/label"},
        {"method":"PUT","path":"/exposed/object/second/label","body":{"value":"three"}},
        {"method":"GET","path":"/exposed/object/first/friends[two]/label"},
        {"method":"GET","path":"/exposed/object/first/friends/three/label"},
        {"method":"GET","path":"/exposed/object/first/friends/three/label"},
        {"method":"PUT","path":"/exposed/object/first/friends/0","body":{"value":{"@ref":"first"}}},
        {"method":"GET","path":"/exposed/object/first/friends/one/label"},
        {"method":"GET","path":"/exposed/object/first/friends/one/label"},
        {"method":"GET","path":"/exposed/object/first/friends/Lamp/label"}
      ]}
      """
    Then the "status" in the list "responses" of the answer are [200,200,200,404,200,200,200,200,200,200]

  @LIM-5.e
  Scenario: Batch reads beyond the response limit are rejected, and writes are done
    When I PUT 1000000 bytes to /exposed/object/part/secret
    And I POST /exposed/batch with:
      """
      {"requests":[
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/secret"},{"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/numbers/0"},
          {"method":"GET","path":"/exposed/object/part/secret"},
          {"method":"GET","path":"/exposed/object/part/numbers/0"},
          {"method":"PUT","path":"/exposed/object/part/numbers/0","body":{"value":5}},
          {"method":"POST","path":"/exposed/object/part/knobs","body":{"value":{"name":"last"}}}
      ]}
      """
    Then the "status" in the list "responses" of the answer are [200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,413,413,200,200]
    And "responses[19].body" of the answer is {"@truncated":true}
    And "responses[20].body" of the answer is {"@truncated":true}
    And GET /exposed/object/part/numbers has the value [5,2,3]
