Feature: Derived classes and static members

  Background:
    Given the application "derived"

  @EVT-12.b
  Scenario: A setter that overrides an accessor is code, and its other changes are sent
    Given GET /exposed/object/dimmed/writes has the value 0
    And I subscribe
    When I PUT /exposed/object/dimmed/power with the value 8
    Then "value" of the answer is 1008
    And GET /exposed/object/dimmed/writes has the value 8
    And the stream brings exactly:
      | kind                   | path     | value |
      | exposed_object_updated | "writes" | 8     |
      | exposed_object_updated | "power"  | 1008  |

  @ERR-8.a @ERR-8.e
  Scenario: A setter that overrides an accessor and throws changes nothing
    Given GET /exposed/object/dimmed/power has the value 1001
    And I subscribe with "kinds=exposed_object_updated"
    When I PUT /exposed/object/dimmed/power with the value 700
    Then it is refused with 500 "Internal error"
    And GET /exposed/object/dimmed/power has the value 1001
    And GET /exposed/object/dimmed/writes has the value 0
    And the stream brings nothing

  @ERR-10
  Scenario: A getter alone makes its member read-only
    When I PUT /exposed/object/dimmed/serial with the value 5
    Then it is refused with 400 "Property is read-only"
    When I PUT /exposed/object/dimmed with the body {"value":{"serial":5}}
    Then it is refused with 400 "Property is read-only"
    When I PUT /exposed/object/dimmed with the body {"value":{"serial":99,"power":3}}
    Then "power" of the answer is 1003
    When I POST /exposed/object/dimmed/serial/reset
    Then it is refused with 400 "Property is read-only"
    When I GET /exposed/types?type=Dimmed
    Then the "isReadOnly" in the list "types[0].properties" of the answer are [false, true, false]

  @EVT-12.a
  Scenario Outline: A static class and its derived class share one value, written through <class>
    Given GET /exposed/object/Hall/volume has the value 0.5
    And I subscribe
    When I PUT /exposed/object/<class>/volume with the value 0.25
    Then "value" of the answer is 0.25
    And GET /exposed/object/<other>/volume has the value 0.25
    And the stream brings exactly:
      | kind                   | path     | value |
      | exposed_object_updated | "volume" | 0.25  |
      | exposed_object_updated | "volume" | 0.25  |
    Examples:
      | class | other |
      | House | Hall  |
      | Hall  | House |

  @ERR-7
  Scenario: A getter that returns a rejecting promise affects only its member
    When I GET /exposed/object/meter
    Then "level" of the answer is 1
    And "later" of the answer is null
    When I GET /exposed/object/meter/later
    Then it is refused with 500 "Get failed"
    And the message says "expected Int32, got a promise"
    When I PUT /exposed/object/meter/level with the value 4
    Then "value" of the answer is 4
    And the host still answers

  @ERR-7
  Scenario: A function continues after its object is removed, and a setter may remove its own object
    Given I subscribe with "kinds=exposed_object_updated"
    When I call "meter/leave" with []
    Then the answer is exactly {"result":5}
    Then there is no object "meter"
    When I PUT /exposed/object/spare/fuse with the value 3
    Then the status is 200
    Then there is no object "spare"
    When I PUT /exposed/object/dimmed/power with the value 3
    Then the stream brings exactly:
      | kind                   | path     | value |
      | exposed_object_updated | "writes" | 3     |
      | exposed_object_updated | "power"  | 1003  |

  @ERR-7
  Scenario: A function that takes 30 s of host time is 504, and other requests are served in the meantime
    When I call "meter/wait" without waiting for it
    Then GET /exposed/object/meter/level becomes 2
    When I PUT /exposed/object/spare/level with the value 4
    Then "value" of the answer is 4
    When 1801 frames pass
    And that call is answered
    Then it is refused with 504 "Timed out"
    And the message says "wait has not answered in 30 s"
    And the host still answers
