Feature: A request costs time in proportion to its bytes

  Background:
    Given the scene "model"

  @LIM-5
  Scenario Outline: What nobody could read back is refused before it is begun
    When I PUT a list of <count> times <item> to /exposed/object/part/<member>
    Then it is refused with 413 "<error>"
    And the message says "1000000 values"
    And the host still answers
    And GET /exposed/object/part/numbers has the value [1,2,3]

    Examples:
      | count   | item | member  | error                  |
      | 2700000 | {}   | knobs   | Request body too large |
      | 400000  | {}   | knobs   | Answer too large       |
      | 1500000 | 1    | numbers | Request body too large |
