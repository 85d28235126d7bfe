@matrix
Feature: Presets

  Background:
    Given the demo scene

  @SNP-3 @SNP-4
  Scenario: A preset applies one object's difference to another of its type
    When I PUT /exposed/object/key-light with the body {"value":{"intensity":4,"color":{"g":0.5},"runtimeHeat":90}}
    And the host runs "preset.save" with {"key": "key-light", "name": "warm"}
    Then "path" of the answer is "<project>/Presets/warm.preset.json"
    And the file "Presets/warm.preset.json" has {"format": "jp.lilium.remotecontrol.preset", "formatVersion": 1}
    And "object" in the file "Presets/warm.preset.json" is {"@type":"StageLight","intensity":4,"color":{"g":0.5}}
    When I PUT /exposed/object/fill-light/angle with the value 12
    And the host runs "preset.load" with {"key": "fill-light", "name": "warm"}
    Then GET /exposed/object/fill-light/intensity has the value 4
    And GET /exposed/object/fill-light/color has the value {"r":1,"g":0.5,"b":1,"a":1}
    And GET /exposed/object/fill-light/angle has the value 12
    And GET /exposed/object/fill-light/runtimeHeat has the value 20
    And "fill-light" is dirty in intensity, color, angle

  @SNP-3
  Scenario: A preset that does not fit is rejected
    Given the host runs "preset.save" with {"key": "key-light", "name": "plain"}
    When the host runs "preset.load" with {"key": "main-camera", "name": "plain"}
    Then it is refused with 400 "Failed to set property"
    When the host runs "preset.load" with {"key": "key-light", "name": "missing"}
    Then it is refused with 400 "Invalid request format"
    When the host runs "preset.save" with {"key": "key-light", "name": "../../out"}
    Then it is refused with 400 "Invalid request format"

  @SNP-5
  Scenario Outline: A preset restores the saved list, whatever the other object's list began with
    Given the scene "faces"
    When I PUT /exposed/object/<from>/<place> with the value 0.7
    And I GET /exposed/object/<from>/expressions
    And I remember the "value" of the answer as "list"
    And I POST /api/presets/save with the body {"id":"<from>","name":"mood"}
    And I POST /api/presets/load with the body {"id":"<to>","name":"mood"}
    Then the status is 200
    And GET /exposed/object/<to>/expressions has the value <list>

    Examples:
      | from   | to     | place                    |
      | first  | second | expressions/Angry/weight |
      | second | first  | expressions/Zed/weight   |
