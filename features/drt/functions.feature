Feature: What a function does is its caller's edit

  Background:
    Given the application "outside"

  @DRT-18
  Scenario: After an await too
    When I call "motor/ramp" with []
    Then GET /exposed/object/motor/speed has the value 7
    And "motor" is dirty in speed

  @DRT-18
  Scenario: What it has started and does not wait for is the engine's
    When I call "motor/start" with []
    Then GET /exposed/object/motor/speed becomes 8
    And nothing is unsaved
