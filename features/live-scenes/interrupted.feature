Feature: Interrupted saves
  A file of some megabytes is written over many frames. Changes in the meantime are neither lost nor undone.

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
