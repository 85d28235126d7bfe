@matrix
Feature: Quitting

  @QUT-1 @QUT-9.a @QUT-9.b
  Scenario Outline: A clean host quits at once, in the player and in the editor
    Given the scene "<mode>"
    And I subscribe
    When I POST /api/commands/quit
    Then the answer has {"success": true, "message": "Application quit initiated."}
    And the host ends with exit code 0
    And the stream is ended

    Examples:
      | mode   |
      | player |
      | editor |

  @QUT-2.b @QUT-2.c @QUT-3.a @QUT-3.b @QUT-6
  Scenario Outline: Unsaved changes veto a quit and raise the mirrored prompt
    Given the scene "<mode>"
    And "phone" subscribes
    When I PUT /exposed/object/lamp/level with the value 2
    And I POST /api/commands/quit
    Then the answer has {"success": false, "declined": true, "confirmId": "confirm-1"}
    When 1 frame passes
    Then "phone" gets "confirm_request" with:
      """
      {"id": "confirm-1", "titleKey": "quit.unsaved.title", "yesKey": "confirm.save", "noKey": "confirm.dontSave"}
      """
    And a dialog of the kind "confirm" is up
    When the host runs "state"
    Then "running" of the answer is true
    When I POST /api/commands/quit
    Then "confirmId" of the answer is "confirm-1"
    When I POST /api/confirm with the body {"id":"confirm-1","choice":"cancel"}
    And I PUT /exposed/object/lamp/level with the value 3
    Then the status is 200
    And "lamp" is dirty in level
    When I POST /api/commands/quit
    Then "confirmId" of the answer is "confirm-2"

    Examples:
      | mode   |
      | player |
      | editor |

  @QUT-4.b
  Scenario: "Don't Save" quits without saving
    Given the demo scene
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I POST /api/commands/quit
    And I POST /api/confirm with the body {"id":"confirm-1","choice":"no"}
    Then the host ends with exit code 0
    And the objects in the file "demo.live.json" are exactly []

  @QUT-4.b @QUT-10.a
  Scenario: "Save" saves and quits
    Given the demo scene
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I POST /api/commands/quit
    And the dialog is answered with "yes"
    Then the host ends with exit code 0
    And "objects[0].intensity" in the file "demo.live.json" is 2

  @QUT-10.b
  Scenario: A cancelled Save As keeps the host running
    Given the scene "player"
    When I PUT /exposed/object/lamp/level with the value 2
    And I POST /api/commands/quit
    And the dialog is answered with "yes"
    Then a dialog of the kind "saveAs" is up
    When the dialog is answered with "cancel"
    Then the host still answers
    And "lamp" is dirty in level
    When I POST /api/commands/quit
    And the dialog is answered with "yes"
    And the dialog is answered with the path "evening"
    Then the host ends with exit code 0
    And "objects[0].level" in the file "evening.live.json" is 2

  @QUT-5
  Scenario: A local quit of the player is declined, too
    Given the scene "player"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host runs "quit"
    Then the answer has {"accepted": false, "confirmId": "confirm-1"}
    And the host still answers
    When the dialog is answered with "no"
    Then the host ends with exit code 0

  @QUT-7.a @QUT-7.b
  Scenario: Stopping play mode uses a local dialog, which is not mirrored
    Given the scene "editor"
    And I subscribe with "kinds=confirm_request,confirm_dismiss,exposed_object_updated"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host runs "play.stop"
    Then "stopped" of the answer is false
    And a dialog of the kind "playModeStop" is up
    When the host runs "state"
    Then "prompts" of the answer is []
    When the dialog is answered with "cancel"
    And I PUT /exposed/object/lamp/level with the value 3
    And 1 frame passes
    Then the stream brings "exposed_object_updated" with {"path": "level", "value": 3}
    And the stream has no "confirm_request"
    When the host runs "play.stop"
    And the dialog is answered with "no"
    Then the host ends with exit code 0

  @QUT-7.a
  Scenario: The play-mode dialog saves first, if the user chooses so
    Given the scene "editor"
    When the host saves the live scene as "a"
    And I PUT /exposed/object/lamp/level with the value 2
    And the host runs "play.stop"
    Then "stopped" of the answer is false
    When the dialog is answered with "yes"
    Then the host ends with exit code 0
    And "objects[0].level" in the file "a.live.json" is 2

  @QUT-7.a
  Scenario: A second play-mode dialog does not open while one is open
    Given the scene "editor"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host runs "play.stop"
    And the host runs "play.stop"
    Then "stopped" of the answer is false
    When the dialog is answered with "cancel"
    Then no dialog is up

  @QUT-7.a @QUT-10.b
  Scenario: A cancelled Save As on leaving play mode keeps the host running
    Given the scene "editor"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host runs "play.stop"
    And the dialog is answered with "yes"
    Then a dialog of the kind "saveAs" is up
    When the dialog is answered with "cancel"
    And 3 frames pass
    Then the host still answers
    And "lamp" is dirty in level

  @QUT-7.a
  Scenario: Without edits, play mode stops at once
    Given the scene "editor"
    When the host runs "play.stop"
    Then "stopped" of the answer is true
    And the host ends with exit code 0

  @QUT-11.a
  Scenario Outline: A failing gate is logged, even if another gate keeps the host running
    Given the scene "gated"
    When I PUT /exposed/object/Gate/mode with the value "<mode>"
    And I POST /api/commands/quit
    Then "confirmId" of the answer is "confirm-1"
    And the log has an "Exception" with "<message>"
    And the host still answers

    Examples:
      | mode         | message            |
      | broken       | the gate is broken |
      | broken later | the gate broke     |

  @QUT-8.a
  Scenario: An app cannot answer a dialog that only the host shows
    Given the scene "editor"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host runs "play.stop"
    And the host runs "dialog.list"
    And I remember "dialogs[0].id" of the answer as "dialog"
    And I POST /api/confirm with the body {"id":"<dialog>","choice":"no"}
    Then "settled" of the answer is false
    And a dialog of the kind "playModeStop" is up
    And the host still answers

  @QUT-2.a @QUT-2.c @QUT-11
  Scenario Outline: A gate that is <mode> keeps the host running, and the quit waits for it
    Given the scene "gated"
    When I PUT /exposed/object/Gate/mode with the value "<mode>"
    And the host runs "markClean" with {"key": "Gate"}
    And I POST /api/commands/quit
    Then "success" of the answer is false
    And "declined" of the answer is true
    And the answer has no "confirmId"
    When the host runs "quit"
    Then "accepted" of the answer is false
    And the log has no "Exception"

    Examples:
      | mode         |
      | closed       |
      | closed later |

  @QUT-11.b
  Scenario Outline: A gate that is <mode> does not prevent a quit
    Given the scene "gated"
    When I PUT /exposed/object/Gate/mode with the value "<mode>"
    And the host runs "markClean" with {"key": "Gate"}
    And I POST /api/commands/quit
    Then "success" of the answer is true
    And the host ends with exit code 0

    Examples:
      | mode         |
      | open         |
      | broken       |
      | broken later |

  @QUT-2.a @QUT-2.b @QUT-2.c @QUT-4.a
  Scenario Outline: The answer "<choice>" to the prompt does not bypass the quit gates
    Given the scene "gated"
    When the host saves the live scene as "a"
    And I PUT /exposed/object/Gate/mode with the value "closed"
    And I POST /api/commands/quit
    And I POST /api/confirm with the body {"id":"confirm-1","choice":"<choice>"}
    Then "settled" of the answer is true
    When 3 frames pass
    And I POST /api/commands/quit
    Then "success" of the answer is false
    And "declined" of the answer is true
    And <unsaved>

    Examples:
      | choice | unsaved                |
      | yes    | nothing is unsaved     |
      | no     | "Gate" is dirty in mode |

  @QUT-2.a @QUT-2.b @QUT-2.c
  Scenario Outline: Each of several gates may veto a quit
    Given the application "gates"
    When I PUT /exposed/object/gates/<gate> with the value true
    And the host runs "markClean" with {"key": "gates"}
    And I POST /api/commands/quit
    Then "declined" of the answer is true
    And the host still answers
    When I PUT /exposed/object/gates/<gate> with the value false
    And the host runs "markClean" with {"key": "gates"}
    And I POST /api/commands/quit
    Then "success" of the answer is true
    And the host ends with exit code 0

    Examples:
      | gate           |
      | isFirstClosed  |
      | isSecondClosed |

  @QUT-11
  Scenario: A quit waits for a gate for at most 10 s of host time
    Given the scene "gated"
    When I PUT /exposed/object/Gate/mode with the value "silent"
    And the host runs "markClean" with {"key": "Gate"}
    And I begin to POST /api/commands/quit
    Then there is no answer while the control channel answers
    When 9.9 seconds pass
    Then there is no answer while the control channel answers
    When 0.2 seconds pass
    Then the answer comes
    And "success" of the answer is true
    And the host ends with exit code 0

  @QUT-9
  Scenario: autoSaveOnQuit saves without asking
    Given the scene "autosave"
    When the host saves the live scene as "a"
    And I PUT /exposed/object/lamp/level with the value 2
    And I POST /api/commands/quit
    Then "success" of the answer is true
    And the host ends with exit code 0
    And "objects[0].level" in the file "a.live.json" is 2

  @QUT-1 @OPS-7.c
  Scenario: A reset deletes the saved data and quits without a prompt
    Given the demo scene
    When I PUT /exposed/object/screen with the body {"value":{"brightness":0.5,"caption":"Bye"}}
    And the host saves the live scene
    And I PUT /exposed/object/screen/caption with the value "Unsaved"
    And I POST /api/commands/reset
    Then "success" of the answer is true
    And the host ends with exit code 0
    And the project has no saved data
    When the host is started again
    Then GET /exposed/object/screen/brightness has the value 1
    And GET /exposed/object/screen/caption has the value "Welcome"

  @QUT-10.b @PRM-9
  Scenario: Without a dialog to ask for a path, a save at the quit says what to do
    Given the scene "player" without a control channel
    When I PUT /exposed/object/lamp/level with the value 2
    And I POST /api/commands/quit
    Then the answer has {"declined": true, "message": "There are unsaved changes, and the quit was not confirmed."}
    When "phone" subscribes
    And I POST /api/commands/quit
    Then "message" of the answer is "There are unsaved changes; the application asks what to do with them."
    When I POST /api/confirm with the body {"id":"confirm-2","choice":"yes"}
    Then "phone" gets "system_notification" with:
      """
      {"notificationType": "error", "message": "The live scene was not saved: none is open, and this host cannot ask for a path; save to one first, for example with POST /api/live/save {\"path\":\"show\"}"}
      """
    And the host still answers

  @QUT-9
  Scenario: A save that needs an answer keeps the host running
    Given the scene "autosave"
    When the host saves the live scene as "a"
    And I PUT /exposed/object/lamp/level with the value 2
    Given the project folder vanishes
    When I POST /api/commands/quit
    Then "declined" of the answer is true
    And the host still answers
    And "lamp" is dirty in level
