Feature: The simulated engine runs what a scene file says

  Background:
    Given the scene "machine"

  @matrix @SIM-3.a
  Scenario: Drivers move members on the clock
    When 60 frames pass
    Then GET /exposed/object/machine/steps has the value "b"
    And GET /exposed/object/machine/ramp has the value 2
    And GET /exposed/object/machine/fixed has the value 7
    When 60 frames pass
    Then GET /exposed/object/machine/steps has the value "a"
    And GET /exposed/object/machine/slow has the value 4

  @SIM-3.b
  Scenario: One seed gives the same random values
    When 50 frames pass
    And I GET /exposed/object/machine/walk
    And I remember the "value" of the answer as "first"
    And the host is started again
    And 50 frames pass
    Then GET /exposed/object/machine/walk has the value <first>

  @SIM-3.d
  Scenario: Functions run their actions
    When I call "machine/Work" with [5, "go"]
    Then the answer is exactly {"result":"go 5"}
    And GET /exposed/object/machine/count has the value 5
    And GET /exposed/object/machine/on has the value true
    And GET /exposed/object/spawned/fixed has the value 7
    When I call "machine/Clear" with []
    And 1 frame passes
    Then there is no object "spawned"

  @SIM-3.c
  Scenario: The timeline acts at its times and frames
    When 29 frames pass
    Then GET /exposed/object/machine/label has the value "frame 10"
    When 31 frames pass
    Then GET /exposed/object/machine/label has the value "half a second"
    And the log has a "Warning" with "tick"

  @SIM-3.d
  Scenario: References to a destroyed object become null
    When I call "machine/Work" with [1, "x"]
    And I PUT /exposed/object/machine/friend with the value {"@ref":"spawned"}
    Then "value.@type" of the answer is "Machine"
    When the host runs "object.destroy" with {"key": "spawned"}
    And 1 frame passes
    Then GET /exposed/object/machine/friend has the value null
