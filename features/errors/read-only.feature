Feature: Read-only members inside a parent
  A body may contain read-only members with their present values, as after a read.

  Background:
    Given the scene "graphs"

  @ERR-10 @ERR-4.a @ERR-4.b
  Scenario Outline: A read-only member in the body of a parent is rejected, and nothing changes
    When I PUT <path> with the value <value>
    Then it is refused with 400 "Property is read-only"
    And the message says "<place>"
    And GET /exposed/object/graph/part has the value {"@type":"Part","label":"part","limits":{"@type":"Limits","low":1,"high":9},"steps":[1,2]}
    And GET /exposed/object/graph/fixed/label has the value "fixed"
    And GET /exposed/object/graph/parts/0/label has the value "one"

    Examples:
      | path                            | value                                                | place               |
      | /exposed/object/graph/part      | {"label":"new","limits":{"low":2}}                   | part/limits/low     |
      | /exposed/object/graph/part      | {"label":"new","limits":{"low":1,"high":10}}         | part/limits/high    |
      | /exposed/object/graph/part      | {"label":"new","steps":[1,3]}                        | part/steps          |
      | /exposed/object/graph/part      | {"label":"new","steps":[1]}                          | part/steps          |
      | /exposed/object/graph/parts     | [{"label":"new","limits":{"high":3}}]                | parts/0/limits/high |
      | /exposed/object/graph/part/limits | {"low":5}                                          | part/limits         |
      | /exposed/object/graph           | {"part":{"label":"new","limits":{"low":2}}}          | part/limits/low     |
      | /exposed/object/graph           | {"part":{"label":"new"},"fixed":{"label":"other"}}   | fixed/label         |

  @ERR-10
  Scenario: An object that was read can be written back as a whole
    When I PUT /exposed/object/graph/part with the value {"@type":"Part","label":"new","limits":{"@type":"Limits","low":1,"high":9},"steps":[1,2]}
    Then "value.label" of the answer is "new"
    When I PUT /exposed/object/graph with the value {"part":{"limits":{"@type":"Limits","@truncated":true},"label":"newer"},"fixed":{"label":"fixed"}}
    Then the status is 200
    And GET /exposed/object/graph/part/label has the value "newer"

  @DEP-11.b
  Scenario: A stub for null keeps null, and null is accepted only where it is allowed
    When I PUT /exposed/object/graph/maybe with the value {"@type":"Node","@truncated":true}
    Then "value" of the answer is null
    When I PUT /exposed/object/graph/first with the value null
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/graph/first with the value {"@ref":null}
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/graph/twice with the value [{"@type":"Node","@truncated":true}]
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/graph/twice with the value [{}]
    Then "value" of the answer is [{"@type":"Node","name":"a","next":null,"links":[]}]
