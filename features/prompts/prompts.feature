Feature: Confirmation prompts on every surface at once

  @PRM-1.a @PRM-1.b @PRM-2.a @PRM-2.b @PRM-5.a @PRM-5.b @EVT-10 @own-host @matrix
  Scenario: A prompt appears on every surface, and the first answer closes it everywhere
    Given the demo scene
    And "phone" subscribes
    And "tablet" subscribes
    When the host runs "prompt.ask" with:
      """
      {"titleKey": "quit.unsaved.title", "messageKey": "quit.unsaved.message", "icon": "save"}
      """
    And I remember "id" of the answer as "prompt"
    And 1 frame passes
    And the host runs "state"
    Then "prompts" of the answer is [{"id":"<prompt>","pending":true}]
    And "phone" gets "confirm_request" with:
      """
      {
        "id": "<prompt>", "icon": "save",
        "titleKey": "quit.unsaved.title", "messageKey": "quit.unsaved.message",
        "yesKey": "confirm.save", "noKey": "confirm.dontSave", "cancelKey": "confirm.cancel",
        "title": "Unsaved changes", "yes": "Save", "no": "Don't Save", "cancel": "Cancel"
      }
      """
    And "tablet" gets "confirm_request" with {"id": "<prompt>"}
    When the host runs "dialog.list"
    Then the answer has:
      """
      {"dialogs": [{"id": "<prompt>", "kind": "confirm", "title": "Unsaved changes", "buttons": ["Save", "Don't Save", "Cancel"]}]}
      """
    When I POST /api/confirm with the body {"id":"<prompt>","choice":"yes"}
    Then the answer has {"success": true, "settled": true}
    And no dialog is up
    When 1 frame passes
    Then "phone" gets "confirm_dismiss" with {"id": "<prompt>", "choice": "yes"}
    And "tablet" gets "confirm_dismiss" with {"id": "<prompt>"}
    When the host runs "state"
    Then "prompts" of the answer is [{"id":"<prompt>","pending":false,"choice":"yes"}]

  @SVC-7 @PRM-6.b
  Scenario: A host whose scene has no prompts accepts answers, and no other method
    Given the scene "bare"
    When I POST /api/confirm with the body {"id":"nobody","choice":"yes"}
    Then the answer has {"success": true, "settled": false}
    When I GET /api/confirm
    Then it is refused with 405

  @PRM-3 @PRM-4.a @PRM-6.a
  Scenario: The dialog does not block the service, and its answer wins if it is first
    Given the scene "asking"
    When I call "Asker/Ask" with []
    Then a dialog of the kind "confirm" is up
    And the host still answers
    And I PUT /exposed/object/Asker/label with the value "still served"
    And the status is 200
    When the dialog is answered with "no"
    Then GET /exposed/object/Asker/label has the value "no"
    When I POST /api/confirm with the body {"id":"confirm-1","choice":"yes"}
    Then "settled" of the answer is false
    And GET /exposed/object/Asker/label has the value "no"

  @PRM-1.a @PRM-1.b @PRM-2.a @PRM-2.b @own-host
  Scenario Outline: A prompt offers yes and no, and cancel only if declared
    Given the demo scene
    And I subscribe
    When the host runs "prompt.ask" with {"messageKey": "Lights off?"<labels>}
    And 1 frame passes
    Then the stream brings "confirm_request" with {"message": "Lights off?", <sent>}
    When the host runs "dialog.list"
    Then "dialogs[0].buttons" of the answer is <buttons>

    Examples:
      | labels                                               | sent                                                                                                                    | buttons                 |
      |                                                      | "yesKey": "confirm.yes", "yes": "Yes", "noKey": "confirm.no", "no": "No", "cancelKey": "", "cancel": ""                 | ["Yes","No"]            |
      | , "cancelKey": "confirm.cancel"                      | "yes": "Yes", "no": "No", "cancelKey": "confirm.cancel", "cancel": "Cancel"                                             | ["Yes","No","Cancel"]   |
      | , "yesKey": "Off", "noKey": "On"                     | "yesKey": "Off", "yes": "Off", "noKey": "On", "no": "On", "cancelKey": "", "cancel": ""                                 | ["Off","On"]            |
      | , "noKey": "confirm.dontSave"                        | "yes": "Yes", "no": "Don't Save", "cancel": ""                                                                          | ["Yes","Don't Save"]    |

  @PRM-1.b
  Scenario: An ask of a scene offers the answers of its branches
    Given the scene "asking"
    When I call "Asker/Ask" with []
    And the host runs "dialog.list"
    Then "dialogs[0].buttons" of the answer is ["Yes","No","Cancel"]
    When the dialog is answered with "no"
    And I call "Asker/AskScripted" with []
    And the host runs "dialog.list"
    Then "dialogs[0].buttons" of the answer is ["Yes","No"]

  @PRM-4.b
  Scenario: An answer without its members is rejected, and an unknown choice counts as cancel
    Given the scene "asking"
    When I call "Asker/Ask" with []
    And I POST /api/confirm with the body {"choice":"yes"}
    Then it is refused with 400 "Invalid request format"
    When I POST /api/confirm with the body {"id":"confirm-1","choice":"maybe"}
    Then "settled" of the answer is true
    And GET /exposed/object/Asker/label has the value "cancel"

  @PRM-4.b @ERR-2
  Scenario Outline: An invalid prompt id is rejected and answers nothing
    Given the scene "asking"
    When I call "Asker/Ask" with []
    And I POST /api/confirm with the body {"id":<id>,"choice":"yes"}
    Then it is refused with 400 'Invalid request format: "id" must be a non-empty string'
    And GET /exposed/object/Asker/label has the value "asked"

    Examples:
      | id                              |
      | {"toString":null}               |
      | {"toString":"a","valueOf":"b"}  |
      | {"__proto__":null}              |
      | ["confirm-1"]                   |
      | 1                               |
      | null                            |

  @PRM-7.a @PRM-7.b @own-host
  Scenario: Exactly one of several racing answers wins
    Given the demo scene
    Then of 1000 prompts answered at once by two apps and the dialog each has one winner

  @PRM-8
  Scenario: A dialog is closed from elsewhere while another stays open
    Given the scene "asking"
    When I call "Asker/Ask" with []
    And I call "Asker/Ask" with []
    And I POST /api/confirm with the body {"id":"confirm-1","choice":"yes"}
    And the host runs "dialog.list"
    Then the "id" in the list "dialogs" of the answer are ["confirm-2"]
    And GET /exposed/object/Asker/answers has the value 1

  @PRM-2.b @own-host
  Scenario: An app that connects late gets pending prompts once
    Given the demo scene
    And "phone" subscribes
    When the host runs "prompt.ask" with {"messageKey": "Are you sure?"}
    And "tablet" subscribes
    And 1 frame passes
    And "desk" subscribes
    Then "tablet" gets exactly:
      | kind             | id          | message         |
      | confirm_request  | "confirm-1" | "Are you sure?" |
      | client_connected |             |                 |
    And "desk" gets "confirm_request" with {"id": "confirm-1", "message": "Are you sure?"}

  @PRM-9
  Scenario: A prompt that no surface can show resolves as cancel
    Given the scene "asking" without a control channel
    When I call "Asker/Ask" with []
    Then GET /exposed/object/Asker/label has the value "cancel"

  @PRM-9
  Scenario: A prompt is cancelled when its only surface disconnects
    Given the scene "asking" without a control channel
    And "phone" subscribes
    When I call "Asker/Ask" with []
    Then GET /exposed/object/Asker/label has the value "asked"
    When "phone" leaves
    Then GET /exposed/object/Asker/label becomes "cancel"

  @PRM-4.a
  Scenario: A scripted answer arrives at its time
    Given the scene "asking"
    When I call "Asker/AskScripted" with []
    And 1 second passes
    Then GET /exposed/object/Asker/label has the value "asked"
    When 1 second passes
    Then GET /exposed/object/Asker/label has the value "yes"

  @PRM-5.a @PRM-5.c @PRM-4.a @own-host
  Scenario: All apps get a dismissal after the dialog answered
    Given the demo scene
    And "phone" subscribes
    And "tablet" subscribes
    When the host runs "prompt.ask" with {"messageKey": "Are you sure?"}
    And I remember "id" of the answer as "prompt"
    And 1 frame passes
    And the dialog is answered with "no"
    Then no dialog is up
    When 1 frame passes
    Then "phone" gets "confirm_dismiss" with {"id": "<prompt>", "choice": "no", "by": "host"}
    And "tablet" gets "confirm_dismiss" with {"id": "<prompt>"}
    When the host runs "state"
    Then "prompts" of the answer is [{"id":"<prompt>","pending":false,"choice":"no"}]
