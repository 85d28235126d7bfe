Feature: Reload of a scene on save
  With --watch, a scene is reloaded when its file or a module is saved; ids and streams stay.

  Background:
    Given a watched copy of the scene "watched"
    And I know the id of "key" as "key-id"
    And I know the id of "fill" as "fill-id"
    And I know the id of "Board" as "board-id"

  Scenario: A reload applies new values, members, objects and translations
    Given I subscribe
    And the file "watched.yaml" is saved with "level: { type: Single, value: 3 }\n      extra: { type: Int32, value: 7 }" for "level: { type: Single, value: 1 }"
    Then the host prints "reloaded" with { "needsRestart": [] }
    And the stream brings "types_update" with {}
    And the stream brings "exposed_object_updated" with:
      """
      { "id": "<key-id>", "path": "level", "value": 3, "changed": false }
      """
    When I GET /exposed/object/<key-id>
    Then the answer has { "@id": "<key-id>", "@source": "key", "level": 3, "extra": 7, "label": "" }
    When the file "watched.yaml" is saved with "- { name: Rim, components: [{ class: Lamp, key: rim }] }" for "- { name: Fill, components: [{ class: Lamp, key: fill }] }"
    Then the host prints "scene-errors" with:
      """
      { "diagnostics": [{ "line": 27, "path": "scenes.Main.objects[0].components[0].values.friend" }] }
      """
    When the file "watched.yaml" is saved with "ref: rim" for "ref: fill"
    Then the host prints "reloaded"
    And I know the id of "rim" as "rim-id"
    And the stream brings "exposed_objects_changed" with { "added": ["<rim-id>"], "removed": ["<fill-id>"] }

  Scenario: With errors in the file, the running scene continues until they are fixed
    Given I PUT /exposed/object/key/level with the value 5
    When the file "watched.yaml" is saved with "path: lable" for "path: label"
    Then the host prints "scene-errors" with:
      """
      { "diagnostics": [{ "line": 34, "column": 38, "path": "timeline[0].do[0].set.path", "hint": "label" }] }
      """
    And GET /exposed/object/key/level has the value 5
    When the file "watched.yaml" is saved with "{ name: [" for "{ name: Key"
    Then the host prints "scene-errors"
    And GET /exposed/object/key/level has the value 5
    When the file "watched.yaml" is saved with "{ name: Key" for "{ name: ["
    Then the host prints "scene-errors"
    When the file "watched.yaml" is saved with "path: label" for "path: lable"
    Then the host prints "reloaded"
    And GET /exposed/object/key/level has the value 5

  Scenario: A reload follows editors that rename the file or empty it first
    When the file "watched.yaml" is renamed over with "value: 2" for "value: 1 "
    Then the host prints "reloaded"
    And GET /exposed/object/key/level has the value 2
    When the file "watched.yaml" is emptied and then written with "value: 4" for "value: 2"
    Then the host prints "reloaded"
    And GET /exposed/object/key/level has the value 4

  Scenario: A saved module is reloaded
    When I call "Board/Twice" with [4]
    Then the answer is exactly {"result":8}
    When the file "watched.mjs" is saved with "* 3" for "* 2"
    Then the host prints "reloaded"
    When I call "Board/Twice" with [4]
    Then the answer is exactly {"result":12}
    When I GET /exposed/object/Board
    Then "@id" of the answer is "<board-id>"

  Scenario: A user's edits stay, on top of the live scene
    Given I PUT /exposed/object/key/level with the value 5
    And the host saves the live scene as "show"
    And I PUT /exposed/object/fill/label with the value "edited"
    When the file "watched.yaml" is saved with "value: 2" for "value: 1 "
    Then the host prints "reloaded"
    And GET /exposed/object/key/level has the value 5
    And GET /exposed/object/fill/level has the value 2
    And GET /exposed/object/fill/label has the value "edited"
    And "key" is clean
    And "fill" is dirty in label

  Scenario: The scene's time starts again
    When 10 frames pass
    And the file "watched.yaml" is saved with "again" for "fifth frame"
    Then the host prints "reloaded"
    And GET /exposed/object/key/label has the value ""
    When 4 frames pass
    Then GET /exposed/object/key/label has the value ""
    When 1 frame passes
    Then GET /exposed/object/key/label has the value "again"

  Scenario: Loaded scenes stay loaded
    When the host runs "scene.load" with { "name": "Other" }
    And the file "watched.yaml" is saved with "value: 2" for "value: 1 "
    Then the host prints "reloaded"
    And GET /exposed/object/back/level has the value 2

  Scenario: Languages, translations, menu and name change; a new port needs a restart
    Given I PUT /api/language with the body {"language":"ja"}
    When the file "watched.yaml" is saved with "title: Second title" for "title: First title"
    Then the host prints "reloaded"
    When I GET /ui/info
    Then the answer is exactly {"title":"Second title"}
    When the file "watched.yaml" is saved with "Lighting: ライト" for "Lighting: 照明"
    Then the host prints "reloaded"
    When I GET /exposed/types
    Then the answer contains the text ライト
    When the file "watched.yaml" is saved with "name: Renamed, version: 1.0.0" for "name: Watched, version: 1.0.0"
    Then the host prints "reloaded"
    When I GET /api/status
    Then "applicationName" of the answer is "Renamed"
    When the file "watched.yaml" is saved with "server: { port: 9999 }\nui:" for "ui:"
    Then the host prints "reloaded" with { "needsRestart": ["server"] }

  Scenario: An object of another class is a new object
    Given I subscribe
    When the file "watched.yaml" is saved with "Spot: { kind: component, base: Lamp }\n  Lamp:" for "Lamp:"
    Then the host prints "reloaded"
    When the file "watched.yaml" is saved with "class: Spot, key: fill" for "class: Lamp, key: fill"
    Then the host prints "reloaded"
    And I know the id of "fill" as "new-id"
    And "<fill-id>" and "<new-id>" differ
    And the stream brings "exposed_objects_changed" with { "added": ["<new-id>"], "removed": ["<fill-id>"] }
    When I GET /exposed/object/key
    Then "@id" of the answer is "<key-id>"
