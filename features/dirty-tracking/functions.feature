Feature: Changes by a function are edits of its caller

  Background:
    Given the application "outside"

  @DRT-18.b
  Scenario: Changes after an await are edits of the caller
    When I call "motor/ramp" with []
    Then GET /exposed/object/StudioManager/title has the value "ramped"
    And "StudioManager" is dirty in title

  @DRT-18.a
  Scenario: Changes by work that a function does not wait for are changes by the engine
    When I call "motor/start" with []
    Then GET /exposed/object/StudioManager/title becomes "started"
    And nothing is unsaved
