Feature: Interrupted loads and saves
  A file of some megabytes is read and written over many frames. Changes in the meantime are neither lost nor undone.

  Background:
    Given the scene "hands"
    And the project has the live scene "a.live.json" with 30000 objects that wait

  @ORP-7.a @ORP-7.b
  Scenario: An orphan that is removed during a save stays removed
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/level with the value 4
    And the host begins to save the live scene
    And I POST /exposed/orphans/remove with the body {"sourceKey":"ghost-777"}
    And what the host has begun is done
    Then what is unsaved is that the file "a.live.json" still contains "ghost-777", if it does
    When the host saves the live scene
    Then nothing is unsaved
    And no file of the project contains "ghost-777"
    When the host is started again
    And I POST /exposed/orphans/remove with the body {"sourceKey":"ghost-777"}
    Then "removed" of the answer is false
    And GET /exposed/object/first/level has the value 4

  @LSC-14.b @DRT-14.a
  Scenario: An edit during a save is saved or stays unsaved
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/level with the value 4
    And the host begins to save the live scene
    And I PUT /exposed/object/first/angle with the value 45
    And what the host has begun is done
    And the host saves the live scene
    Then nothing is unsaved
    When the host is started again
    Then GET /exposed/object/first/level has the value 4
    And GET /exposed/object/first/angle has the value 45

  @LSC-14.b
  Scenario: A host that is stopped during a save finishes the save
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/level with the value 4
    And the host begins to save the live scene
    And the host is told to end
    Then the host ends with exit code 0
    When the host is started again
    Then GET /exposed/object/first/level has the value 4
    And the folder "." holds nothing but Settings, a.live.json, hands.live.json

  @LSC-15
  Scenario: A host that is stopped during a load ends, and the file is unchanged
    When I remember the bytes of "a.live.json"
    And the host begins to load the live scene "a.live.json"
    And the host is told to end
    Then the host ends with exit code 0
    And "a.live.json" still has the same bytes
    When the host is started again
    And the host loads the live scene "a.live.json"
    And I GET /exposed/orphans
    Then "orphans.29999.sourceKey" of the answer is "ghost-29999"

  @OPS-2 @LSC-16
  Scenario: Edits of the open file do not apply to objects of a base scene that another file loads
    Given the project has the live scene "b.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "level": 4}]
      """
    When the host loads the live scene "b.live.json"
    Then GET /exposed/object/first/level has the value 4
    When I PUT /exposed/object/second/level with the value 7
    And the host begins to load the live scene "a.live.json" and its base scene
    And frames pass until what the host has begun is done
    Then GET /exposed/object/first/level has the value 1
    And GET /exposed/object/second/level has the value 1
    And nothing is unsaved
