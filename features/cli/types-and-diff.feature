@own-host
Feature: The command line describes and compares hosts and scenes

  Scenario: types writes the same TypeScript for a host and for its scene file
    Given the demo scene
    When I run "types" on the host
    Then the command exits with 0
    And the command prints a line like "export type LightMode = 'Point' | 'Spot' | 'Directional';"
    And the command prints a line like "intensity: number;"
    And the command prints a line like "readonly serial: string;"
    And the command prints a line like "Flash(count?: number): void;"
    And the command prints a line like "'key-light': StageLight;"
    When I remember what the command printed
    And I run "types scenes/demo.yaml" on the host
    Then the command exits with 0
    And the command prints the same again

  Scenario: types reports what it cannot read
    Given the demo scene
    When I run "types http://127.0.0.1:1" on the host
    Then the command exits with 3
    When I run "types scenes/nothing.yaml" on the host
    Then the command exits with 2
    And the command complains: scenes/nothing.yaml: no such scene file; for a running host give its URL, such as http://127.0.0.1:9095
    When I run "types features/fixtures/broken/unknown-type.yaml" on the host
    Then the command exits with 2

  Scenario: diff prints nothing for equal sources and exits with 0
    Given the scene "everything"
    When I run "diff features/fixtures/everything.yaml <url>" on the host
    Then the command prints: nothing differs
    And the command exits with 0
    When I run "diff <url> <url> --json" on the host
    Then the command prints nothing
    And the command exits with 0

  Scenario: diff prints differences between a scene and a running host and exits with 1
    Given the demo scene
    When I PUT /exposed/object/key-light/intensity with the value 2.5
    And I PUT /exposed/object/main-camera/target with the value {"@ref": "fill-light"}
    And the host runs "object.spawn" with {"class": "StageLight", "key": "spare", "name": "Spare"}
    And the host runs "object.destroy" with {"key": "screen"}
    And I run "diff scenes/demo.yaml <url>" on the host
    Then the command exits with 1
    And the command prints:
      """
      - objects screen: {"type":"Screen","name":"Screen"}
      + objects spare: {"type":"StageLight","name":"Spare"}
      ~ values key-light/intensity: 1 → 2.5
      ~ values main-camera/target: {"@ref":"key-light"} → {"@ref":"fill-light"}
      """
    When I run "diff scenes/demo.yaml <url> --only types,enums" on the host
    Then the command exits with 0
    When I run "diff <url> scenes/demo.yaml --only values --json" on the host
    Then the command exits with 1
    And the command prints lines of JSON with:
      """
      {"part": "values", "path": "key-light/intensity", "change": "changed", "before": 2.5, "after": 1}
      {"part": "values", "path": "main-camera/target", "change": "changed"}
      """

  Scenario: diff exits with 2 if the comparison fails
    Given the demo scene
    When I run "diff <url> http://127.0.0.1:1" on the host
    Then the command exits with 2
    When I run "diff scenes/demo.yaml scenes/nothing.yaml" on the host
    Then the command exits with 2
    When I run "diff scenes/demo.yaml <url> --only type" on the host
    Then the command exits with 2
    And the command complains: option '--only <parts>' argument 'type' is invalid. "type" is not one of types, enums, objects, values; did you mean "types"?
