Feature: Errors in application code affect only their own operation

  Background:
    Given the application "outside"

  @ERR-7.a @ERR-7.b
  Scenario: A getter that throws fails only its own GET
    When I call "motor/break" with ["torque"]
    And I GET /exposed/object/motor/torque
    Then it is refused with 500 "Get failed"
    And the message says "Motor.torque: the torque is stuck"
    When I GET /exposed/object/motor
    Then "torque" of the answer is null
    And "speed" of the answer is 1
    When I GET /exposed/objects?type=Motor
    Then the "torque" in the list "objects" of the answer are [null, 5]
    When I GET /exposed/types
    Then the status is 200
    When I PUT /exposed/object/motor/speed with the value 3
    Then "value" of the answer is 3
    When I PUT /exposed/object/motor with the body {"value":{"speed":4,"note":"loud"}}
    Then "speed" of the answer is 4
    And "torque" of the answer is null
    When I call "motor/run" with []
    Then the answer is exactly {"result":2}
    When I POST /exposed/object/motor/speed/reset
    Then "value" of the answer is 1
    And the log has 1 entries of the level "Exception"
    And the log has an "Exception" with "Motor.torque: TypeError: the torque is stuck"

  @ERR-7 @ERR-8
  Scenario: A member whose getter throws can be written, and the response shows null
    When I call "motor/break" with ["torque"]
    And I PUT /exposed/object/motor/torque with the value 6
    Then the status is 200
    And "value" of the answer is null
    When I call "motor/mend" with ["torque"]
    Then GET /exposed/object/motor/torque has the value 6

  @ERR-7
  Scenario: A getter that throws is logged once until it works again
    When I call "motor/break" with ["torque"]
    And I GET /exposed/object/motor
    And I GET /exposed/object/motor
    And I call "motor/mend" with ["torque"]
    Then GET /exposed/object/motor/torque has the value 5
    And the log has 1 entries of the level "Exception"
    When I call "motor/break" with ["torque"]
    And I GET /exposed/object/motor
    Then the log has 2 entries of the level "Exception"

  @ERR-7.c
  Scenario: A getter that throws loses no other event of the frame, and event ids continue
    Given I subscribe
    When I call "motor/break" with ["torque"]
    And I PUT /exposed/object/motor/speed with the value 5
    And I PUT /exposed/object/motor/gauge/label with the value "needle"
    And I PUT /exposed/object/spare/speed with the value 6
    Then the stream brings exactly:
      | kind                   | path          | value    |
      | exposed_object_updated | "speed"       | 5        |
      | exposed_object_updated | "gauge/label" | "needle" |
      | exposed_object_updated | "speed"       | 6        |
    And all events have ids of one epoch that count by one

  @ERR-7.a
  Scenario: A getter that throws in an inline object or array affects only its member
    When I call "motor/break" with ["gauge"]
    And I GET /exposed/object/motor?nested
    Then "gauge" of the answer is {"@type":"Gauge","label":"dial","reading":null}
    And "gauges[1]" of the answer is {"@type":"Gauge","label":"dial","reading":null}
    Then GET /exposed/object/motor/gauge has the value {"@type":"Gauge","label":"dial","reading":null}
    When I GET /exposed/object/motor/gauges/1/reading
    Then it is refused with 500 "Get failed"
    When I PUT /exposed/object/motor/gauges/1/label with the value "needle"
    Then "value" of the answer is "needle"
    When I DELETE /exposed/object/motor/gauges with the body {"index":0}
    Then "value" of the answer is [{"@type":"Gauge","label":"needle","reading":null}]

  @ERR-7.d
  Scenario: A file keeps its value of a member whose getter throws
    When I PUT /exposed/object/motor/torque with the value 8
    And I PUT /exposed/object/motor/speed with the value 2
    And the host saves the live scene as "a"
    Then "objects[0].torque" in the file "a.live.json" is 8
    When I call "motor/break" with ["torque"]
    And I PUT /exposed/object/motor/speed with the value 3
    And the host saves the live scene
    Then "objects[0].torque" in the file "a.live.json" is 8
    And "objects[0].speed" in the file "a.live.json" is 3
    When I PUT /exposed/object/motor/speed with the value 9
    And the host loads the live scene "a"
    Then GET /exposed/object/motor/speed has the value 3

  @ERR-8.a @ERR-8.e
  Scenario: A setter that throws is logged once with its location, and nothing has changed
    Given I subscribe with "kinds=exposed_object_updated"
    When I PUT /exposed/object/motor with the body {"value":{"speed":9,"torque":-1}}
    Then it is refused with 500 "Internal error"
    And the message says "no torque below 0"
    And GET /exposed/object/motor/speed has the value 1
    And the stream brings nothing
    And the log has 1 entries of the level "Exception"
    And the log has an "Exception" with "Motor.torque: RangeError: no torque below 0"

  @ERR-6.a @ERR-8.f
  Scenario: A result of another type is an error of the function, and its changes stay
    When I call "motor/wrong" with []
    Then it is refused with 500 "Internal error"
    And the message says "wrong: wrong result: expected Single, got a bigint"
    And GET /exposed/object/motor/note has the value "it ran"
    And the log has 1 entries of the level "Exception"
    And the log has an "Exception" with "Motor.wrong: wrong result: expected Single, got a bigint"

  @ERR-6.a @ERR-6.b
  Scenario: Application code may throw any value
    When I call "motor/hostile" with []
    Then it is refused with 500 "Internal error"
    And the log has 1 entries of the level "Exception"
    And the host still answers
