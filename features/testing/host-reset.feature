Feature: Host reset

  Background:
    Given the scene "beginnings"

  @PRF-2.b @SIM-1.a
  Scenario: Frames, time, timeline and frame rate start again
    When 90 frames pass
    And the host runs "host.reset"
    Then the answer is exactly {"frame":0,"time":0,"activeScene":"Studio"}
    When the host runs "state"
    Then the answer has {"frame": 0, "time": 0, "fps": 0, "longestFrame": 0, "running": true, "clock": "manual"}
    And GET /exposed/object/StudioManager/title has the value "First"
    And GET /exposed/object/StudioManager/count has the value 0
    When 30 frames pass
    Then GET /exposed/object/StudioManager/title has the value "Later"
    When 30 frames pass
    Then GET /exposed/object/StudioManager/count has the value 1
    When the host runs "state"
    Then the answer has {"frame": 60, "time": 1, "fps": 60}

  @SIM-1.a @SIM-3.b
  Scenario: Motion and random values repeat
    When 100 frames pass
    And I GET /exposed/object/mover
    And I remember "x" of the answer as "x"
    And I remember "noise" of the answer as "noise"
    And I remember "walk" of the answer as "walk"
    When the host runs "object.spawn" with {"class": "Lamp"}
    And I remember the "key" of the answer as "first-key"
    When 7 frames pass
    And the host runs "host.reset"
    Then GET /exposed/object/mover/x has the value 0
    When 100 frames pass
    Then GET /exposed/object/mover/x has the value <x>
    And GET /exposed/object/mover/noise has the value <noise>
    And GET /exposed/object/mover/walk has the value <walk>
    When the host runs "object.spawn" with {"class": "Lamp"}
    Then "key" of the answer is "<first-key>"

  @EVT-12.a @own-host @SIM-1.b
  Scenario: Existing objects keep their ids and get their initial values, and apps receive only the differences
    Given I know the id of "lamp" as "lamp-id"
    And I know the id of "rig" as "rig-id"
    And I know the id of "post" as "post-id"
    When I GET /api/status
    And I remember the "instanceId" of the answer as "instance"
    And I PUT /exposed/object/lamp/level with the value 7
    And I PUT /exposed/object/lamp/spots/1/power with the value 8
    And I PUT /exposed/object/lamp/partner with the value null
    And I PUT /exposed/object/post/components/0/level with the value 6
    And I PUT /exposed/object/rig/name with the value "Crane"
    And I PUT /exposed/object/rig/transform/position/x with the value 5
    And I call "lamp/Serve" with []
    And I PUT /exposed/object/spare/level with the value 1
    And I subscribe
    And the host runs "host.reset"
    Then the stream brings exactly:
      | kind                   | id        | path      | value     |
      | exposed_object_updated | "<rig-id>" | "name"      | "Rig"     |
      | exposed_object_updated | "<rig-id>" | "transform" |           |
      | exposed_object_updated | "<lamp-id>" | "level"     | 2         |
      | exposed_object_updated | "<lamp-id>" | "spots"     |           |
      | exposed_object_updated | "<lamp-id>" | "partner"   |           |
      | exposed_object_updated | "<lamp-id>" | "serial"    | "none"    |
      | exposed_object_updated |           | "level"     | 5         |
      | exposed_object_updated | "<post-id>" | "components/0/level" | 5 |
    When I GET /exposed/object/lamp
    Then the answer has {"@id": "<lamp-id>", "level": 2, "partner": {"@name": "Spare"}, "serial": "none"}
    And GET /exposed/object/lamp/spots/1/power has the value 3
    And GET /exposed/object/post/components/0/level has the value 5
    And GET /exposed/object/rig/transform/position/x has the value 1
    When I GET /api/status
    Then "instanceId" of the answer is "<instance>"
    And nothing is unsaved
    When I PUT /exposed/object/lamp/level with the value 2
    Then nothing is unsaved

  @SIM-1.b
  Scenario: Destroyed objects return, spawned and loaded ones are removed, and apps receive both
    Given I know the id of "box0" as "box0-id"
    And I know the id of "spare" as "old-spare-id"
    When the host runs "object.destroy" with {"key": "spare"}
    And the host runs "asset.load" with {"key": "chair"}
    And 3 frames pass
    And I know the id of "ghost" as "ghost-id"
    And I know the id of "chair" as "chair-id"
    And the host runs "object.spawn" with {"class": "Lamp", "key": "spare"}
    And I remember the "id" of the answer as "false-spare-id"
    And 1 frame passes
    And I subscribe
    And the host runs "host.reset"
    And I know the id of "spare" as "new-spare-id"
    Then the stream brings "exposed_objects_changed" with:
      """
      {"added": ["<new-spare-id>"], "removed": ["<chair-id>", "<ghost-id>", "<false-spare-id>"]}
      """
    And "<old-spare-id>" and "<new-spare-id>" differ
    And "<false-spare-id>" and "<new-spare-id>" differ
    When I GET /exposed/object/lamp
    Then "partner.@ref" of the answer is "<new-spare-id>"
    Then there is no object "ghost"
    Then there is no object "chair"
    When the host runs "asset.load" with {"key": "chair"}
    Then "loading" of the answer is true
    When 3 frames pass
    Then GET /exposed/object/ghost/level has the value 1
    And GET /exposed/object/chair/name has the value "Chair"
    When I GET /exposed/object/box0
    Then "@id" of the answer is "<box0-id>"

  @SIM-1.b
  Scenario: The initial scenes are loaded, and the build scene is active
    Given I know the id of "box1" as "box1-id"
    When the host runs "scene.load" with {"name": "Night", "mode": "additive"}
    And the host runs "scene.setActive" with {"name": "Night"}
    And the host runs "host.reset"
    And the host runs "state"
    Then "activeScene" of the answer is "Studio"
    And the "name" in the list "scenes" of the answer are ["Studio","Attic"]
    Then there is no object "moon"
    When I GET /exposed/object/box1
    Then "@id" of the answer is "<box1-id>"
    When the host runs "scene.load" with {"name": "Night"}
    And the host runs "host.reset"
    And the host runs "state"
    Then the "name" in the list "scenes" of the answer are ["Studio","Attic"]
    And GET /exposed/object/lamp/level has the value 2

  @SIM-1.c @SIM-1.d
  Scenario: Pending prompts are cancelled without effect, and the stream continues
    Given I subscribe
    When I call "lamp/Ask" with []
    And 1 frame passes
    Then the stream brings "confirm_request" with {"id": "confirm-1"}
    When the host runs "host.reset"
    Then the stream brings "confirm_dismiss" with {"id": "confirm-1"}
    And no dialog is up
    And the log does not say "no answer"
    When the host runs "state"
    Then "prompts" of the answer is []
    And "subscribers" of the answer is 1
    When I POST /api/confirm with the body {"id":"confirm-1","choice":"yes"}
    And 1 frame passes
    Then GET /exposed/object/lamp/level has the value 2
    And all events have ids of one epoch that count by one

  @SIM-1.c
  Scenario: An error from before the reset is forwarded again
    Given I subscribe
    When the host logs an "Error" "lamp broken"
    And 1 frame passes
    When the host runs "host.reset"
    And the host logs an "Error" "lamp broken"
    And 1 frame passes
    Then there are 2 notifications

  @SIM-1.d
  Scenario: Connected apps stay present, and keep-alive comments continue
    Given I subscribe with "kinds=confirm_request"
    When 20 seconds pass
    And the host runs "host.reset"
    And 11 seconds pass
    Then the stream has a comment starting with "keep-alive"
    When I GET /api/heartbeat
    Then "serverStatus.uptime" of the answer is 31

  @SIM-1.a
  Scenario: A body is rejected
    When the host runs "host.reset" with {"frames": 1}
    Then it is refused with 400 "Invalid request format: unknown member \"frames\"; available: none"

  @SIM-1.a
  Scenario: A reset also works on the real clock
    Given the scene "beginnings" with "--clock real"
    When I PUT /exposed/object/lamp/level with the value 7
    And the host reaches frame 40
    And I know the id of "ghost" as "first-ghost"
    And the host runs "host.reset"
    Then GET /exposed/object/lamp/level has the value 2
    And GET /exposed/object/ghost/level becomes 1
    And I know the id of "ghost" as "second-ghost"
    And "<first-ghost>" and "<second-ghost>" differ

  @SIM-1.b
  Scenario: The open live scene is closed and stays on disk
    When I PUT /exposed/object/lamp/level with the value 7
    And the host saves the live scene as "evening"
    And I PUT /exposed/object/lamp/level with the value 8
    And the host runs "host.reset"
    And the host runs "project"
    Then the answer has {"live": null, "unsaved": false}
    And GET /exposed/object/lamp/level has the value 2
    When the host loads the live scene "evening"
    Then GET /exposed/object/lamp/level has the value 7

  @SIM-1.b
  Scenario: The live scene of the scene file is open again
    Given the scene "beginnings-live"
    When I PUT /exposed/object/lamp/level with the value 3
    And the host saves the live scene
    And I PUT /exposed/object/lamp/level with the value 4
    And the host saves the live scene as "other"
    And the host runs "host.reset"
    Then GET /exposed/object/lamp/level has the value 3
    And nothing is unsaved

  @SIM-1.b
  Scenario: After a reload of the scene file, the reset restarts the running scene
    Given a watched copy of the scene "watched"
    And I know the id of "key" as "key-id"
    When the file "watched.yaml" is saved with "level: { type: Single, value: 1 }\n      extra: { type: Int32, value: 7 }" for "level: { type: Single, value: 1 }"
    Then the host prints "reloaded"
    When the file "watched.yaml" is saved with "- { name: Rim, components: [{ class: Lamp, key: rim, values: { level: 4 } }] }\n      - { name: Fill," for "- { name: Fill,"
    Then the host prints "reloaded"
    When I PUT /exposed/object/key/level with the value 9
    And I PUT /exposed/object/key/extra with the value 9
    And I PUT /exposed/object/rim/level with the value 9
    And I PUT /exposed/object/Board/title with the value "Other"
    And the host runs "host.reset"
    Then GET /exposed/object/key/level has the value 1
    And GET /exposed/object/key/extra has the value 7
    And GET /exposed/object/rim/level has the value 4
    And GET /exposed/object/Board/title has the value "Main"
    When I GET /exposed/object/key
    Then "@id" of the answer is "<key-id>"
    And "friend.@name" of the answer is "Fill"
