Feature: What clients send and leave unread is bounded

  @LIM-4
  Scenario: A connection that asks and never reads costs one answer
    Given the scene "model"
    When I PUT 4000000 bytes to /exposed/object/part/secret
    And I note the memory of the host
    And a client asks 100 times for /exposed/object/part/secret and reads nothing
    Then the host has grown by less than 200 MB
    And the host still answers

  @LIM-4
  Scenario: Of bodies that are being received the longest idle ones are refused, and the others notice nothing
    Given the scene "model"
    When I note the memory of the host
    And 40 clients send 4000000 bytes of a body for /exposed/object/part/secret and stop
    Then at least one of them is answered with 503
    And the host has grown by less than 200 MB
    When I PUT /exposed/object/part/level with the value 2
    Then the status is 200

  @LIM-5
  Scenario: A number that nobody means is refused before it is read
    Given the scene "model"
    When I PUT a number of 2000000 digits to /exposed/object/part/int64
    Then it is refused with 400 "Invalid JSON body"
    And the message says "1024 characters"

  @SVC-8
  Scenario: Pipelined requests are answered in order
    Given the scene "model"
    When a client sends:
      """
      GET /exposed/object/part/level HTTP/1.1
      Host: localhost

      GET /nowhere HTTP/1.1
      Host: localhost

      GET /exposed/object/part/level HTTP/1.1
      Host: localhost


      """
    Then it is answered with 200, 404, 200

  @SVC-8
  Scenario: A request whose end is unclear is refused
    Given the scene "model"
    When a client sends:
      """
      PUT /exposed/object/part/level HTTP/1.1
      Host: localhost
      Content-Length: 11
      Content-Length: 5

      {"value":7}
      """
    Then it is answered with 400
    And GET /exposed/object/part/level has the value 1

  @SVC-8
  Scenario Outline: A body that is encoded otherwise than in chunks is refused
    Given the scene "model"
    When a client sends:
      """
      PUT /exposed/object/part/level HTTP/1.1
      Host: localhost
      Transfer-Encoding: <coding>

      b
      {"value":7}
      0


      """
    Then it is answered with <status>
    And GET /exposed/object/part/level has the value <level>

    Examples:
      | coding        | status | level |
      | chunked       | 200    | 7     |
      | Chunked       | 200    | 7     |
      | gzip, chunked | 400    | 1     |
      | xchunked      | 400    | 1     |
