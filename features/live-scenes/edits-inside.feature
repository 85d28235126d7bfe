Feature: Edits inside values
  An edit of a part of a value changes only that part, wherever it is in the file.

  Background:
    Given the scene "hands"

  @LSC-17.a @LSC-17.b
  Scenario: A member of a nullable value is edited in place
    Given the scene "graphs"
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "graph", "@type": "Graph", "maybe": {"name": "x", "later": 1.0}}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/graph/maybe/name with the value "y"
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "graph", "@type": "Graph", "maybe": {"name": "y", "later": 1.0}}]
      """

  @LSC-16 @LSC-17.b
  Scenario: Each component of a game object has the entry of its class
    Given the scene "inside"
    And the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "rig.components[Lamp]", "@type": "Lamp", "level": 4},
        {"@source": "rig.components[Motor]", "@type": "Motor", "speed": 2}
      ]
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/rig/components/0/speed has the value 2
    And GET /exposed/object/rig/components/1/level has the value 4

  @DRT-17.a @ORP-5.a
  Scenario: An imported value whose object is missing is applied when the object appears
    Given the project has the live scene "a.live.json" with the objects []
    And the project has the live scene "b.live.json" with the objects:
      """
      [{"@source": "brought", "@type": "Lamp", "level": 5}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/import with the body {"path":"b.live.json"}
    And 1 frame passes
    And I call "first/Bring" with []
    And 1 frame passes
    Then GET /exposed/object/brought/level has the value 5

  @LSC-19.a @OPS-4
  Scenario: A file with an unknown base scene restores no destroyed object
    Given the project has the file "a.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Nowhere", "objects": []}
      """
    When the host runs "object.destroy" with {"key": "second"}
    And 1 frame passes
    And the host loads the live scene "a.live.json"
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly [{"@source": "second", "@op": "removed"}]
