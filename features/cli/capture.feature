@own-host
Feature: The command line copies a host

  Scenario: capture writes a scene that responds like the host
    Given the demo scene
    And the address of the host as "host"
    When I run "capture" on the host
    Then the command exits with 0
    And the command prints a line like "key: screen"
    When I run "capture <host>" on the host
    Then the command exits with 0
    And a host that runs what it printed answers as this one:
      | /exposed/types                      |
      | /exposed/enums                      |
      | /exposed/object/key-light           |
      | /exposed/object/main-camera?nested  |
      | /exposed/object/StudioManager       |
      | /api/assets                         |
      | /ui/info                            |

  Scenario: capture writes changed values, and captured functions log their calls
    Given the demo scene
    And I PUT /exposed/object/key-light/intensity with the value 2.5
    When I run "capture" on the host
    Then a host that runs what it printed answers as this one:
      | /exposed/object/key-light |
    And the command prints a line like "- class: StageLight"
    And the command prints a line like "do: [ { log: { message: \"StageLight.Flash(count: $count)\" } } ]"
