Feature: Engine errors reach the remote apps

  Background:
    Given the demo scene
    And I subscribe with "kinds=system_notification"

  @EVT-3.a @EVT-3.b @EVT-3.c @EVT-5.a @EVT-5.b @EVT-9.a
  Scenario: Error, Exception and Assert are forwarded; Warning and Log are not
    When the host logs an "Error" "no signal"
    And the host logs an "Exception" "it broke"
    And the host logs an "Assert" "never"
    And the host logs a "Warning" "low light"
    And the host logs a "Log" "on air"
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message     |
      | "error"          | "no signal" |
      | "error"          | "it broke"  |
      | "error"          | "never"     |
    And the log has a "Warning" with "low light"

  @EVT-4.b @EVT-9.b
  Scenario: The notifier can be switched off
    When the host runs "notifier" with {"enabled": false}
    And the host logs an "Error" "no signal"
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message |
    And the log has an "Error" with "no signal"

  @EVT-6
  Scenario: An error on a worker thread is forwarded from the main thread
    When the host runs "log" with {"level": "Error", "message": "decoder failed", "thread": "decoder"}
    And 2 frames pass
    Then the stream brings "system_notification" with {"notificationType": "error", "message": "decoder failed"}

  @EVT-7 @LIM-3.b @EVT-9.b @own-host
  Scenario: Identical messages are sent once in five seconds
    When the host runs "log" with {"level": "Error", "message": "no signal", "count": 100}
    And 4.9 seconds pass
    And the host logs an "Error" "no signal"
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message     |
      | "error"          | "no signal" |
    When 0.2 seconds pass
    And the host logs an "Error" "no signal"
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message     |
      | "error"          | "no signal" |
      | "error"          | "no signal" |
    And the log has 102 entries of the level "Error"

  @EVT-7 @LIM-3.b
  Scenario: Errors at several locations are identical if their messages are
    When the host runs "log" with {"level": "Exception", "message": "Error: no signal\n    at cue (desk.ts:1:1)"}
    And the host runs "log" with {"level": "Exception", "message": "Error: no signal\n    at fade (desk.ts:9:9)"}
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message            |
      | "error"          | "Error: no signal" |

  @EVT-8.a @LIM-3.a
  Scenario: At most five notifications are sent in any three seconds
    When the host logs 20 different errors
    And 1 frame passes
    Then there are 5 notifications
    When 2.9 seconds pass
    And the host logs 20 different errors
    And 1 frame passes
    Then there are 5 notifications
    When 0.2 seconds pass
    And the host logs 20 different errors
    And 1 frame passes
    Then there are 10 notifications

  @LIM-3
  Scenario: A long message is truncated
    When the host logs an error of 1000 characters
    And 1 frame passes
    Then the last notification has 400 characters

  @EVT-8.b
  Scenario: A scene that throws in every frame neither floods an app nor slows the loop
    Given the scene "throwing"
    And I subscribe with "kinds=system_notification"
    When 10 seconds pass
    Then the log has 600 entries of the level "Exception"
    And there are 2 notifications

  Scenario: The application sends its own notifications
    When the host runs "notify" with:
      """
      {"type": "warning", "title": "Rain", "message": "Cover the desk", "icon": "umbrella", "data": "{\"in\":5}"}
      """
    And 1 frame passes
    Then the stream brings "system_notification" with:
      """
      {"notificationType": "warning", "title": "Rain", "message": "Cover the desk", "icon": "umbrella", "data": "{\"in\":5}"}
      """

  @ERR-9.a @ERR-9.b @EVT-9.a
  Scenario: The notification has the message, and the log the location
    When the host runs "log" with:
      """
      {"level": "Exception", "message": "no signal\n    at Deck.read (/home/somebody/show/deck.js:3:14)\n    at main (C:\\show\\main.js:1:1)"}
      """
    And 1 frame passes
    Then the notifications are exactly:
      | notificationType | message     |
      | "error"          | "no signal" |
    And the log has an "Exception" with "at Deck.read (/home/somebody/show/deck.js:3:14)"

  @EVT-3.d @EVT-4.a
  Scenario: Every app receives errors by default
    Given "phone" subscribes
    And "tablet" subscribes
    When the host logs an "Error" "no signal"
    And 1 frame passes
    Then "phone" gets "system_notification" with {"notificationType": "error", "message": "no signal"}
    And "tablet" gets "system_notification" with {"notificationType": "error", "message": "no signal"}
