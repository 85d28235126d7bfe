Feature: Several objects of one game object in files
  A wrapper and components with their own keys share a game object: files distinguish them and state its parent once.

  Background:
    Given the scene "shared"

  @LSC-9.b
  Scenario: Settings of two components of one class on a game object are restored to each
    When I PUT /exposed/object/left/house with the value 2
    And I PUT /exposed/object/right/house with the value 3
    And the host saves the live scene
    And the host is started again
    Then GET /exposed/object/left/house has the value 2
    And GET /exposed/object/right/house has the value 3

  @LSC-19.b
  Scenario Outline: A user's new parent overrides the parent in a component's entry
    Given the project has the file "shared.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Main",
       "objects": [{"@source": "pipe-lamp", "@type": "Lamp", "@parent": <said>}]}
      """
    When the host loads the live scene "shared.live.json"
    And I PUT /exposed/object/pipe/@parent with the body {"parentId":"<parent>"}
    And the host saves the live scene
    Then nothing is unsaved
    When the host is started again
    And I know the id of "<parent>" as "above"
    And I GET /exposed/object/pipe
    Then "@parent" of the answer is "<is>"

    Examples: another one, that it began with, and while what is said is not there
      | said      | parent | is      |
      | "truss"   | bar    | <above> |
      | "truss"   | grid   | <above> |
      | "nowhere" | bar    | <above> |

  @LSC-19.a
  Scenario: A file removes only objects of a scene
    Given the project has the file "shared.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Main",
       "objects": [{"@source": "Stage", "@op": "removed"}, {"@source": "opening", "@op": "removed"}, {"@source": "bar", "@op": "removed"}]}
      """
    And I remember the bytes of "shared.live.json"
    When the host loads the live scene "shared.live.json"
    And 1 frame passes
    Then there is no object "bar"
    And GET /exposed/object/Stage/title has the value "Stage"
    And GET /exposed/object/opening/name has the value ""
    And the log has no "Exception"
    Then a save leaves "shared.live.json" as it is

  @LSC-16
  Scenario: Copies of an asset leave the keys to the asset's own object
    Given the project has the file "shared.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Main",
       "objects": [
        {"@source": "second", "@prefab": "6f1c1e2a9b7d4d0c8a55e0c3f2b1a911", "@type": "GameObjectWithTransform"},
        {"@source": "second.components[Lamp]", "@type": "Lamp", "level": 2},
        {"@source": "third", "@prefab": "6f1c1e2a9b7d4d0c8a55e0c3f2b1a911", "@type": "GameObjectWithTransform"}
       ]}
      """
    And I remember the bytes of "shared.live.json"
    When the host loads the live scene "shared.live.json"
    And the host runs "asset.load" with {"key": "rack"}
    And 2 frames pass
    Then GET /exposed/object/rack-lamp/level has the value 1
    And GET /exposed/object/second/components/0/level has the value 2
    And GET /exposed/object/third/components/0/level has the value 1
    And the log has no "Exception"
    Then a save leaves "shared.live.json" as it is
