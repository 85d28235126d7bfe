Feature: Limits for requests and unread data

  @LIM-4.c @LIM-4.d
  Scenario: A connection that never reads costs the host one response
    Given the scene "model"
    When I PUT 1000000 bytes to /exposed/object/part/secret
    And I note the memory of the host
    And 1 client asks 100 times for /exposed/object/part/secret and reads nothing
    Then the host has grown by less than 200 MB
    And the host still answers

  @LIM-4.c @LIM-4.d
  Scenario: Connections that never read share a limit for responses
    Given the scene "model"
    When I PUT 1000000 bytes to /exposed/object/part/secret
    And I note the memory of the host
    And 200 clients ask 1 time for /exposed/object/part/secret and read nothing
    Then the host has grown by less than 200 MB
    And the host still answers

  @LIM-4.c @LIM-4.d
  Scenario Outline: Subscribers with different filters share a large unread event
    Given the scene "model"
    When 150 clients subscribe to "part" and to an id of their own <more> and read nothing
    And I note the memory of the host
    And I PUT 1000000 bytes to /exposed/object/part/secret
    And all of them have been told of it
    Then the host has grown by less than 200 MB
    And the host still answers

    Examples:
      | more             |
      |                  |
      | with source keys |

  @LIM-4.b @LIM-4.d
  Scenario: Bodies in progress beyond the limit are rejected, idle ones first, and others are unaffected
    Given the scene "model"
    When I note the memory of the host
    And 150 clients send 500000 bytes of a body for /exposed/object/part/secret and stop
    Then at least one of them is answered with 503
    And the host has grown by less than 200 MB
    When I PUT /exposed/object/part/level with the value 2
    Then the status is 200

  @LIM-4.a @LIM-4.d
  Scenario: File requests beyond the limit are rejected
    Given the demo scene
    When 100 clients export to "exports/show.live.json" at once
    Then some of them are answered with 200, and the others with 503 "Too many requests" and Retry-After
    When I POST /exposed/export with the body {"path":"exports/show.live.json"}
    Then the status is 200

  @LIM-4.c
  Scenario: Log entries are dropped if nobody reads the output
    Given the scene "model"
    And nobody reads what the host prints
    When I note the memory of the host
    And the host logs 30000 messages of 16000 characters
    Then the host has grown by less than 200 MB
    And the host still answers

  @LIM-4.a
  Scenario: Prompts beyond the limit are cancelled
    Given the scene "model"
    When the host asks 1001 times
    And the host runs "dialog.list"
    Then the list in "dialogs" of the answer has 1000 entries
    And the log has a "Warning" with "too many wait for an answer"

  @LIM-6
  Scenario Outline: A body with too many values is rejected and changes nothing
    Given the scene "model"
    When I PUT a list of <count> times <item> to /exposed/object/part/<member>
    Then it is refused with <status> "<error>"
    And the message says "<reason>"
    And GET /exposed/object/part/numbers has the value [1,2,3]

    Examples:
      | count  | item         | member  | status | error                  | reason        |
      | 50000  | 1            | numbers | 413    | Request body too large | 50000 values  |
      | 30000  | {"name":"a"} | knobs   | 413    | Request body too large | 50000 values  |
      | 600000 | 1            | numbers | 413    | Request body too large | 1048576 bytes |

  @LIM-5.d @LIM-6
  Scenario Outline: A body that nests too deeply is rejected and changes nothing
    Given the scene "model"
    When I PUT a list in <depth> lists to /exposed/object/part/numbers
    Then it is refused with 400 "Invalid JSON body"
    And the message says "64 levels"
    And GET /exposed/object/part/numbers has the value [1,2,3]

    Examples:
      | depth  |
      | 64     |
      | 500000 |

  @LIM-4.a
  Scenario Outline: Client ids and paths that are too long are rejected
    Given the scene "model"
    When I GET <begin> and <count> times "x" behind it
    Then it is refused with <status> "Invalid request format"

    Examples:
      | begin                      | count | status |
      | /api/status?clientId=      | 1025  | 400    |
      | /api/heartbeat?clientId=   | 1025  | 400    |
      | /api/stream?clientId=      | 1025  | 400    |
      | /api/status?clientId=a&x=  | 16400 | 431    |
      | /api/stream?lastEventId=   | 16400 | 431    |

  @LIM-4.a @LIM-4.d
  Scenario: The ids in the filters of all streams are limited
    Given the scene "model"
    When a client subscribes to 1001 ids
    Then it is answered with 400
    When 500 clients subscribe to 1000 ids each
    And a client subscribes to 1 id
    Then it is answered with 503
    When one of those before it leaves
    Then a client that subscribes to 1000 ids is let in

  @LIM-5.b
  Scenario: A number with too many digits is rejected before it is parsed
    Given the scene "model"
    When I PUT a number of 500000 digits to /exposed/object/part/int64
    Then it is refused with 400 "Invalid JSON body"
    And the message says "1024 characters"

  @SVC-8.b
  Scenario: Requests behind a large response get responses in order
    Given the scene "model"
    When I PUT 1000000 bytes to /exposed/object/part/secret
    And a client sends:
      """
      GET /exposed/object/part/secret HTTP/1.1
      Host: localhost

      GET /nowhere HTTP/1.1
      Host: localhost

      GET /exposed/object/part/level HTTP/1.1
      Host: localhost


      """
    Then it is answered with 200, 404, 200

  @SVC-8.c
  Scenario Outline: Data behind a request with an ambiguous end is not served
    Given the scene "model"
    When a client sends:
      """
      PUT /exposed/object/part/level HTTP/1.1
      Host: localhost
      Content-Length: 13
      <header>

      {"value":7}
      PUT /exposed/object/part/level HTTP/1.1
      Host: localhost
      Content-Length: 11

      {"value":8}
      """
    Then the connection is closed, after an answer of 400 or without one
    And GET /exposed/object/part/level has the value 1

    Examples:
      | header                     |
      | Content-Length: 5          |
      | Transfer-Encoding: gzip    |
      | Transfer-Encoding: chunked |

  @LIM-4.a @LIM-5.d @LIM-6
  Scenario: Objects that are nested by several requests do not exceed the depth limit
    Given the scene "graphs"
    When I PUT 60 nodes, one in the other, 1 steps below /exposed/object/graph/first
    Then the status is 200
    When I PUT 60 nodes, one in the other, 61 steps below /exposed/object/graph/first
    Then the status is 200
    When I PUT 1 nodes, one in the other, 63 steps below /exposed/object/graph/first
    Then the status is 200
    When I PUT 60 nodes, one in the other, 64 steps below /exposed/object/graph/first
    Then it is refused with 400 "Invalid request format: a path has more than 64 steps"
    When I POST /api/live/save with the body {"path":"deep.live.json"}
    Then the status is 400
    And the message says "more than 64 levels deep"
    When I PUT 1 nodes, one in the other, 50 steps below /exposed/object/graph/first
    And I POST /api/live/save with the body {"path":"deep.live.json"}
    Then the status is 200
    When I POST /api/live/reset
    And I POST /api/live/load
    Then the status is 200
    When I GET /exposed/object/graph/first
    Then the value nests 51 times by "next"

  @LIM-4.a
  Scenario: Arguments of pending function calls are limited in total
    Given the application "patient"
    # All at once they would pass the bound of bodies that are being received.
    When I give "desk/hold" 33 times 1000000 characters without waiting for it
    Then GET /exposed/object/desk/held becomes 33
    When I give "desk/hold" 34 times 1000000 characters without waiting for it
    Then GET /exposed/object/desk/held becomes 67
    When I give "desk/hold" 1000000 characters
    Then it is refused with 503 "Too many requests at once"
    And GET /exposed/object/desk/held has the value 67
    When I POST /exposed/function/desk/release
    Then all of these calls are answered with 1000000
    When I give "desk/hold" 1 times 1000000 characters without waiting for it
    Then GET /exposed/object/desk/held becomes 68
    When I POST /exposed/function/desk/release
    Then all of these calls are answered with 1000000
