@matrix
Feature: Orphans

  Background:
    Given the demo scene
    And the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "lost-light", "@type": "StageLight", "intensity": 3},
        {"@source": "lost-light.components[Flare]", "@type": "Flare", "size": 2},
        {"@source": "chair", "@type": "GameObjectWithTransform", "active": false},
        {"@source": "chair.components[Chair]", "@type": "Chair", "restYaw": 10}
      ]
      """
    And the host loads the live scene "a.live.json"

  @ORP-1 @ORP-2 @END-16.a
  Scenario: Missing roots are listed; overrides with a path are not
    When I GET /exposed/orphans
    Then the answer is exactly {"orphans":[{"sourceKey":"lost-light","type":"StageLight"},{"sourceKey":"chair","type":"GameObjectWithTransform"}]}

  @ORP-6
  Scenario: An existing object is not an orphan, even if its type differs
    When the host runs "object.spawn" with {"class": "StudioCamera", "key": "lost-light"}
    And 2 frames pass
    And I GET /exposed/orphans
    Then the answer is exactly {"orphans":[{"sourceKey":"chair","type":"GameObjectWithTransform"}]}

  @ORP-4.a @ORP-4.b @ORP-5.b @END-16.b
  Scenario: Removing an orphan drops every entry rooted at it
    Given nothing is unsaved
    When I POST /exposed/orphans/remove with the body {"sourceKey":"lost-light"}
    Then the answer is exactly {"success":true,"removed":true}
    When I GET /api/live
    Then "unsaved" of the answer is true
    When I POST /exposed/orphans/remove with the body {"sourceKey":"lost-light"}
    Then the answer is exactly {"success":true,"removed":false}
    When I POST /exposed/orphans/remove with the body {}
    Then it is refused with 400 "Invalid request format"
    When the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "chair", "@type": "GameObjectWithTransform", "active": false},
        {"@source": "chair.components[Chair]", "@type": "Chair", "restYaw": 10}
      ]
      """
