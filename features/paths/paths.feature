@matrix
Feature: Property paths

  Background:
    Given the demo scene

  @PTH-1 @PTH-9.a @END-4
  Scenario Outline: Slashes, brackets and mixtures address the same value
    When I GET /exposed/object/main-camera/<path>
    Then "path" of the answer is "lenses/1/coating/layers"
    And "value" of the answer is 3

    Examples:
      | path                     |
      | lenses/1/coating/layers  |
      | lenses[1].coating.layers |
      | lenses[1]/coating.layers |
      | lenses.1.coating/layers  |

  @PTH-2 @PTH-3
  Scenario Outline: An element is addressed by its key in both notations
    When I PUT /exposed/object/main-avatar/components/Avatar/<path> with the value 0.5
    Then "path" of the answer is "expressions/1/weight"
    And "value" of the answer is 0.5
    And GET /exposed/object/main-avatar/components[Avatar].expressions/1/weight has the value 0.5

    Examples:
      | path                       |
      | expressions[Angry].weight  |
      | expressions/Angry/weight   |
      | expressions[Angry]/weight  |

  @PTH-4 @PTH-8
  Scenario: A key path follows its element when the array is reordered
    Given I PUT /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight with the value 0.25
    When I PATCH /exposed/object/main-avatar/components/Avatar/expressions with the body {"fromIndex":0,"toIndex":2}
    Then the "name" in the list "value" of the answer are ["Angry","Sorrow","Joy"]
    And GET /exposed/object/main-avatar/components/Avatar/expressions[Joy].weight has the value 0.25
    When I PUT /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight with the value 0.75
    Then "path" of the answer is "expressions/2/weight"
    And GET /exposed/object/main-avatar/components/Avatar/expressions/0/weight has the value 0

  @PTH-5.a @PTH-5.b @PTH-9
  Scenario Outline: An unknown key and an index out of range are 404 and write nothing
    When I PUT /exposed/object/<path> with the value 0.5
    Then it is refused with 404 "Property not found"
    And GET /exposed/object/main-avatar/components/Avatar/expressions/0/weight has the value 0
    And GET /exposed/object/main-camera/lenses/1/aperture has the value 1.8

    Examples:
      | path                                                     |
      | main-avatar/components/Avatar/expressions[Fear].weight   |
      | main-avatar/components/Avatar/expressions/joy/weight     |
      | main-avatar/components/Avatar/expressions/3/weight       |
      | main-avatar/components/Avatar/expressions/-1/weight      |
      | main-camera/lenses/2/aperture                            |
      | main-camera/lenses/18446744073709551616/aperture         |

  @PTH-1
  Scenario: A path through a registered object starts again at that object
    Given I know the id of "key-light" as "light"
    When I PUT /exposed/object/main-camera/target/intensity with the value 4
    Then the answer is exactly {"value":4,"id":"<light>","path":"intensity","changed":true}
    And GET /exposed/object/key-light/intensity has the value 4

  @PTH-1 @PTH-8
  Scenario: A path through a reference follows the current reference, even after many reads
    Given I know the id of "key-light" as "key"
    And I know the id of "fill-light" as "fill"
    When I GET /exposed/object/main-camera/target/intensity
    And I GET /exposed/object/main-camera/target/intensity
    Then "id" of the answer is "<key>"
    When I PUT /exposed/object/main-camera/target with the value {"@ref":"fill-light"}
    And I GET /exposed/object/main-camera/target/intensity
    Then "id" of the answer is "<fill>"
    When I PUT /exposed/object/main-camera/target/intensity with the value 4
    Then "id" of the answer is "<fill>"
    When I POST /exposed/batch with:
      """
      {"requests":[
        {"method":"PUT","path":"/exposed/object/main-camera/target/intensity","body":{"value":5}},
        {"method":"PUT","path":"/exposed/object/main-camera/target","body":{"value":{"@ref":"key-light"}}},
        {"method":"PUT","path":"/exposed/object/main-camera/target/intensity","body":{"value":6}},
        {"method":"PUT","path":"/exposed/object/main-camera/target","body":{"value":null}},
        {"method":"PUT","path":"/exposed/object/main-camera/target/intensity","body":{"value":7}}]}
      """
    Then the "status" in the list "responses" of the answer are [200,200,200,200,404]
    And GET /exposed/object/fill-light/intensity has the value 5
    And GET /exposed/object/key-light/intensity has the value 6
    When I GET /exposed/object/main-camera/target/intensity
    Then it is refused with 404 "Property not found"
    When I POST /exposed/object/main-camera/target/intensity/reset
    Then it is refused with 404 "Property not found"

  @PTH-1
  Scenario Outline: An empty segment and a trailing slash are rejected
    When I GET /exposed/object/main-camera/<path>
    Then it is refused with <status>
    And the message says "<what>"
    When I PUT /exposed/object/main-camera/<path> with the value 3
    Then it is refused with <status>
    When I GET /exposed/object/main-camera/lenses/1/focalLength/
    Then "path" of the answer is "lenses/1/focalLength"

    Examples:
      | path                     | status | what                   |
      | lenses//1/focalLength    | 400    | a segment is empty     |
      | /lenses/1/focalLength    | 400    | a segment is empty     |
      | lenses/1//focalLength    | 400    | a segment is empty     |
      | lenses[]/focalLength     | 400    | brackets are empty     |
      | .lenses                  | 404    | Property not found     |
