Feature: Simulated network conditions

  Background:
    Given the scene "beginnings"

  @SIM-2.a
  Scenario: Responses are delayed in real time and arrive when the simulation ends
    When the host runs "network" with {"latency": 600000, "jitter": 1000}
    Then the answer is exactly {"latency":600000,"jitter":1000,"refuse":false,"failures":0,"seconds":null,"droppedStreams":0}
    When I begin to GET /exposed/object/lamp
    Then there is no answer while the control channel answers
    When 60 seconds pass
    Then there is no answer while the control channel answers
    When the host runs "network"
    Then the answer has {"latency": 0, "jitter": 0}
    And the answer comes
    And "level" of the answer is 2

  @SIM-2.a
  Scenario: Delayed stream events keep their order, and none is lost
    Given I subscribe with "kinds=exposed_object_updated&ids=lamp"
    When the host runs "network" with {"latency": 600000}
    And the host runs "set" with {"key": "lamp", "path": "level", "value": 3}
    And 1 frame passes
    Then the stream has not brought "exposed_object_updated" yet
    When the host runs "network" with {"latency": 1, "jitter": 30}
    Then the stream brings "exposed_object_updated" with {"path": "level", "value": 3}
    When the lamp is set to 40 levels, each in a frame of its own
    Then the stream brings the 40 levels in their order

  @EVT-12.a @own-host @SIM-2.b
  Scenario: Every open stream is dropped at once, and an app that reconnects misses nothing
    Given I subscribe
    And "phone" subscribes
    And I remember the id of the last event as "seen"
    And the host runs "network" with {"dropStreams": true}
    Then "droppedStreams" of the answer is 2
    And the stream is ended
    And the host counts 0 subscribers
    When I PUT /exposed/object/lamp/level with the value 6
    Then the status is 200
    When 1 frame passes
    When I subscribe again with the Last-Event-ID "<seen>"
    Then the first event is "connected" with {"resume": "resumed"}
    And the stream brings "exposed_object_updated" with {"path": "level", "value": 6}

  @SIM-2.b
  Scenario: Connections are closed without a response, and streams and the control API continue
    Given I subscribe with "ids=lamp"
    When the host runs "network" with {"refuse": true}
    Then "refuse" of the answer is true
    And GET /api/status is cut off without an answer
    And PUT /exposed/object/lamp/level is cut off without an answer
    When the host runs "set" with {"key": "lamp", "path": "level", "value": 3}
    And 1 frame passes
    Then the stream brings "exposed_object_updated" with {"path": "level", "value": 3}
    When the host runs "network"
    And I GET /exposed/object/lamp/level
    Then the status is 200

  @network-failures @SIM-2.c
  Scenario: A failing request gets an error response and has no effect
    When the host runs "network" with {"failures": 1}
    And I PUT /exposed/object/lamp/level with the value 8
    Then it is refused with 503 "Service unavailable"
    When I GET /api/stream
    Then it is refused with 503 "Service unavailable"
    When I GET /api/status with the header Origin: http://localhost:5173
    Then the status is 503
    And the header "access-control-allow-origin" is "http://localhost:5173"
    When I OPTIONS /api/status with the header Origin: http://localhost:5173
    Then the status is 204
    When the host runs "network"
    Then GET /exposed/object/lamp/level has the value 2

  @network-failures @SIM-2.c
  Scenario: Only the given number of next requests fail
    When the host runs "network" with {"failures": {"next": 2}}
    And I GET /api/status
    Then the status is 503
    When I GET /api/status
    Then the status is 503
    When I GET /api/status
    Then the status is 200

  @SIM-2.d
  Scenario: The simulation ends by itself, and delayed responses arrive
    When the host runs "network" with {"refuse": true, "seconds": 0.2}
    Then GET /api/status is answered with 200 again
    When the host runs "network" with {"refuse": 200}
    Then GET /api/status is answered with 200 again
    When the host runs "network" with {"latency": 600000, "seconds": 0.2}
    And I begin to GET /api/status
    Then the answer comes
    And the status is 200

  @SIM-2.d
  Scenario: A host stops without waiting for delayed responses
    When the host runs "network" with {"latency": 600000}
    And I begin to GET /api/status
    Then there is no answer while the control channel answers
    And a SIGTERM ends the host with exit code 0

  @SIM-2.d
  Scenario Outline: Invalid settings are rejected
    When the host runs "network" with <body>
    Then it is refused with 400 'Invalid request format: <message>'

    Examples:
      | body                     | message                                                                                            |
      | {"latency": -1}          | "latency" must be a number from 0 to 600000, got -1                                                |
      | {"jitter": "much"}       | "jitter" must be a number from 0 to 600000, got "much"                                             |
      | {"refuse": 0}            | "refuse" must be true or false, or a number above 0, up to 600000, got 0                           |
      | {"failures": 2}          | "failures" must be a number from 0 to 1, or {"next": an integer from 1 to 1000000}, got 2          |
      | {"failures": {"next":0}} | "failures" must be a number from 0 to 1, or {"next": an integer from 1 to 1000000}, got {next}     |
      | {"dropStreams": 1}       | "dropStreams" must be true or false, got 1                                                         |
      | {"seconds": 0}           | "seconds" must be a number above 0, up to 3600, got 0                                              |
      | {"loss": 1}              | unknown member "loss"; available: latency, jitter, dropStreams, refuse, failures, seconds          |
