@matrix @own-host
Feature: Live scenes and presets over the wire

  Background:
    Given the demo scene

  @DRT-8 @DRT-14.a
  Scenario: Unsaved edits are listed, saved and loaded again
    When I GET /api/live
    Then the answer is exactly {"path":"demo.live.json","unsaved":false,"objects":[],"files":["demo.live.json"]}
    When I PUT /exposed/object/key-light/intensity with the value 4
    And I know the id of "key-light" as "light"
    And I GET /api/live
    Then "unsaved" of the answer is true
    And "objects" of the answer is [{"id":"<light>","name":"Key Light","properties":["intensity"]}]
    When I POST /api/live/save with the body {"path":"Shows/evening"}
    Then the answer is exactly {"success":true,"path":"Shows/evening.live.json"}
    And nothing is unsaved
    And "objects[0].intensity" in the file "Shows/evening.live.json" is 4
    When I PUT /exposed/object/key-light/intensity with the value 7
    And I POST /api/live/load
    Then the answer is exactly {"success":true,"path":"Shows/evening.live.json"}
    And GET /exposed/object/key-light/intensity has the value 4
    When I GET /api/live
    Then the answer is exactly {"path":"Shows/evening.live.json","unsaved":false,"objects":[],"files":["Shows/evening.live.json","demo.live.json"]}

  @DRT-11.a @DRT-12.a
  Scenario: A revert undoes edits, and a reset restores all defaults
    Given I PUT /exposed/object/key-light/intensity with the value 4
    And I POST /api/live/save
    And I PUT /exposed/object/fill-light/angle with the value 12
    When I POST /api/live/revert
    Then the answer is exactly {"success":true,"path":"demo.live.json"}
    And GET /exposed/object/fill-light/angle has the value 30
    And GET /exposed/object/key-light/intensity has the value 4
    When I POST /api/live/reset
    Then GET /exposed/object/key-light/intensity has the value 1

  @SNP-3
  Scenario: A preset is saved from one object, found by its type, and loaded into another
    Given I PUT /exposed/object/key-light/intensity with the value 4
    When I POST /api/presets/save with the body {"id":"key-light","name":"warm"}
    Then the answer is exactly {"success":true,"path":"Presets/warm.preset.json"}
    When I GET /api/presets
    Then the answer is exactly {"presets":[{"name":"warm","type":"StageLight"}]}
    When I GET /api/presets?type=Screen
    Then the answer is exactly {"presets":[]}
    When I POST /api/presets/load with the body {"id":"fill-light","name":"warm"}
    Then the answer is exactly {"success":true,"path":"Presets/warm.preset.json"}
    And GET /exposed/object/fill-light/intensity has the value 4

  @SNP-3
  Scenario: Each listed preset is loaded by its own name, even if two differ only in the case of the ending
    Given the project has the file "Presets/warm.preset.json":
      """
      {"format":"jp.lilium.remotecontrol.preset","formatVersion":1,"object":{"@type":"StageLight","intensity":4}}
      """
    And the project has the file "Presets/warm.PRESET.JSON":
      """
      {"format":"jp.lilium.remotecontrol.preset","formatVersion":1,"object":{"@type":"StageLight","intensity":5}}
      """
    And the project has the file "Presets/warm.json.preset.json":
      """
      {"format":"jp.lilium.remotecontrol.preset","formatVersion":1,"object":{"@type":"StageLight","intensity":6}}
      """
    When I GET /api/presets
    Then the answer is exactly {"presets":[{"name":"Presets/warm.PRESET.JSON","type":"StageLight"},{"name":"Presets/warm.json.preset.json","type":"StageLight"},{"name":"warm","type":"StageLight"}]}
    When I POST /api/presets/load with the body {"id":"fill-light","name":"Presets/warm.PRESET.JSON"}
    Then GET /exposed/object/fill-light/intensity has the value 5
    When I POST /api/presets/load with the body {"id":"fill-light","name":"Presets/warm.json.preset.json"}
    Then GET /exposed/object/fill-light/intensity has the value 6
    When I POST /api/presets/load with the body {"id":"fill-light","name":"warm"}
    Then GET /exposed/object/fill-light/intensity has the value 4

  @ERR-2 @ERR-8.a
  Scenario Outline: Impossible requests are rejected like those for exports and imports, and change nothing
    Given I PUT /exposed/object/key-light/intensity with the value 4
    When I POST <path> with the body <body>
    Then it is refused with <status> "<message>"
    And the answer tells nothing of this machine
    And GET /exposed/object/key-light/intensity has the value 4

    Examples:
      | path              | body                                | status | message                |
      | /api/live/save    | {"path":"../out"}                   | 400    | Invalid request format |
      | /api/live/save    | {"path":""}                         | 400    | Invalid request format |
      | /api/live/load    | {"path":"missing"}                  | 400    | Invalid request format: missing.live.json: there is no such file |
      | /api/live/load    | {"path":7}                          | 400    | Invalid request format |
      | /api/presets/save | {"id":"nobody","name":"warm"}       | 404    | Object not found       |
      | /api/presets/save | {"id":"key-light","name":"../warm"} | 400    | Invalid request format |
      | /api/presets/load | {"id":"key-light","name":"missing"} | 400    | Invalid request format |
      | /api/presets/load | {"id":"key-light"}                  | 400    | Invalid request format |
