@any-host
Feature: What holds for any host, whatever it exposes
  These scenarios find their objects out by themselves; they need no scene and no hands on the host's machine.

  Background:
    Given the host

  @SVC-1 @SVC-2 @END-1 @OBJ-6
  Scenario: It lists its objects as JSON
    When I GET /exposed/objects
    Then the status is 200
    And the header "Content-Type" is "application/json; charset=utf-8"
    And every object of the answer names its type and its id

  @OBJ-1 @END-3
  Scenario: An object is read by its id
    Given it has objects
    When I GET /exposed/object/<id>
    Then the status is 200
    And "@id" of the answer is "<id>"

  @END-2
  Scenario: The list is filtered by type
    Given it has objects
    When I remember the type of the first object
    And I GET /exposed/objects?type=<type>
    Then every object of the answer is a "<type>"
    When I GET /exposed/objects?type=No.Such.Type
    Then the answer is exactly {"objects":[]}

  @DEP-1 @DEP-2 @DEP-6 @DEP-7 @LIM-1
  Scenario: Depth 1 by default, stubs beyond it, everything when nested
    Given it has objects
    And one of them holds a composite
    When I GET /exposed/object/<object>
    Then every stub in the answer has its type and nothing else
    And the nested answer differs from the plain one in its stubs alone
    When I GET /exposed/object/<object>?nested
    Then the answer does not contain the text @truncated
    When I GET /exposed/object/<object>/<member>
    Then the answer does not contain the text @truncated

  @END-4 @END-5 @PTH-1
  Scenario: A property is read and written, and answers with its value read back
    Given it has objects
    And one of them has a property that takes numbers
    When I GET <path>
    Then "value" of the answer is <value>
    And "id" of the answer is "<object>"
    And "path" of the answer is "<name>"
    When I PUT <path> with the value <other>
    Then "value" of the answer is <other>
    And GET <path> has the value <other>
    And its number is put back

  @END-6 @DEP-8
  Scenario: Several members are written at once
    Given it has objects
    And one of them has a property that takes numbers
    When I PUT /exposed/object/<object> with the body {"value":{"<name>":<other>}}
    Then the status is 200
    And "<name>" of the answer is <other>
    And the answer does not contain the text @truncated
    And its number is put back

  @EVT-1 @DEP-9
  Scenario: A change is broadcast
    Given it has objects
    And one of them has a property that takes numbers
    And I subscribe with "kinds=exposed_object_updated"
    When I PUT <path> with the value <other>
    And its frames go on
    Then the stream brings "exposed_object_updated" with:
      """
      {"id": "<object>", "path": "<name>", "value": <other>}
      """
    And its number is put back

  @ERR-3 @ERR-5
  Scenario: A value of another type is refused and changes nothing
    Given it has objects
    And one of them has a property that takes numbers
    When I PUT <path> with the value {"no":"number"}
    Then the status is 400
    And the error says what was wrong
    And GET <path> has the value <value>

  @ERR-2 @ERR-5
  Scenario Outline: A body that is no JSON, or of another form, changes nothing
    Given it has objects
    And one of them has a property that takes numbers
    When I PUT <path> with the body <body>
    Then the status is 400
    And the error says what was wrong
    And GET <path> has the value <value>

    Examples:
      | body        |
      | {"value":   |
      | [1]         |
      | {"other":1} |

  @ERR-1 @ERR-5
  Scenario Outline: What is unknown is 404
    Given it has objects
    When I GET <request>
    Then the status is 404
    And the error says what was wrong

    Examples:
      | request                            |
      | /exposed/object/no-such-object     |
      | /exposed/object/<id>/noSuchMember  |
      | /no/such/route                     |

  @ERR-1
  Scenario: A wrong method on a known route is 405
    When I DELETE /exposed/objects
    Then the status is 405

  @PTH-5 @PTH-9
  Scenario: A path that leads nowhere writes nothing
    Given it has objects
    When I PUT /exposed/object/<id>/noSuchArray[9].member with the value 1
    Then the status is 404

  @END-7 @END-8 @END-9 @END-10
  Scenario: A batch goes on after an item fails, and echoes in order
    Given it has objects
    And one of them has a property that takes numbers
    When I POST /exposed/batch with the body {"requests":[{"id":"a","method":"GET","path":"<path>"},{"id":"b","method":"GET","path":"/exposed/object/no-such-object"},{"id":"c","method":"PUT","path":"<path>","body":{"value":<other>}}]}
    Then the "id" in the list "responses" of the answer are ["a","b","c"]
    And the "status" in the list "responses" of the answer are [200,404,200]
    And "responses[2].body.value" of the answer is <other>
    And its number is put back

  @END-12
  Scenario: A malformed batch applies nothing
    Given it has objects
    And one of them has a property that takes numbers
    When I POST /exposed/batch with the body {"requests":[{"method":"PUT","path":"<path>","body":{"value":<other>}}]
    Then the status is 400
    And GET <path> has the value <value>

  @PRM-6
  Scenario: An answer to an unknown prompt is no error
    When I POST /api/confirm with the body {"id":"no-such-prompt","choice":"yes"}
    Then the status is 200

  @PRF-1
  Scenario: Performance is reported
    When I GET /api/performance
    Then the answer has the number "fps", 0 or more
    And the answer has the number "memory", 1 or more

  @AST-7
  Scenario: An asset that nobody knows
    When I GET /api/asset?guid=no-such-asset
    Then the status is 404
    When I GET /api/asset
    Then the status is 400

  @END-16 @ORP-1
  Scenario: Orphans are listed
    When I GET /exposed/orphans
    Then the status is 200
    When I POST /exposed/orphans/remove with the body {"sourceKey":"no-such-orphan"}
    Then "removed" of the answer is false
