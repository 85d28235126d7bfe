Feature: What a function does is its caller's edit

  Background:
    Given the application "outside"

  @DRT-18.b
  Scenario: After an await too
    When I call "motor/ramp" with []
    Then GET /exposed/object/StudioManager/title has the value "ramped"
    And "StudioManager" is dirty in title

  @DRT-18.a
  Scenario: What it has started and does not wait for is the engine's
    When I call "motor/start" with []
    Then GET /exposed/object/StudioManager/title becomes "started"
    And nothing is unsaved
