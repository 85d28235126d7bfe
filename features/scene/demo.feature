Feature: The demo scene
  Names of the demo are fixed, because other tests use them.

  Background:
    Given the demo scene

  @own-host
  Scenario: The demo has its scenes
    When the host runs "state"
    Then "activeScene" of the answer is "Studio"
    And "scenes" of the answer is [{"name":"Studio","buildIndex":0}]
    When the host runs "scene.load" with {"name": "Rooftop", "mode": "additive"}
    And the host runs "scene.setActive" with {"name": "Rooftop"}
    And the host runs "state"
    Then "activeScene" of the answer is "Rooftop"
    And "scenes" of the answer is [{"name":"Studio","buildIndex":0},{"name":"Rooftop","buildIndex":-1}]
    When the host runs "scene.load" with {"name": "Stage"}
    And the host runs "state"
    Then "scenes" of the answer is [{"name":"Stage","buildIndex":1}]
    Then there is no object "key-light"

  Scenario: The demo has its objects with their defaults
    When I GET /exposed/objects?nested
    Then the "@name" in the list "objects" of the answer are ["StudioManager","Key Light","Fill Light","Main Camera","Main Avatar","Main Avatar","Operations","Screen","Mover"]
    And the @source "StudioManager" in "objects" of the answer has:
      """
      {"title": "Demo Studio", "qualityNames": ["Low", "Medium", "High"], "quality": "High"}
      """
    And the @source "key-light" in "objects" of the answer has:
      """
      {"@type": "StageLight", "@name": "Key Light", "intensity": 1, "mode": "Spot", "flicker": false}
      """
    And the @source "main-camera" in "objects" of the answer has:
      """
      {
        "@type": "StudioCamera",
        "fov": 60,
        "lens": {
          "@type": "Lens",
          "focalLength": 35,
          "aperture": 2.8,
          "coating": { "@type": "Coating", "name": "Nano", "layers": 3 }
        },
        "target": { "@type": "StageLight", "@name": "Key Light" }
      }
      """
    And the @type "Avatar" in "objects" of the answer has:
      """
      {
        "expressions": [{ "name": "Joy", "weight": 0 }, { "name": "Angry" }, { "name": "Sorrow", "blinkWeightInfluence": 0 }],
        "clipKeys": [
          "",
          "6f1c1e2a9b7d4d0c8a55e0c3f2b1a901",
          "6f1c1e2a9b7d4d0c8a55e0c3f2b1a902:7400000",
          "file:Packs/dance.pack#Wave"
        ],
        "clip": null
      }
      """
    And the @source "main-avatar" in "objects" of the answer has:
      """
      {"@type": "GameObjectWithTransform", "name": "Main Avatar", "active": true}
      """
    And the @source "screen" in "objects" of the answer has:
      """
      {"resolution": {"x": 1920, "y": 1080}, "brightness": 1, "caption": "Welcome"}
      """

  Scenario: The demo has its enums
    When I GET /exposed/enums
    Then the type "LightMode" in "enums" of the answer has:
      """
      {"values": [{"name": "Point", "value": 0}, {"name": "Spot", "value": 1}, {"name": "Directional", "value": 2}]}
      """
    And the answer does not contain the text LastBone

  Scenario: The demo has its functions
    Given I subscribe with "kinds=system_notification,exposed_object_updated&ids=StudioManager"
    When I call "StudioManager/Sum" with [2, 3]
    Then the answer is exactly {"result":5}
    When I call "StudioManager/sum" with [2]
    Then the answer is exactly {"result":12}
    When I call "StudioManager/Announce" with ["On air"]
    Then the answer is exactly {"result":null}
    When I call "StudioManager/LogError" with ["no signal"]
    Then the log has an "Error" with "no signal"
    When I call "key-light/Flash" with []
    Then GET /exposed/object/key-light/runtimeHeat has the value 21
    When I call "main-avatar/components/Avatar/expressions/Joy/Pulse" with [0.5]
    Then GET /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight has the value 0.5
    When I call "main-avatar/components/Avatar/Play" with ["Wave"]
    Then the log has a "Log" with "Playing Wave at 1"
    When 1 frame passes
    Then the stream brings "system_notification" with:
      """
      {"notificationType": "info", "title": "Demo Studio", "message": "On air"}
      """

  Scenario: The stream has events from the start
    Given I subscribe with "kinds=exposed_object_updated&ids=mover"
    When 2 frames pass
    Then the stream brings "exposed_object_updated" with {"path": "phase"}
    And the stream brings "exposed_object_updated" with {"path": "pose"}

  @own-host
  Scenario: The chair appears some frames after its asset is loaded
    Then there is no object "chair"
    When the host runs "asset.load" with {"key": "chair"}
    And 5 frames pass
    Then there is no object "chair"
    When 20 frames pass
    Then GET /exposed/object/chair/components/Chair/restYaw has the value 0
