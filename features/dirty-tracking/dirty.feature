Feature: Unsaved edits
  Edits by users count against a user-change baseline per object; changes by the engine and from disk do not.

  Background:
    Given the demo scene

  @DRT-1 @DRT-2 @matrix
  Scenario: A write makes an object dirty, writing the baseline back makes it clean
    Then nothing is unsaved
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/key-light/angle with the value 45
    Then "key-light" is dirty in intensity, angle
    And "fill-light" is clean
    When I PUT /exposed/object/key-light/intensity with the value 1
    Then "key-light" is dirty in angle
    When I PUT /exposed/object/key-light/angle with the value 30
    Then nothing is unsaved

  @DRT-1
  Scenario Outline: Every kind of write by a user counts as an edit
    When I <write>
    Then "<key>" is dirty in <properties>

    Examples:
      | write                                                                                              | key                            | properties  |
      | PUT /exposed/object/key-light with the body {"value":{"intensity":2,"flicker":true}}               | key-light                      | intensity, flicker |
      | PUT /exposed/object/key-light/color/g with the value 0.5                                           | key-light                      | color       |
      | PUT /exposed/object/main-camera/lens/coating/layers with the value 9                               | main-camera                    | lens        |
      | POST /exposed/object/main-camera/presets with the body {"value":"Top"}                             | main-camera                    | presets     |
      | DELETE /exposed/object/main-camera/lenses with the body {"index":-1}                               | main-camera                    | lenses      |
      | PATCH /exposed/object/operations/operations with the body {"fromIndex":0,"toIndex":1}              | operations                     | operations  |
      | PUT /exposed/object/main-camera/target with the value {"@ref":"fill-light"}                        | main-camera                    | target      |
      | call "main-avatar/components/Avatar/expressions/Joy/Pulse" with [0.5]                              | main-avatar.components[Avatar] | expressions |
      | PUT /exposed/object/main-avatar/transform/position/x with the value 2                              | main-avatar                    | transform   |
      | PUT /exposed/object/StudioManager/title with the value "Late Show"                                 | StudioManager                  | title       |
      | POST /exposed/batch with the body {"requests":[{"method":"PUT","path":"/exposed/object/key-light/intensity","body":{"value":3}}]} | key-light | intensity |

  @DRT-1
  Scenario: A new parent is a change of the scene, not of a property
    When I PUT /exposed/object/key-light/@parent with the body {"parentId":"main-camera"}
    And the host runs "dirty"
    Then the answer is exactly {"unsaved":true,"objects":[]}
    When I PUT /exposed/object/key-light/@parent with the body {"parentId":null}
    Then nothing is unsaved

  @DRT-3.a @DRT-3.b
  Scenario: Read-only and non-persistable members never count as dirty
    When I PUT /exposed/object/key-light/runtimeHeat with the value 90
    And I call "key-light/Flash" with [3]
    And the host sets key-light/serial to "SL-9999"
    And 10 frames pass
    Then nothing is unsaved
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 2}]
      """

  @DRT-1 @DRT-14.b
  Scenario: A change by the engine is not an edit
    When the host sets key-light/intensity to 5
    And the host sets main-camera/lens/aperture to 8
    Then nothing is unsaved
    When I PUT /exposed/object/key-light/intensity with the value 6
    Then "key-light" is dirty in intensity

  @DRT-4
  Scenario: Values are compared in persistence shape
    When I PUT /exposed/object/main-camera/lenses with the value [{"focalLength":24,"aperture":1.4,"coating":{"name":"Nano","layers":3}},{"focalLength":85,"aperture":1.8}]
    And I PUT /exposed/object/key-light/intensity with the value "1.0"
    Then nothing is unsaved

  @DRT-5 @DRT-6.a @DRT-6.b @DRT-15
  Scenario: MarkClean moves only the user-change baseline
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host runs "markClean" with {"key": "key-light"}
    Then nothing is unsaved
    When I PUT /exposed/object/key-light/intensity with the value 1
    Then "key-light" is dirty in intensity
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/key-light/angle with the value 50
    And the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 2, "angle": 50}]
      """

  @DRT-8 @DRT-14.a @DRT-15
  Scenario: A save leaves objects clean, and the next one writes the full difference again
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host saves the live scene
    Then nothing is unsaved
    When I PUT /exposed/object/key-light/intensity with the value 1
    Then "key-light" is dirty in intensity
    When I PUT /exposed/object/key-light/intensity with the value 2
    Then nothing is unsaved
    When I PUT /exposed/object/fill-light/intensity with the value 3
    Then "fill-light" is dirty in intensity
    And "key-light" is clean
    When the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [
        {"@source": "key-light", "@type": "StageLight", "intensity": 2},
        {"@source": "fill-light", "@type": "StageLight", "intensity": 3}
      ]
      """

  @DRT-7 @DRT-12.a @DRT-12.b
  Scenario: A load leaves objects clean, and a revert right after it changes nothing
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 4}]
      """
    When I PUT /exposed/object/fill-light/intensity with the value 7
    And the host loads the live scene "a.live.json"
    Then nothing is unsaved
    When the host runs "live.revertAll"
    Then GET /exposed/object/key-light/intensity has the value 4
    And GET /exposed/object/fill-light/intensity has the value 7
    When I PUT /exposed/object/fill-light/intensity with the value 2
    And the host runs "live.revertAll"
    Then GET /exposed/object/fill-light/intensity has the value 0.5
    And GET /exposed/object/key-light/intensity has the value 4
    And nothing is unsaved

  @DRT-7
  Scenario: A load leaves moved objects clean
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 4}]
      """
    When I PUT /exposed/object/fill-light/@parent with the body {"parentId":"main-camera"}
    And the host loads the live scene "a.live.json"
    Then nothing is unsaved

  @DRT-11.a @DRT-11.b
  Scenario: ResetAllToDefault reverts everything and leaves it clean
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 4}]
      """
    When the host loads the live scene "a.live.json"
    And I DELETE /exposed/object/main-camera/lenses with the body {"index":0}
    And I PUT /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight with the value 1
    And I PUT /exposed/object/fill-light/@parent with the body {"parentId":"main-camera"}
    And the host runs "live.resetAll"
    Then nothing is unsaved
    And GET /exposed/object/key-light/intensity has the value 1
    And GET /exposed/object/main-camera/lenses/0/focalLength has the value 24
    And GET /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight has the value 0
    When I GET /exposed/object/fill-light
    Then the answer has no "@parent"

  @DRT-9 @DRT-10 @ORP-3
  Scenario: A late binding leaves its object clean
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "chair", "@type": "GameObjectWithTransform", "transform": {"position": {"x": 9}}},
        {"@source": "chair.components[Chair]", "@type": "Chair", "restYaw": 30}
      ]
      """
    When the host loads the live scene "a.live.json"
    And the host runs "pending"
    Then the answer is exactly {"entries":[{"sourceKey":"chair","type":"GameObjectWithTransform"},{"sourceKey":"chair.components[Chair]","type":"Chair"}]}
    When the host runs "asset.load" with {"key": "chair"}
    And 25 frames pass
    Then GET /exposed/object/chair/components/Chair/restYaw has the value 30
    And GET /exposed/object/chair/transform has the value {"position":{"x":9,"y":0,"z":0.5},"rotation":{"x":0,"y":0,"z":0,"w":1},"scale":{"x":1,"y":1,"z":1}}
    And nothing is unsaved
    When I PUT /exposed/object/chair/components/Chair/restYaw with the value 45
    Then "chair.components[Chair]" is dirty in restYaw

  @DRT-16 @matrix
  Scenario: A reset is an edit like any other write
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 4}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/key-light/intensity/reset
    Then GET /exposed/object/key-light/intensity has the value 1
    And "key-light" is dirty in intensity
    When the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly []
    When the host is started again
    Then GET /exposed/object/key-light/intensity has the value 1

  @DRT-17.a @DRT-17.b @DRT-17.c @DRT-17.d @DRT-17.e @matrix
  Scenario: A late binding is not an edit and keeps edits of other members and objects
    Given the scene "hands"
    And the project has the file "Settings/Lamp.settings.json":
      """
      {"format": "jp.lilium.remotecontrol.projectsettings", "objects": [
        {"@source": "first", "@type": "Lamp", "house": 2},
        {"@source": "third", "@type": "Lamp", "house": 3, "guide": {"@ref": "brought"}}
      ]}
      """
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "third", "@type": "Lamp", "level": 3}, {"@source": "child", "@type": "Lamp", "angle": 5, "friends": [{"@ref": "third"}]}]
      """
    When the host is started again
    And the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first with the body {"value":{"house":9,"level":8}}
    And I PUT /exposed/object/child/angle with the value 6
    And I POST /exposed/object/child/friends with the body {"value":{"@ref":"second"}}
    And the host runs "scene.load" with {"name": "More", "mode": "additive"}
    And 1 frame passes
    And I know the id of "third" as "third"
    Then GET /exposed/object/third/level has the value 3
    And GET /exposed/object/third/house has the value 3
    And GET /exposed/object/first/house has the value 9
    And GET /exposed/object/child/angle has the value 6
    And "third" is clean
    And "first" is dirty in level, house
    And "child" is dirty in angle, friends
    When I GET /exposed/object/child/friends/0
    Then "value.@ref" of the answer is "<third>"
    When I call "first/Bring" with []
    And 1 frame passes
    Then "third" is clean
    And "first" is dirty in level, house
    When the host saves the live scene
    Then "objects.1" in the file "a.live.json" is {"@source":"child","@type":"Lamp","angle":6,"friends":[{"@ref":"third"},{"@ref":"second"}]}
