@own-host
Feature: The command line reads and writes

  Background:
    Given the demo scene

  Scenario: ls lists objects, and the members of one
    When I run "ls" on the host
    Then the command exits with 0
    And the command prints a line like "key-light StageLight Key Light"
    And the command prints a line like "StudioManager StudioManager StudioManager"
    When I run "ls key-light" on the host
    Then the command exits with 0
    And the command prints a line like "intensity Single 1"
    And the command prints a line like "serial String (read-only) SL-0001"
    And the command prints a line like "Flash(count: Int32) Void"
    When I run "ls screen --json" on the host
    Then the command prints lines of JSON with:
      """
      {"name": "resolution", "type": "Vector2Int", "value": {"x": 1920, "y": 1080}}
      {"name": "brightness", "type": "Single", "value": 1}
      {"name": "caption", "type": "String", "value": "Welcome"}
      """

  Scenario: get prints a value, a part of a value, and an object
    When I run "get fill-light/intensity" on the host
    Then the command prints: 0.5
    When I run "get fill-light/serial" on the host
    Then the command prints: SL-0002
    When I run "get fill-light/serial --json" on the host
    Then the command prints: "SL-0002"
    When I run "get main-camera/lenses[1].aperture" on the host
    Then the command prints: 1.8
    When I run "get main-camera --json" on the host
    Then the command prints lines of JSON with:
      """
      {"@source": "main-camera", "lens": {"@type": "Lens", "@truncated": true}}
      """
    When I run "get main-camera --json --nested" on the host
    Then the command prints lines of JSON with:
      """
      {"@source": "main-camera", "lens": {"@type": "Lens", "focalLength": 35}}
      """

  Scenario: set writes JSON or a string, and always a string to a String member
    When I run "set key-light/intensity 2.5" on the host
    Then the command exits with 0
    And the command prints: 2.5
    And GET /exposed/object/key-light/intensity has the value 2.5
    When I run "set key-light/intensity -0.5" on the host
    Then GET /exposed/object/key-light/intensity has the value -0.5
    When I run "set key-light/mode Point key-light/color '{\"r\": 0.5}' screen/caption 42" on the host
    Then the command prints:
      """
      key-light/mode = Point
      key-light/color = {"r":0.5,"g":1,"b":1,"a":1}
      screen/caption = 42
      """
    And GET /exposed/object/screen/caption has the value "42"
    And GET /exposed/object/key-light/mode has the value "Point"
    When I run "set main-camera/lens/coating/name 7" on the host
    Then GET /exposed/object/main-camera/lens/coating/name has the value "7"

  Scenario: set reads lines of JSON, reports each, and continues after one fails
    When I run "set - --json" on the host with:
      """
      {"path": "key-light/intensity", "value": 4}

      {"path": "key-light/serial", "value": "mine"}
      {"path": "screen/caption", "value": "On air"}
      """
    Then the command exits with 1
    And the command prints lines of JSON with:
      """
      {"path": "key-light/intensity", "value": 4}
      {"path": "key-light/serial", "status": 400}
      {"path": "screen/caption", "value": "On air"}
      """
    And GET /exposed/object/screen/caption has the value "On air"
    When I run "set -" on the host with:
      """
      {"path": "key-light/intensity", "value": 1}
      intensity 2
      """
    Then the command exits with 2
    And GET /exposed/object/key-light/intensity has the value 4

  Scenario: call prints the result of a function
    When I run "call StudioManager/Sum 1 2" on the host
    Then the command exits with 0
    And the command prints: 3
    When I run "call key-light/Flash 5" on the host
    Then the command exits with 0
    And the command prints nothing
    And GET /exposed/object/key-light/runtimeHeat has the value 25
    When I run "call StudioManager/Fail 404" on the host
    Then the command exits with 1

  Scenario Outline: An unknown name suggests the nearest one and exits with 4
    When I run "<command>" on the host
    Then the command exits with 4
    And the command complains: <message>

    Examples:
      | command                 | message |
      | get kye-light           | Object not found: kye-light; did you mean "key-light"? |
      | ls kye-light            | Object not found: kye-light; did you mean "key-light"? |
      | set key-light/intensty 1 | Property not found: intensty (at "intensty"); did you mean "intensity"? (key-light/intensty) |
      | watch key-light/intensty | Property not found: intensty (at "intensty"); did you mean "intensity"? (key-light/intensty) |
      | call key-light/Flahs    | Function not found: StageLight has no function Flahs; did you mean "Flash"? (key-light/Flahs) |

  Scenario Outline: Invalid usage prints one line and exits with 2
    When I run "<command>" on the host
    Then the command exits with 2
    And the command complains: <message>

    Examples:
      | command                 | message |
      | set key-light/intensity | "key-light/intensity" has no value; usage: sim-host set KEY/path VALUE [KEY/path VALUE …] |
      | set key-light 1         | "key-light" is not a path; write KEY/path, as in key-light/intensity |
      | call key-light          | "key-light" is not a Function; write KEY/Function, as in key-light/intensity |
      | call key-light/Flash 3 4 | key-light/Flash: expected the arguments (count: Int32), got ("3", "4"); put quotes around one with blanks |

  Scenario: An unreachable host exits with 3, and a missing token is reported
    When I run "get key-light --url http://127.0.0.1:1" on the host
    Then the command exits with 3
    And the command complains: GET /api/status: http://127.0.0.1:1 cannot be reached; is it running? Set another address with --url or SIM_HOST_URL
    Given the demo scene with "--token a-token-of-sixteen"
    When I run "ls" on the host
    Then the command exits with 1
    When I run "get key-light/intensity --token a-token-of-sixteen" on the host
    Then the command exits with 0
