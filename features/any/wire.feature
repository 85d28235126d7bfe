@any-host
Feature: The rest of the protocol that remote apps rely on
  Routes, preflight requests, the stream and the JSON forms of values, as docs/spec/wire.md defines them.

  Background:
    Given the host

  @WIR-1.a @WIR-1.b
  Scenario: Words of a route match in any case, names only in their own
    Given it has objects
    And one of them has a property that takes numbers
    # @WIR-1.a
    When I GET /EXPOSED/Object/<object>/<name>
    Then the status is 200
    And "value" of the answer is <value>
    # @WIR-1.b
    When I GET /exposed/object/<object>/<other-case>
    Then the status is 404

  @WIR-2.a @WIR-2.b
  Scenario: A preflight response tells pages of this machine what they may do
    # @WIR-2.a
    When I OPTIONS /exposed/objects with the headers:
      | Origin                        | http://localhost:5173 |
      | Access-Control-Request-Method | PUT                   |
    Then the status is 204
    And the header "Access-Control-Allow-Methods" names "GET, POST, PUT, DELETE, PATCH"
    And the header "Access-Control-Allow-Headers" names "Content-Type, X-Client-ID"
    And pages of "http://localhost:5173" may read the answer
    # @WIR-2.b
    When I GET /exposed/objects with the header Origin: http://localhost:5173
    Then the status is 200
    And pages of "http://localhost:5173" may read the answer

  @WIR-3.b
  Scenario: Pages of other origins write nothing
    Given it has objects
    And one of them has a property that takes numbers
    And it lets in no page of "https://elsewhere.example"
    When a page of "https://elsewhere.example" writes <other> to <path>
    Then the status is 403
    And GET <path> has the value <value>

  @EVT-1 @WIR-4.a @WIR-4.b @WIR-4.c
  Scenario: The stream begins with connected, and each event has its kind and time
    Given it has objects
    And one of them has a property that takes numbers
    # @WIR-4.a
    When I subscribe with "clientId=conformance"
    Then the stream is answered with 200
    And its head says that it is a stream, and not to be kept
    # @WIR-4.b
    And it begins with "connected" for the client "conformance"
    # @EVT-1
    When I PUT <path> with the value <other>
    And its frames go on
    Then the stream brings "exposed_object_updated" with {"id": "<object>"}
    # @WIR-4.c
    And each of its events is one line of data that says its kind and its time

  @EVT-1 @WIR-5.a @WIR-5.b
  Scenario: Event ids increase by one, and an app that reconnects misses nothing
    Given it has objects
    And one of them has a property that takes numbers
    And I subscribe
    And it says whether a stream goes on
    # @EVT-1
    When I PUT <path> with the value <other>
    And its frames go on
    Then the stream brings "exposed_object_updated" with {"id": "<object>", "value": <other>}
    # @WIR-5.a
    And its events are counted by one
    # @EVT-1
    When "another-app" subscribes
    And the connection of the stream is cut
    And I PUT <path> with the value <value>
    And its frames go on
    Then "another-app" gets "exposed_object_updated" with {"id": "<object>", "value": <value>}
    # @WIR-5.b
    When I subscribe again with the Last-Event-ID
    Then the stream brings "connected" with {"resume": "resumed"}
    And the stream brings "exposed_object_updated" with {"id": "<object>", "value": <value>}

  @EVT-1 @EVT-13.a
  Scenario: A stream that breaks right after its first event is resumed
    Given it has objects
    And one of them has a property that takes numbers
    And I subscribe
    And it says whether a stream goes on
    Then the id of its first event is the cursor that this names
    When "another-app" subscribes
    And the connection of the stream is cut
    And I PUT <path> with the value <other>
    And its frames go on
    Then "another-app" gets "exposed_object_updated" with {"id": "<object>", "value": <other>}
    When I subscribe again with the Last-Event-ID
    Then the stream brings "connected" with {"resume": "resumed"}
    And the stream brings "exposed_object_updated" with {"id": "<object>", "value": <other>}

  @WIR-6
  Scenario: A heartbeat response names the client
    When I POST /api/heartbeat with the header X-Client-ID: conformance
    Then "clientId" of the answer is "conformance"
    When I GET /api/heartbeat?clientId=another
    Then "clientId" of the answer is "another"
    When I GET /api/heartbeat?clientId=another with the header X-Client-ID: conformance
    Then "clientId" of the answer is "conformance"

  @WIR-7
  Scenario: Every value has the JSON form of its type
    Given it has objects
    Then every value has the form of its type

  @WIR-8.a @WIR-8.b
  Scenario: A property says whether it differs from its default
    Given it has objects
    And one of them has a property that takes numbers
    # @WIR-8.a
    When I POST <path>/reset
    Then the status is 200
    And "changed" of the answer is false
    # @WIR-8.b
    When I PUT <path> with a number that is not its default
    Then the status is 200
    And "changed" of the answer is true

  @WIR-9.a @WIR-9.b @WIR-9.c
  Scenario: A list operation returns the list
    Given it has objects
    And one of them has a list of values
    And it takes one more
    # @WIR-9.a
    When I POST <list> with the body {"value":<first>}
    Then the status is 200
    And "value" of the answer is <longer>
    # @WIR-9.b
    When I DELETE <list> with the body {"index":-1}
    Then the status is 200
    And "value" of the answer is <elements>
    # @WIR-9.c
    When I PATCH <list> with the body {"fromIndex":0,"toIndex":<last>}
    Then the status is 200
    And "value" of the answer is <rotated>

  @WIR-10
  Scenario: A response to an unsupported method names the supported ones
    When I DELETE /exposed/objects
    Then it is 405
    And the header "Allow" names "GET"

  @WIR-11.a @WIR-11.b
  Scenario: Types state their kind and the kind of their values
    Given its types say of what kind they are
    # @WIR-11.a
    Then each is a component, a class, a struct or static
    # @WIR-11.b
    And each of their properties says of what kind its value is, and a list what is in it

  @ERR-3.a @ERR-3.b
  Scenario: A number that does not fit its type is rejected and changes nothing
    Given it has objects
    And one of them has a property that takes whole numbers of 32 bits
    # @ERR-3.a
    When I PUT <path> with the value 2147483648
    Then the status is 400
    # @ERR-3.b
    And GET <path> has the value <value>

  @ERR-8.a
  Scenario: A write with one rejected member writes none of the others
    Given it has objects
    And one of them has a property that takes numbers
    And it writes whole objects
    And the same object has another value that can be written
    When I PUT /exposed/object/<object> with the body {"value":{"<name>":<other>,"<second>":{"no":"value"}}}
    Then the status is 400
    And GET <path> has the value <value>
