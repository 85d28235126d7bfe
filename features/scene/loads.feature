Feature: A scene is loaded as a whole or not at all

  Background:
    Given the application "rooms" beside the scene "rooms"

  Scenario: A scene that cannot replace the others leaves them unchanged
    Given I know the id of "hall-lamp" as "lamp"
    And I PUT /exposed/object/hall-lamp/level with the value 0.5
    And I subscribe
    When the host runs "scene.load" with {"name": "Cellar"}
    Then it is refused with 400 "Invalid request"
    And the message says "cellar-1"
    And GET /exposed/object/hall-lamp/level has the value 0.5
    And GET /exposed/object/<lamp>/level has the value 0.5
    And "hall-lamp" is dirty in level
    Then there is no object "first"
    When the host runs "state"
    Then "activeScene" of the answer is "Hall"
    And the "name" in the list "scenes" of the answer are ["Hall"]
    And the stream brings nothing

  @SIM-4
  Scenario: A scene loads after the key is free, and a driver with an invalid path affects only itself
    When I call "cellar-1/leave" with []
    And the host runs "scene.load" with {"name": "Cellar"}
    Then the status is 200
    And GET /exposed/object/lamp-1/level has the value 1
    Then there is no object "hall-lamp"
    And the log has an "Exception" with "lamp-0/other/level"
