@own-host
Feature: The command line copies a host

  Scenario: capture writes a scene that answers as the host does
    Given the demo scene
    And the address of the host as "host"
    When I run "capture" on the host
    Then the command exits with 0
    And the command prints a line like "- { name: Screen, components: [ { class: Screen, key: screen } ] }"
    When I run "capture <host>" on the host
    Then the command exits with 0
    And a host that runs what it printed answers as this one:
      | /exposed/types          |
      | /exposed/enums          |
      | /exposed/objects        |
      | /exposed/objects?nested |
      | /api/assets             |
      | /ui/info                |

  Scenario: What was changed shows as changed in the copy, and functions log their call
    Given the demo scene
    And I PUT /exposed/object/key-light/intensity with the value 2.5
    When I run "capture" on the host
    Then a host that runs what it printed answers as this one:
      | /exposed/object/key-light/intensity |
      | /exposed/object/key-light/angle     |
      | /exposed/object/key-light           |
    And the command prints a line like "- class: StageLight"
    And the command prints a line like "do: [ { log: { message: \"StageLight.Flash(count: $count)\" } } ]"

  Scenario: With a folder the pictures of the host come along
    Given the demo scene
    And a folder "out"
    When I run "capture --out <out>/copy --json" on the host
    Then the command prints lines of JSON with:
      """
      {"scene": "<out>/copy/scene.yaml", "warnings": []}
      """
    When I run sim-host "--scene <out>/copy/scene.yaml --check"
    Then it exits with 0
    And the file "<out>/copy/images/main-camera-preview.png" is a picture

  Scenario: A host that is not there
    Given the demo scene
    When I run "capture http://127.0.0.1:1" on the host
    Then the command exits with 3
    And the command prints nothing
