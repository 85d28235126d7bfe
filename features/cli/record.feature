Feature: The command line records the events of a host

  Scenario: record writes each event as a line, with source keys in place of ids
    Given the demo scene
    When I begin to run "record --count 6" on the host
    And the command has printed its first line
    And I PUT /exposed/object/main-camera/target with the value {"@ref": "fill-light"}
    And 3 frames pass
    And the command has ended
    Then the command exits with 0
    And one line that it prints is JSON with {"type": "recording", "at": 0, "application": "Demo Studio"}
    And one line that it prints is JSON with:
      """
      {"type": "exposed_object_updated", "key": "main-camera", "path": "target", "value": {"@ref": "fill-light"}}
      """

  Scenario: Ctrl+C ends a recording cleanly
    Given the demo scene
    When I begin to run "record" on the host
    And the command has printed its first line
    And the command gets SIGINT
    And the command has ended
    Then the command exits with 0
