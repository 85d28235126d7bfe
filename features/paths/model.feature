Feature: Paths into the whole model

  Background:
    Given the scene "model"

  @PTH-2 @PTH-3
  Scenario Outline: Keys may hold any character
    When I PUT /exposed/object/part/<path> with the value 0.5
    Then "path" of the answer is "<canonical>"

    Examples:
      | path                   | canonical     |
      | knobs[a.b].value       | knobs/0/value |
      | knobs/a.b/value        | knobs/0/value |
      | knobs[x/y].value       | knobs/1/value |
      | knobs/x%2Fy/value      | knobs/1/value |
      | knobs[x%2Fy]/value     | knobs/1/value |
      | knobs[p[q%5D].value    | knobs/2/value |
      | knobs[plain]/value     | knobs/3/value |

  @PTH-4 @PTH-7
  Scenario: A key follows its element through a renaming
    When I PUT /exposed/object/part/knobs/plain/name with the value "renamed"
    And I PUT /exposed/object/part/knobs/renamed/value with the value 0.25
    Then "path" of the answer is "knobs/3/value"
    When I GET /exposed/object/part/knobs/plain/value
    Then it is refused with 404 "Property not found"

  @PTH-6 @END-15
  Scenario: A path reaches functions of nested objects
    When I call "part/knobs/plain/Turn" with [0.5]
    Then the answer is exactly {"result":0.5}
    When I call "part/knobs[plain].Turn" with []
    Then the answer is exactly {"result":1.5}
    When I call "part/knobs/9/Turn" with []
    Then it is refused with 404 "Property not found"
    When I call "stand/components/Part/Echo" with ["a", 1, "On"]
    Then the answer is exactly {"result":"a 1 On"}

  @PTH-3
  Scenario: A type name addresses a component
    When I GET /exposed/object/child/components/Base/id
    Then "value" of the answer is "base"
    And "path" of the answer is "components/0/id"
    Then GET /exposed/object/child/components[Root].id has the value "base"
    When I GET /exposed/object/child/components/Part/id
    Then it is refused with 404 "Property not found"
