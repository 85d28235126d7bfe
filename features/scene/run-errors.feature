Feature: Runtime errors of a scene
  Errors name the location in the scene file, or the line of the module, and nothing of the host's own code.

  Background:
    Given the scene "failing"
    And I subscribe

  @SIM-4
  Scenario: A driver of a removed element is skipped, logged once, and continues when the element returns
    Given the scene "drivers"
    When 10 frames pass
    Then GET /exposed/object/desk/faders[voice].level has the value 10
    And GET /exposed/object/desk/faders[drums].level has the value 5
    When I DELETE /exposed/object/desk/faders with the body {"index":0}
    And I DELETE /exposed/object/desk/faders with the body {"index":0}
    And 10 frames pass
    Then GET /exposed/object/desk/count has the value 20
    And GET /exposed/object/desk/beats has the value 20
    And the log has 2 entries of the level "Exception"
    And the log has an "Exception" with "desk/faders[voice].level: property not found"
    And the log has an "Exception" with "timeline[0].do[1].set: desk/faders[drums].level: property not found"
    When I POST /exposed/object/desk/faders with the body {"value":{"name":"drums"}}
    And I POST /exposed/object/desk/faders with the body {"value":{"name":"voice"}}
    And 10 frames pass
    Then GET /exposed/object/desk/faders[voice].level has the value 30
    And GET /exposed/object/desk/faders[drums].level has the value 5
    And the log has 2 entries of the level "Exception"
    When I DELETE /exposed/object/desk/faders with the body {"index":1}
    And 2 frames pass
    Then the log has 3 entries of the level "Exception"

  @ERR-6.a @SIM-4
  Scenario: An error in an action of a function is reported with its location
    When I call "Board/Reach" with []
    Then it is refused with 500 "Internal error"
    And the message says "failing.yaml:10:18: classes.Board.functions.Reach.do[0].set: far/level: object not found: far"
    And the log has an "Exception" with "failing.yaml:10:18"
    And no log entry tells of the host's own code

  @SIM-4
  Scenario Outline: An argument that an action cannot use is 400, without the scene's file: <function>
    When I call "Board/<function>" with ["bright"]
    Then it is refused with 400 'Invalid request format: <function>: <says>'
    And the log has 0 entries of the level "Exception"

    Examples:
      | function | says                                             |
      | SetTo    | near/level: expected Single                      |
      | SetOf    | $lamp/level: object not found: bright            |
      | Say      | unknown log level "bright"; available: Log, Warning |

  @SIM-4
  Scenario: An error that no argument caused is an error of the scene
    When I call "Board/FarTo" with [3]
    Then it is refused with 500 "Internal error"
    And the log has an "Exception" with "far/level: object not found: far"

  @EVT-3.b @SIM-4
  Scenario: An error in the timeline is reported with its location
    When 4 frames pass
    Then the log has an "Exception" with "failing.yaml:45:14: timeline[0].do[0].set: far/level: object not found: far"
    And the stream brings "system_notification" with:
      """
      { "title": "Exception", "message": "failing.yaml:45:14: timeline[0].do[0].set: far/level: object not found: far" }
      """
    And no log entry tells of the host's own code

  @SIM-4
  Scenario: A reference to a missing object affects nothing else in the scene
    When the host runs "scene.load" with { "name": "Both" }
    Then the log has an "Exception" with "failing.yaml:41:90: scenes.Both.objects[0].components[0].values.friend: friend"
    And GET /exposed/object/referring/friend has the value null

  @SIM-4
  Scenario: A throw has its message, and its location only in the log
    When I call "Board/Refuse" with []
    Then it is refused with 500 "Internal error"
    And the message says "Refuse: not today"
    And the log has an "Exception" with "at failing.yaml:11:31: classes.Board.functions.Refuse.do[0].throw"

  @SIM-4
  Scenario: An error in a module is reported with its location
    When I call "Board/Module" with []
    Then it is refused with 500 "Internal error"
    And the message says "Module: failing.mjs:2:9: the motor is stuck"
    When I call "Board/ModuleLater" with []
    Then the message says "ModuleLater: failing.mjs:7:9: the motor stopped"
    And no log entry tells of the host's own code
