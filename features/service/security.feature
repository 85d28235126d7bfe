@matrix
Feature: Access to the service

  @WIR-2.a
  Scenario: A preflight response names what is allowed
    Given the demo scene
    When I OPTIONS /exposed/objects with the headers:
      | Origin                        | http://localhost:5173 |
      | Access-Control-Request-Method | PUT                   |
    Then the status is 204
    And the header "Access-Control-Allow-Origin" is "http://localhost:5173"
    And the header "Access-Control-Allow-Methods" is "GET, POST, PUT, DELETE, PATCH, OPTIONS"
    And the header "Access-Control-Allow-Headers" is "Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID"
    And the header "Access-Control-Max-Age" is "86400"

  @ERR-5.a @WIR-3.b
  Scenario: A foreign origin gets no CORS header and writes nothing
    Given the demo scene
    When I GET /exposed/object/key-light/intensity with the header Origin: https://evil.example
    Then the status is 200
    And there is no header "Access-Control-Allow-Origin"
    When I PUT /exposed/object/key-light/intensity with the header Origin: https://evil.example
    Then it is refused with 403 "Forbidden"
    And there is no header "Access-Control-Allow-Origin"
    And GET /exposed/object/key-light/intensity has the value 1
    When I PUT /exposed/object/key-light/intensity with the header Origin: null
    Then it is refused with 403 "Forbidden"

  @WIR-3.a
  Scenario: Origins and hosts are allowed by name
    Given the scene "allowed"
    When I PUT /exposed/object/lamp/level with the header Origin: https://panel.example
    Then the status is 200
    When I GET /exposed/object/lamp/level with the header Host: studio.local
    Then the status is 200

  @WIR-13.a
  Scenario Outline: The host's own page pairs, reads and writes at <host>
    Given the demo scene with "--allow-external-connections --pair --allow-host panel.example"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "code"
    And I pair with the code "<code>" and the headers:
      | Host   | <host>        |
      | Origin | http://<host> |
    Then "access" of the answer is "full"
    And the header "Access-Control-Allow-Origin" is "http://<host>"
    And I remember the "token" of the answer as "token"
    When I PUT /exposed/object/key-light/intensity with the headers:
      | Host          | <host>         |
      | Origin        | http://<host>  |
      | Authorization | Bearer <token> |
    Then the status is 200
    When I GET /exposed/object/key-light/intensity with the headers:
      | Host          | <host>         |
      | Authorization | Bearer <token> |
    Then the status is 200

    Examples:
      | host                |
      | 192.0.2.7:9095      |
      | [2001:db8::7]:9095  |
      | panel.example:9095  |

  @WIR-13.b @WIR-3.c
  Scenario Outline: A page of another origin writes nothing: <origin> at <host>
    Given the demo scene with "--allow-external-connections --allow-host panel.example"
    When I PUT /exposed/object/key-light/intensity with the headers:
      | Host   | <host>   |
      | Origin | <origin> |
    Then it is refused with 403 "Forbidden"
    And there is no header "Access-Control-Allow-Origin"
    When I GET /exposed/object/key-light/intensity with the header Host: <host>
    Then the status is <read>

    Examples:
      | host                 | origin                      | read |
      | rebound.example:9095 | http://rebound.example:9095 | 403  |
      | 192.0.2.7.example    | http://192.0.2.7.example    | 403  |
      | 192.0.2.7:9095       | http://192.0.2.8:9095       | 200  |
      | 192.0.2.7:9095       | http://192.0.2.7:8080       | 200  |
      | 192.0.2.7:9095       | https://192.0.2.7:9095      | 200  |
      | panel.example        | http://rebound.example      | 200  |

  @WIR-13.b @WIR-3.c
  Scenario: A host on loopback serves no page at another address
    Given the demo scene
    When I PUT /exposed/object/key-light/intensity with the headers:
      | Host   | 192.0.2.7:9095        |
      | Origin | http://192.0.2.7:9095 |
    Then it is refused with 403 "Forbidden"

  @WIR-13.c @own-host
  Scenario Outline: A page of another site is not a client and opens no stream: <name> <value>
    Given the demo scene
    When I GET /api/stream?clientId=foreign with the header <name>: <value>
    Then it is refused with 403 "Forbidden"
    When I GET /api/status?clientId=foreign with the header <name>: <value>
    Then the status is 200
    When I GET /api/heartbeat?clientId=foreign with the header <name>: <value>
    Then "serverStatus.connectedClients" of the answer is 0
    When I GET /api/heartbeat?clientId=own with the headers:
      | Sec-Fetch-Site | cross-site            |
      | Origin         | http://localhost:5173 |
    Then "serverStatus.connectedClients" of the answer is 1
    When I GET /api/heartbeat?clientId=typed with the header Sec-Fetch-Site: none
    Then "serverStatus.connectedClients" of the answer is 2
    When I GET /api/heartbeat?clientId=named with the header Referer: http://localhost:5173/panel
    Then "serverStatus.connectedClients" of the answer is 3

    Examples:
      | name           | value                  |
      | Sec-Fetch-Site | cross-site             |
      | Sec-Fetch-Site | same-site              |
      | Origin         | https://evil.example   |
      | Referer        | https://evil.example/a |

  @WIR-13.c
  Scenario Outline: Only allowed pages may embed responses of the host: <path> to <name> <value>
    Given the demo scene
    When I GET <path> with the header <name>: <value>
    Then the header "Cross-Origin-Resource-Policy" is "<policy>"

    Examples:
      | path                                  | name           | value                       | policy       |
      | /exposed/object/key-light/intensity   | Sec-Fetch-Site | cross-site                  | same-origin  |
      | /exposed/object/key-light/intensity   | Origin         | https://evil.example        | same-origin  |
      | /exposed/object/key-light/intensity   | Origin         | http://localhost:5173       | cross-origin |
      | /exposed/object/key-light/intensity   | Referer        | http://localhost:5173/panel | same-origin  |
      | /exposed/object/key-light/none        | Origin         | https://evil.example        | same-origin  |
      | /exposed/image/main-camera/preview    | Sec-Fetch-Site | cross-site                  | same-origin  |
      | /exposed/image/main-camera/preview    | Referer        | https://evil.example/a      | same-origin  |
      | /exposed/image/main-camera/preview    | Referer        | http://localhost:5173/panel | cross-origin |
      | /panel/icon.svg                       | Referer        | http://localhost:5173/panel | cross-origin |

  @WIR-3.a
  Scenario: With the origin * every page may read and write
    Given the demo scene with "--allow-origin *"
    When I PUT /exposed/object/key-light/intensity with the header Origin: https://anywhere.example
    Then the status is 200
    And the header "Access-Control-Allow-Origin" is "https://anywhere.example"
    When I OPTIONS /exposed/object/key-light/intensity with the headers:
      | Origin                        | https://anywhere.example |
      | Access-Control-Request-Method | PUT                      |
    Then the status is 204
    And the header "Access-Control-Allow-Origin" is "https://anywhere.example"

  @WIR-3.c @WIR-2.b
  Scenario Outline: Host and Origin are recognized in every spelling of this machine: <host>
    Given the demo scene
    When I GET /exposed/objects with the header Host: <host>
    Then the status is <status>
    When I PUT /exposed/object/key-light/intensity with the header Origin: http://<host>
    Then the status is <status>

    Examples:
      | host                   | status |
      | localhost.             | 200    |
      | a.localhost.:8080      | 200    |
      | 127.0.0.1.             | 200    |
      | 127.0.0.01:9095        | 200    |
      | 127.0.0.08             | 403    |
      | 127.999.999.999        | 403    |
      | localhost..            | 403    |
      | evil.example@localhost | 403    |
      | localhost:99999        | 403    |

  @ERR-5.a @WIR-3.d
  Scenario: With a token every route needs it
    Given the demo scene with "--token open-sesame"
    When I GET /api/status
    Then it is refused with 401 "Unauthorized"
    When I GET /exposed/objects with the header Authorization: Bearer wrong
    Then it is refused with 401 "Unauthorized"
    When I GET /exposed/object/key-light/intensity with the header Authorization: Bearer open-sesame
    Then "value" of the answer is 1
    When I GET /exposed/objects?access_token=open-sesame
    Then it is refused with 401 "Unauthorized"
    When I subscribe with "access_token=open-sesame"
    Then the stream is answered with 200
    When I subscribe with "access_token=wrong"
    Then the stream is answered with 401

  @own-host @WIR-3.d
  Scenario: Responses to wrong tokens are delayed, and a correct token works at once
    Given the demo scene with "--token open-sesame-open-sesame"
    When I guess the token 11 times
    Then each is refused with 401 "Unauthorized"
    When I GET /exposed/object/key-light/intensity with the header Authorization: Bearer open-sesame-open-sesame
    Then "value" of the answer is 1
    When the host runs "log.tail"
    Then the "level" in the list "entries" of the answer are ["Warning"]
    And "entries[0].message" of the answer is "10 wrong tokens from the address \"127.0.0.1\": answers to more of them are delayed"

  @own-host @WIR-3.d
  Scenario: A correct token does not reset the count of wrong ones
    Given the demo scene with "--token open-sesame-open-sesame --read-token look-look-look-look"
    When I guess the token 9 times
    And I GET /exposed/object/key-light/intensity with the header Authorization: Bearer look-look-look-look
    Then "value" of the answer is 1
    When I guess the token 2 times
    And the host runs "log.tail"
    Then "entries[0].message" of the answer is "10 wrong tokens from the address \"127.0.0.1\": answers to more of them are delayed"

  @own-host @WIR-3.d
  Scenario: A short token causes a warning at the start
    Given the demo scene with "--token open-sesame"
    When the host runs "log.tail"
    Then the "level" in the list "entries" of the answer are ["Warning"]
    And "entries[0].message" of the answer is "The token has 11 characters and can be guessed: use at least 16, for example those of `openssl rand -hex 16`"

  @WIR-3.d
  Scenario: Routes without a token reveal nothing about the application
    Given the demo scene with "--token open-sesame"
    When I GET /
    Then the status is 200
    And the header "Content-Type" is "text/plain; charset=utf-8"
    And the answer contains the text /openapi.json
    And the answer contains the text /exposed/objects
    And the text of the answer has no "Demo Studio"
    When I GET /api/health
    Then the answer is exactly {"ok":true}
    When I HEAD /api/health
    Then the status is 200
    When I HEAD /
    Then the status is 200
    When I HEAD /api/status
    Then the status is 401
    When I POST /api/health
    Then the status is 401
    When I GET /api/healthy
    Then the status is 401

  @own-host @WIR-3.e
  Scenario: A rejected request is logged once, with the option that allows it
    Given the demo scene
    When I GET /exposed/objects with the header Origin: https://panel.example
    And I PUT /exposed/object/key-light/intensity with the header Origin: https://panel.example
    Then the status is 403
    When I GET /exposed/objects with the header Host: studio.local
    And I GET /exposed/objects with the header Host: studio.local
    And the host runs "log.tail"
    Then the "level" in the list "entries" of the answer are ["Warning","Warning","Warning"]
    And "entries[0].message" of the answer is "Answered a page of the origin \"https://panel.example\", to which browsers do not show the answer: allow it with allowOrigins (sim-host --allow-origin)"
    And "entries[1].message" of the answer is "Refused a page of the origin \"https://panel.example\": allow it with allowOrigins (sim-host --allow-origin)"
    And "entries[2].message" of the answer is "Refused a request for the host \"studio.local\": allow it with allowHosts (sim-host --allow-host)"

  @WIR-3.a
  Scenario: Options allow origins and hosts
    Given the demo scene with "--allow-origin https://a.example --allow-origin https://b.example:8080/ --allow-host studio.local"
    When I PUT /exposed/object/key-light/intensity with the header Origin: https://b.example:8080
    Then the status is 200
    And the header "Access-Control-Allow-Origin" is "https://b.example:8080"
    When I GET /exposed/objects with the header Host: studio.local:9095
    Then the status is 200
    When I PUT /exposed/object/key-light/intensity with the header Origin: https://c.example
    Then it is refused with 403 "Forbidden"
    Given the demo scene with SIM_HOST_ALLOW_ORIGIN = "https://c.example, https://d.example"
    When I PUT /exposed/object/key-light/intensity with the header Origin: https://d.example
    Then the status is 200

  @LIM-4.a
  Scenario: A body over the limit is rejected
    Given the scene "allowed"
    When I PUT 1024 bytes to /exposed/object/lamp/label
    Then the status is 200
    When I PUT 1025 bytes to /exposed/object/lamp/label
    Then it is refused with 413 "Request body too large"
    And the host still answers

  @WIR-3.d
  Scenario: A read token reads and changes nothing
    Given the demo scene with "--token open-sesame --read-token look"
    When I GET /exposed/object/key-light/intensity with the header Authorization: Bearer look
    Then "value" of the answer is 1
    When I GET /api/status with the header Authorization: Bearer look
    Then "access" of the answer is "read"
    When I GET /api/status with the header Authorization: Bearer open-sesame
    Then "access" of the answer is "full"
    When I POST /api/heartbeat with the header Authorization: Bearer look
    Then the status is 200
    When I PUT /exposed/object/key-light/intensity with the header Authorization: Bearer look
    Then it is refused with 403 "Not permitted"
    When I POST /exposed/object/key-light/intensity/reset with the header Authorization: Bearer look
    Then it is refused with 403 "Not permitted"
    When I POST /exposed/function/key-light/Flash with the header Authorization: Bearer look
    Then it is refused with 403 "Not permitted"
    When I POST /api/commands/reset with the header Authorization: Bearer look
    Then it is refused with 403 "Not permitted"
    When I PUT /exposed/object/key-light with the header Authorization: Bearer look
    Then it is refused with 403 "Not permitted"
    When I subscribe with "access_token=look"
    Then the stream is answered with 200
    When I PUT /exposed/object/key-light/intensity with the header Authorization: Bearer open-sesame
    Then the status is 200

  @WIR-3.d
  Scenario: A code is exchanged for a token once
    Given the demo scene with "--token open-sesame --pair read"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "code"
    And I POST /api/pair with the body {"code":"<code>"}
    Then "access" of the answer is "read"
    And I remember the "token" of the answer as "token"
    When I GET /exposed/object/key-light/intensity with the header Authorization: Bearer <token>
    Then "value" of the answer is 1
    When I PUT /exposed/object/key-light/intensity with the header Authorization: Bearer <token>
    Then it is refused with 403 "Not permitted"
    When I POST /api/pair with the body {"code":"<code>"}
    Then it is refused with 403 "Wrong code"
    When I POST /api/pair with the body {"code":1}
    Then it is refused with 400 "Invalid request format"
    When the host is told to end
    And the host is started again
    And I GET /exposed/object/key-light/intensity with the header Authorization: Bearer <token>
    Then "value" of the answer is 1

  @WIR-3.d
  Scenario: Five wrong codes in a minute block further tries
    Given the demo scene with "--pair"
    When I GET /api/status
    Then it is refused with 401 "Unauthorized"
    When I POST /api/pair with the body {"code":"none"}
    Then it is refused with 400 "Invalid request format"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "code"
    And I guess another code than "<code>" 5 times
    Then each is refused with 403 "Wrong code"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "next"
    Then "<code>" and "<next>" differ
    When I POST /api/pair with the body {"code":"<next>"}
    Then it is refused with 429 "Too many tries"
    When 60 seconds pass
    And I POST /api/pair with the body {"code":"<next>"}
    Then "access" of the answer is "full"

  @WIR-3.d
  Scenario: A code expires after five minutes
    Given the demo scene with "--pair"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "code"
    And 299 seconds pass
    And the host runs "pairing.code"
    Then "code" of the answer is "<code>"
    And "seconds" of the answer is 1
    When 1 second passes
    And I POST /api/pair with the body {"code":"<code>"}
    Then it is refused with 403 "Wrong code"
    When the host runs "pairing.code"
    And I remember the "code" of the answer as "next"
    And I POST /api/pair with the body {"code":"<next>"}
    Then "access" of the answer is "full"

  @WIR-3.f
  Scenario: Only named addresses and this machine may call
    Given the demo scene with "--allow 192.0.2.0/24"
    When I GET /api/status
    Then the status is 200
    Given the demo scene
    When I POST /api/pair with the body {"code":"123456"}
    Then it is refused with 404 "Not found"
