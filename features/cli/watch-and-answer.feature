@own-host
Feature: The command line watches, answers, saves and completes

  Background:
    Given the demo scene

  Scenario: watch prints the current value and every change
    When I begin to run "watch key-light/intensity --json --count 2" on the host
    And the command has printed its first line
    When I PUT /exposed/object/key-light/intensity with the value 3
    And 1 frame passes
    And the command has ended
    Then the command exits with 0
    And the command prints lines of JSON with:
      """
      {"path": "key-light/intensity", "value": 1}
      {"path": "key-light/intensity", "value": 3}
      """

  Scenario: prompts lists pending prompts, and answer answers one
    When the host runs "prompt.ask" with {"messageKey": "More light?"}
    And I remember "id" of the answer as "id"
    And 1 frame passes
    And I run "prompts --json" on the host
    Then the command prints lines of JSON with:
      """
      {"id": "<id>", "message": "More light?"}
      """
    When I run "answer <id> yes" on the host
    Then the command exits with 0
    When I run "answer <id> yes" on the host
    Then the command exits with 4
    When I run "prompts" on the host
    Then the command prints nothing

  Scenario: status describes the host
    When I run "status --json" on the host
    Then the command prints lines of JSON with:
      """
      {"application": "Demo Studio", "unsaved": false}
      """

  Scenario: save and load write and read a live scene
    When I run "set key-light/intensity 6" on the host
    And I run "save evening.live.json" on the host
    Then the command exits with 0
    And the command prints: evening.live.json
    When I run "set key-light/intensity 7" on the host
    And I run "load evening.live.json --json" on the host
    Then the command exits with 0
    And GET /exposed/object/key-light/intensity has the value 6
    When I run "load nowhere.live.json" on the host
    Then the command exits with 1

  Scenario: Completion offers commands, options, and keys of the host
    When I run "complete stat" on the host
    Then the command prints: status
    When I run "complete get key" on the host
    Then the command prints: key-light/
    When I run "complete -- watch --co" on the host
    Then the command prints: --count
    When I run "complete set key-light/in" on the host
    Then the command prints nothing
    When I run "complete -- --lo" on the host
    Then the command prints: --log-level
    When I run "complete -- get --url http://127.0.0.1:1 k" on the host
    Then the command exits with 0
    And the command prints nothing
    When I run "completion bash" on the host
    Then the command prints a line like "complete -o default -F _sim_host sim-host"
    When I run "completion tcsh" on the host
    Then the command exits with 2
