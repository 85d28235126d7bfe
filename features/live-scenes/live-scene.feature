Feature: Live scene files

  Background:
    Given the demo scene

  @LSC-1
  Scenario: A save records the active build scene
    When the host saves the live scene as "a"
    Then "baseSceneName" in the file "a.live.json" is "Studio"
    And the file "a.live.json" has:
      """
      {
        "format": "jp.lilium.remotecontrol.live",
        "formatVersion": 1,
        "metadata": {"appName": "Demo Studio", "appVersion": "1.0.0"},
        "objects": []
      }
      """

  @LSC-1 @LSC-2
  Scenario: With two build scenes, a save records the active one, or the first if neither is active
    When the host runs "scene.load" with {"name": "Stage", "mode": "additive"}
    And the host runs "scene.load" with {"name": "Rooftop", "mode": "additive"}
    And the host runs "scene.setActive" with {"name": "Rooftop"}
    And the host saves the live scene as "first"
    Then "baseSceneName" in the file "first.live.json" is "Studio"
    When the host runs "scene.setActive" with {"name": "Stage"}
    And the host saves the live scene as "active"
    Then "baseSceneName" in the file "active.live.json" is "Stage"

  @LSC-3
  Scenario: Without a build scene, a save records no base scene
    When the host runs "scene.load" with {"name": "Rooftop"}
    And the host saves the live scene as "a"
    Then there is no "baseSceneName" in the file "a.live.json"

  @LSC-4
  Scenario: HasUnsavedChanges follows the same rules for the base scene
    When the host runs "scene.load" with {"name": "Rooftop", "mode": "additive"}
    And the host runs "scene.setActive" with {"name": "Rooftop"}
    Then nothing is unsaved
    When the host runs "scene.load" with {"name": "Stage"}
    Then something is unsaved
    When the host saves the live scene
    Then nothing is unsaved
    And "baseSceneName" in the file "demo.live.json" is "Stage"

  @LSC-5.a @LSC-5.b @OPS-2 @OPS-3
  Scenario Outline: Members that <what> omits keep their values, unless the base scene is reloaded
    Given the project has the live scene "demo.live.json" with the objects:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 4}]
      """
    When I PUT /exposed/object/key-light/angle with the value 77
    And I know the id of "key-light" as "before"
    And the host runs "live.load" with {<file>}
    Then GET /exposed/object/key-light/intensity has the value 4
    And GET /exposed/object/key-light/angle has the value 77
    When the host runs "live.load" with {<again> "forceBaseSceneReload": true}
    Then GET /exposed/object/key-light/intensity has the value 4
    And GET /exposed/object/key-light/angle has the value 30
    When I know the id of "key-light" as "after"
    Then "<before>" and "<after>" differ
    @OPS-1.a
    Examples:
      | what          | file | again |
      | the open file |      |       |
    @OPS-1.b
    Examples:
      | what         | file                     | again                     |
      | a named file | "path": "demo.live.json" | "path": "demo.live.json", |

  @OPS-4.a
  Scenario: Loading a live scene switches to its base scene
    Given the project has the file "a.live.json":
      """
      {
        "format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Stage",
        "objects": [{"@source": "stage-spot", "@type": "StageLight", "intensity": 2}]
      }
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/stage-spot/intensity has the value 2
    And nothing is unsaved
    When the host runs "state"
    Then "activeScene" of the answer is "Stage"

  @OPS-4.b
  Scenario: With switchSceneOnLoad off, a load does not switch scenes
    Given the scene "no-switch"
    And the project has the file "a.live.json":
      """
      {
        "format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Second",
        "objects": [{"@source": "first", "@type": "Lamp", "level": 2}, {"@source": "second", "@type": "Lamp", "level": 3}]
      }
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/first/level has the value 2
    Then there is no object "second"
    And I GET /exposed/orphans
    And the answer is exactly {"orphans":[{"sourceKey":"second","type":"Lamp"}]}

  @LSC-17
  Scenario: An invalid value in a file is reported with its location and stays in the file
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "key-light", "@type": "StageLight", "angle": "wide", "intensity": 2.0, "gobo": 7, "color": {"r": "red", "g": 0.5}},
        {"@source": "operations", "@type": "OperationManager", "operations": 3}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    Then the log has a "Warning" with "Loading key-light/angle: expected Single, got \"wide\"; the file keeps what it says"
    And the log has a "Warning" with "Loading key-light/color/r: expected"
    And the log has a "Warning" with "Loading operations/operations: expected"
    And the log has 3 entries of the level "Warning"
    Then a save leaves "a.live.json" as it is

  @LSC-6.a @LSC-6.b @LSC-7.a
  Scenario: An entry with an unknown class leaves no hole, causes no warning and is written back
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "operations", "@type": "OperationManager", "operations": [{}, {}, {"@op": "new", "@type": "LaserOperation", "power": 9000}, {"@op": "new", "@type": "WaitOperation", "seconds": 3}]},
        {"@source": "laser", "@type": "LaserShow", "beams": [1, 2.50, null], "nested": {"x": 1e3}},
        {"@source": "key-light", "@type": "StageLight", "gobo": "Leaves", "intensity": 2.0}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    And I GET /exposed/object/operations/operations
    Then the "@type" in the list "value" of the answer are ["SetPropertyOperation","WaitOperation","WaitOperation"]
    And the log has no "Warning"
    And nothing is unsaved
    Then a save leaves "a.live.json" as it is
    When I PUT /exposed/object/key-light/intensity with the value 3
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "operations", "@type": "OperationManager", "operations": [{}, {}, {"@op": "new", "@type": "LaserOperation", "power": 9000}, {"@op": "new", "@type": "WaitOperation", "seconds": 3}]},
        {"@source": "laser", "@type": "LaserShow", "beams": [1, 2.50, null], "nested": {"x": 1e3}},
        {"@source": "key-light", "@type": "StageLight", "gobo": "Leaves", "intensity": 3}
      ]
      """

  @LSC-6.a @LSC-7.b @LSC-7.c @ORP-5.b
  Scenario: An entry with an unknown class is listed as an orphan and can be removed
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "laser", "@type": "LaserShow", "beams": [1, 2]},
        {"@source": "key-light", "@type": "StageLight", "intensity": 2}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I GET /exposed/orphans
    Then the answer is exactly {"orphans":[{"sourceKey":"laser","type":"LaserShow"}]}
    When I POST /exposed/orphans/remove with the body {"sourceKey":"laser"}
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "key-light", "@type": "StageLight", "intensity": 2}]
      """
    And GET /exposed/object/key-light/intensity has the value 2

  @LSC-8
  Scenario: The last live scene opens at the start and restores active states
    When I PUT /exposed/object/main-avatar/active with the value false
    And I PUT /exposed/object/key-light/intensity with the value 2
    And the host saves the live scene as "Shows/evening"
    And the host is started again
    Then GET /exposed/object/main-avatar/active has the value false
    And GET /exposed/object/key-light/intensity has the value 2
    And nothing is unsaved
    When the host runs "project"
    Then "live" of the answer is "<project>/Shows/evening.live.json"

  @LSC-9.a @LSC-9.b @LSC-9.c
  Scenario: Each member is saved to exactly one file, and settings are applied after every scene load
    When I PUT /exposed/object/screen with the body {"value":{"brightness":0.5,"caption":"Goodbye"}}
    Then "screen" is dirty in brightness, caption
    When the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [{"@source": "screen", "@type": "Screen", "caption": "Goodbye"}]
      """
    And the objects in the file "Settings/Screen.settings.json" are exactly:
      """
      [{"@source": "screen.components[Screen]", "@type": "Screen", "resolution": {"x": 1920, "y": 1080}, "brightness": 0.5}]
      """
    And "format" in the file "Settings/Screen.settings.json" is "jp.lilium.remotecontrol.projectsettings"
    And nothing is unsaved
    When the host runs "scene.load" with {"name": "Studio"}
    Then GET /exposed/object/screen/brightness has the value 0.5
    And GET /exposed/object/screen/caption has the value "Welcome"
    When I PUT /exposed/object/screen/brightness with the value 0.75
    And the host loads the live scene "demo.live.json"
    Then GET /exposed/object/screen/brightness has the value 0.5
    And GET /exposed/object/screen/caption has the value "Goodbye"
    When the host is started again
    Then GET /exposed/object/screen/brightness has the value 0.5
    And GET /exposed/object/screen/caption has the value "Goodbye"

  @LSC-10 @LSC-11 @EVT-11 @matrix
  Scenario: A save logs its path and notifies apps
    Given I subscribe with "kinds=system_notification"
    When the host saves the live scene as "tonight"
    And 1 frame passes
    Then the log has a "Log" with "<project>/tonight.live.json"
    And the stream brings "system_notification" with {"notificationType": "success", "icon": "save"}

  @LSC-12
  Scenario: A reference to a destroyed object is skipped
    Given the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    When I PUT /exposed/object/main-camera with the body {"value":{"target":{"@ref":"spare"},"fov":50}}
    And the host runs "object.destroy" with {"key": "spare"}
    And 1 frame passes
    And the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [{"@source": "main-camera", "@type": "StudioCamera", "fov": 50}]
      """

  @LSC-13
  Scenario: An object without an engine object is saved like any other
    When I PUT /exposed/object/StudioManager/title with the value "Late Show"
    And the host saves the live scene
    Then the objects in the file "demo.live.json" are exactly:
      """
      [{"@source": "StudioManager", "@type": "StudioManager", "title": "Late Show"}]
      """

  @LSC-14.a @matrix
  Scenario: A failed save keeps the file complete and the objects dirty
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host saves the live scene as "Shows/a"
    And I remember the bytes of "Shows/a.live.json"
    And I PUT /exposed/object/key-light/intensity with the value 3
    And the host runs "live.save" with {"path": "Shows/a.live.json/b"}
    Then it is refused with 400 "Invalid request format"
    And "key-light" is dirty in intensity
    And "Shows/a.live.json" still has the same bytes
    And the folder "Shows" holds nothing but a.live.json
    Given the project folder vanishes
    When the host runs "live.save"
    Then it is refused with 400 "Invalid request format"
    And the message says "vanished"
    And "key-light" is dirty in intensity

  @LSC-15.d
  Scenario Outline: A file that is broken, of another format or newer is rejected as a whole
    Given the project has the file "bad.live.json" with the text "<text>"
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host runs "live.load" with {"path": "bad.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the message says "bad.live.json:<line>:"
    And the message says "<reason>"
    And GET /exposed/object/key-light/intensity has the value 2
    And "key-light" is dirty in intensity

    @LSC-15.a
    Examples:
      | text                                                                                                      | line | reason        |
      | {\n \"format\": \"jp.lilium.remotecontrol.live\",\n \"objects\": [\n }                                    | 4    | broken        |
      | []                                                                                                        | 1    | broken        |
      | {\"format\": \"jp.lilium.remotecontrol.live\",\n \"other\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]} | 2 | 64 levels |
      | {\"format\": \"jp.lilium.remotecontrol.live\", \"formatVersion\": 1,\n \"objects\": [{\"@source\":\"key-light\",\"@type\":\"StageLight\",\"intensity\":9}, 7]} | 2 | list of objects |

    @LSC-15.b
    Examples:
      | text                                                                                                      | line | reason        |
      | {\n \"format\": \"jp.lilium.remotecontrol.preset\", \"formatVersion\": 1 }                                | 2    | preset        |
      | {}                                                                                                        | 1    | format        |

    @LSC-15.c
    Examples:
      | text                                                                                                      | line | reason        |
      | {\"format\": \"jp.lilium.remotecontrol.live\",\n\n \"formatVersion\": 2, \"objects\": []}                 | 3    | newer         |

  @LSC-16 @matrix
  Scenario: A load followed by a save gives the same bytes
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "key-light", "@type": "StageLight", "@parent": "main-camera", "intensity": 2.50, "color": {"g": 0.25}},
        {"@source": "main-camera", "@type": "StudioCamera", "lens": {"coating": {"layers": 4}}, "target": {"@ref": "fill-light"}, "lenses": [{"@op": "removed"}, {"aperture": 2}, {"@op": "new", "@type": "Lens", "focalLength": 50}]},
        {"@source": "main-avatar.components[0]", "@type": "Avatar", "expressions": [{}, {"weight": 0.5}, {}], "clip": {"@type": "AnimationClip", "@guid": "6f1c1e2a9b7d4d0c8a55e0c3f2b1a901"}},
        {"@source": "main-avatar.components[Avatar].expressions[Joy]", "@type": "ExpressionData", "weight": 1},
        {"@source": "gone", "@type": "StageLight", "intensity": 1}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/main-camera/lenses has the value [{"@type":"Lens","focalLength":85,"aperture":2,"coating":{"@type":"Coating","name":"Nano","layers":3}},{"@type":"Lens","focalLength":50,"aperture":2.8,"coating":{"@type":"Coating","name":"Nano","layers":3}}]
    And GET /exposed/object/main-avatar/components/Avatar/expressions/Joy/weight has the value 1
    Then a save leaves "a.live.json" as it is
    When the host is started again
    Then a save leaves "a.live.json" as it is

  @LSC-17.a @LSC-17.b
  Scenario: An edit changes the last entry that states the member
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "main-camera.lens", "aperture": 2, "coating": {"layers": 5}},
        {"@source": "main-camera", "@type": "StudioCamera", "lens": {"focalLength": 70, "aperture": 4.0}},
        {"@source": "main-camera.lens.coating", "layers": 6}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/main-camera/lens/aperture with the value 8
    And I PUT /exposed/object/main-camera/lens/coating/layers with the value 7
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "main-camera.lens", "aperture": 2, "coating": {"layers": 5}},
        {"@source": "main-camera", "@type": "StudioCamera", "lens": {"focalLength": 70, "aperture": 8}},
        {"@source": "main-camera.lens.coating", "layers": 7}
      ]
      """
    When the host is started again
    Then GET /exposed/object/main-camera/lens/aperture has the value 8
    And GET /exposed/object/main-camera/lens/coating/layers has the value 7
    When I POST /exposed/object/main-camera/lens/aperture/reset
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "main-camera.lens", "coating": {"layers": 5}},
        {"@source": "main-camera", "@type": "StudioCamera", "lens": {"focalLength": 70}},
        {"@source": "main-camera.lens.coating", "layers": 7}
      ]
      """

  @LSC-17.a @LSC-17.b
  Scenario: An edit of an object that the file creates adds only its own member
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "main-camera", "@type": "StudioCamera", "lenses": [{}, {}, {"@op": "new", "@type": "Lens", "focalLength": 50}]}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/main-camera/lenses/2/coating/layers with the value 9
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "main-camera", "@type": "StudioCamera", "lenses": [{}, {}, {"@op": "new", "@type": "Lens", "focalLength": 50, "coating": {"layers": 9}}]}]
      """
    When the host is started again
    Then GET /exposed/object/main-camera/lenses/2/coating has the value {"@type":"Coating","name":"Nano","layers":9}

  @OBJ-2.a @OBJ-2.b @OBJ-2.c @OBJ-8 @DEP-10.a @DEP-10.b @DEP-10.c
  Scenario: Files contain no ids, names or stubs
    When I PUT /exposed/object/main-camera with the body {"value":{"target":{"@ref":"fill-light"},"lens":{"coating":{"layers":1}}}}
    And I PUT /exposed/object/screen/brightness with the value 0.5
    And I POST /exposed/object/main-camera/lenses with the body {"value":{"focalLength":50}}
    And I PUT /exposed/object/main-avatar/components/Avatar/clip with the value "6f1c1e2a9b7d4d0c8a55e0c3f2b1a901"
    And the host saves the live scene
    And the host runs "preset.save" with {"key": "main-camera", "name": "close"}
    And I know the id of "main-camera" as "id"
    Then no file of the project contains "@id"
    And no file of the project contains @instanceID
    And no file of the project contains <id>
    And no file of the project contains @name
    And no file of the project contains @truncated
    And the objects in the file "demo.live.json" are exactly:
      """
      [
        {"@source": "main-camera", "@type": "StudioCamera", "lens": {"coating": {"layers": 1}}, "target": {"@ref": "fill-light"}, "lenses": [{}, {}, {"@op": "new", "@type": "Lens", "focalLength": 50, "aperture": 2.8, "coating": {"@type": "Coating", "name": "Nano", "layers": 3}}]},
        {"@source": "main-avatar.components[Avatar]", "@type": "Avatar", "clip": {"@type": "AnimationClip", "@guid": "6f1c1e2a9b7d4d0c8a55e0c3f2b1a901"}}
      ]
      """

  @LSC-18
  Scenario: Cleared members and removed and replaced elements are restored
    When I PUT /exposed/object/main-camera/target with the value null
    And I PUT /exposed/object/operations/operations/0 with the value {"@type":"WaitOperation","seconds":9}
    And I PUT /exposed/object/screen/caption with the value null
    And I PUT /exposed/object/main-camera/presets with the value []
    And the host saves the live scene as "a"
    And the host is started again
    Then GET /exposed/object/main-camera/target has the value null
    And GET /exposed/object/screen/caption has the value null
    And GET /exposed/object/main-camera/presets has the value []
    And GET /exposed/object/operations/operations has the value [{"@type":"WaitOperation","seconds":9},{"@type":"WaitOperation","seconds":0.5}]

  Scenario: New objects are created from a prefab or a class and stay
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "chair-2", "@prefab": "6f1c1e2a9b7d4d0c8a55e0c3f2b1a903", "@type": "GameObjectWithTransform", "transform": {"position": {"x": 3}}},
        {"@source": "chair-2.components[Chair]", "@type": "Chair", "restYaw": 15},
        {"@id": "extra", "@type": "StageLight", "intensity": 7}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/chair-2/components/Chair/restYaw has the value 15
    And GET /exposed/object/extra/intensity has the value 7
    Then a save leaves "a.live.json" as it is
    When the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I PUT /exposed/object/spare/intensity with the value 2
    And the host saves the live scene
    And the host is started again
    Then GET /exposed/object/spare/intensity has the value 2

  @OPS-7.a @matrix
  Scenario: Export and import stay inside the project, and accept names without the file ending
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I POST /exposed/export with the body {"path":"Exports/copy"}
    Then the answer is exactly {"success":true}
    And "key-light" is dirty in intensity
    When the host runs "live.resetAll"
    And I POST /exposed/import with the body {"path":"Exports/copy.live.json"}
    Then the answer is exactly {"success":true}
    And GET /exposed/object/key-light/intensity has the value 2
    When the host runs "live.resetAll"
    And I POST /exposed/import with the body {"path":"Exports/copy"}
    Then GET /exposed/object/key-light/intensity has the value 2
    When I POST /exposed/export with the body {"path":"a.b"}
    Then it is refused with 400 "Invalid request format"
    And the message says "it must end with"

  @OPS-7.d @matrix
  Scenario: A link does not lead out of the project
    Given the project has a link "out" to a folder elsewhere
    When I POST /exposed/export with the body {"path":"out/a.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the message says "is outside the project folder"
