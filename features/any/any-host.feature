@any-host
Feature: Any host, whatever it exposes
  These scenarios choose objects themselves; they need no scene and no control API. A comment with rules
  above a step names the rules that the following steps test.

  Background:
    Given the host

  @SVC-1 @SVC-2.b @END-1 @OBJ-6.a
  Scenario: The host lists its objects as JSON
    # @SVC-1 @END-1
    When I GET /exposed/objects
    Then the status is 200
    # @SVC-2.b
    And the answer is JSON
    # @OBJ-6.a
    And every object of the answer names its type and its id

  @OBJ-1.a @END-3
  Scenario: An object is read by its id
    Given it has objects
    When I GET /exposed/object/<id>
    Then the status is 200
    And "@id" of the answer is "<id>"

  @END-2
  Scenario: The list is filtered by type
    Given it has objects
    When I remember the type of the fewest objects
    And I GET /exposed/objects?type=<type>
    Then the answer has the objects of that type, and those that derive from it
    When I GET /exposed/objects?type=No.Such.Type
    Then the answer is exactly {"objects":[]}

  @DEP-1.a @DEP-1.b @DEP-2 @DEP-6.a @DEP-7 @LIM-1.a
  Scenario: Depth 1 is the default, composites beyond it are stubs, and nested expands everything
    Given it has objects
    And one of them holds a composite
    # @DEP-1.a @LIM-1.a
    When I GET /exposed/objects
    Then the answer has stubs
    And every composite of its objects is a stub
    # @DEP-1.b @LIM-1.a
    When I GET /exposed/object/<object>
    Then the answer has stubs
    And every composite of its objects is a stub
    # @DEP-2
    And every stub in the answer has its type and nothing else
    # @DEP-6.a
    And the nested answer differs from the plain one in its stubs alone
    When I GET /exposed/object/<object>?nested
    Then the status is 200
    And the answer does not contain the text @truncated
    # @DEP-7
    When I GET /exposed/object/<object>/<member>
    Then the status is 200
    And the answer does not contain the text @truncated

  @END-4 @END-5.a @END-5.b @PTH-1
  Scenario: A write changes a property and returns its value, read back
    Given it has objects
    And one of them has a property that takes numbers
    # @END-4 @PTH-1
    When I GET <path>
    Then "value" of the answer is <value>
    And "id" of the answer is "<object>"
    And "path" of the answer is "<name>"
    # @END-5.b
    When I PUT <path> with the value <other>
    Then "value" of the answer is <other>
    # @END-5.a
    And GET <path> has the value <other>

  @END-6.a @END-6.b
  Scenario: A write of an object changes several members at once
    Given it has objects
    And one of them has a property that takes numbers
    And it writes whole objects
    # @END-6.b
    When I PUT /exposed/object/<object> with the body {"value":{"<name>":<other>}}
    Then the status is 200
    And "<name>" of the answer is <other>
    # @END-6.a
    And GET <path> has the value <other>

  @DEP-8
  Scenario: The response to a write of an object is fully expanded
    Given it has objects
    And one of them holds a composite
    And the object with it has a property that takes numbers
    And it writes whole objects
    When I PUT /exposed/object/<object> with the body {"value":{"<name>":<other>}}
    Then the status is 200
    And the answer does not contain the text @truncated

  @EVT-1
  Scenario: A change is broadcast
    Given it has objects
    And one of them has a property that takes numbers
    And I subscribe with "kinds=exposed_object_updated"
    When I PUT <path> with the value <other>
    And its frames go on
    Then the stream brings "exposed_object_updated" with {"id": "<object>", "path": "<name>", "value": <other>}

  @ERR-3.a @ERR-3.b @ERR-5.a @ERR-5.b
  Scenario: A value of another type is rejected and changes nothing
    Given it has objects
    And one of them has a property that takes numbers
    # @ERR-3.a
    When I PUT <path> with the value {"no":"number"}
    Then the status is 400
    # @ERR-5.a @ERR-5.b
    And the error says what was wrong
    # @ERR-3.b
    And GET <path> has the value <value>

  @ERR-2.a @ERR-2.b @ERR-5.a @ERR-5.b
  Scenario: A body that is not JSON, or of another shape, changes nothing
    Given it has objects
    And one of them has a property that takes numbers
    # @ERR-2.a
    When I PUT <path> with the body {"value":
    Then the status is 400
    # @ERR-5.a @ERR-5.b
    And the error says what was wrong
    # @ERR-2.a
    And GET <path> has the value <value>
    # @ERR-2.b
    When I PUT <path> with the body [1]
    Then the status is 400
    # @ERR-5.a @ERR-5.b
    And the error says what was wrong
    # @ERR-2.b
    When I PUT <path> with the body {"other":1}
    Then the status is 400
    And GET <path> has the value <value>

  @ERR-1.a @ERR-1.b @ERR-1.c @ERR-5.a @ERR-5.b
  Scenario: An unknown object, property or route is 404, and the message names it
    Given it has objects
    # @ERR-1.a
    When I GET /exposed/object/no-such-object
    Then the status is 404
    # @ERR-5.a @ERR-5.b
    And the error is told from the one before
    # @ERR-1.b
    When I GET /exposed/object/<id>/noSuchMember
    Then the status is 404
    # @ERR-5.a @ERR-5.b
    And the error is told from the one before
    # @ERR-1.c
    When I GET /no/such/route
    Then the status is 404
    # @ERR-5.a @ERR-5.b
    And the error is told from the one before

  @ERR-1.d
  Scenario: A wrong method on a known route is 405
    When I DELETE /exposed/objects
    Then it is 405

  @PTH-9.b
  Scenario: An index past the end is 404 and writes nothing
    Given it has objects
    And one of them has a list of values
    When I GET <list>[<end>]
    Then the status is 404
    When I PUT <list>[<end>] with the value <first>
    Then the status is 404
    And the list is as it was

  @PTH-5.a @PTH-5.b
  Scenario: An unknown key writes nothing
    Given it has objects
    And one of them has a list of objects
    When I PUT <list>[no-such-key].name with the value 1
    Then the status is 404
    And the list is as it was

  @END-7.a @END-7.b
  Scenario: A batch response has an entry for every item, in request order
    Given it has objects
    When I POST /exposed/batch with the body {"requests":[{"id":"a","method":"GET","path":"/exposed/object/<id>"},{"id":"b","method":"GET","path":"/exposed/object/no-such-object"},{"id":"c","method":"GET","path":"/no/such/route"},{"id":"d","method":"GET","path":"/exposed/object/<id>"}]}
    Then the "id" in the list "responses" of the answer are ["a","b","c","d"]

  @END-8.a @END-8.b @END-9 @END-10.b
  Scenario: A batch continues after an item fails, and echoes ids
    Given it has objects
    And one of them has a property that takes numbers
    # @END-8.a @END-8.b
    When a write of <other> to <path> alone is answered, and taken back
    # @END-9
    When I POST /exposed/batch with the body {"requests":[{"id":"a","method":"GET","path":"<path>"},{"id":"b","method":"GET","path":"/exposed/object/no-such-object"},{"id":"c","method":"PUT","path":"<path>","body":{"value":<other>}}]}
    Then the items "a", "b" and "c" are answered
    And GET <path> has the value <other>
    # @END-8.a @END-8.b
    And the item "b" is answered as /exposed/object/no-such-object is alone
    # @END-8.a @END-8.b @END-10.b
    And the item "c" is answered as it was alone

  @END-12.a
  Scenario: A malformed batch changes nothing
    Given it has objects
    And one of them has a property that takes numbers
    When I POST /exposed/batch with the body {"requests":[{"method":"PUT","path":"<path>","body":{"value":<other>}}]
    Then the status is 400
    And GET <path> has the value <value>

  @PRM-6.b
  Scenario: An answer to an unknown prompt is not an error and settles nothing
    When I POST /api/confirm with the body {"id":"no-such-prompt","choice":"yes"}
    Then it is settled for nobody

  @PRF-1.a @PRF-1.b
  Scenario: The host reports its frame rate and memory
    # @PRF-1.b
    When I GET /api/performance
    Then the answer has the number "memory", 1 or more
    # @PRF-1.a
    And the answer has the number "fps", 0 or more
    And its frame rate is measured

  @AST-7.a @AST-7.b
  Scenario: An unknown asset is 404, and a missing guid is 400
    # @AST-7.a
    When I GET /api/asset?guid=no-such-asset
    Then the status is 404
    # @AST-7.b
    When I GET /api/asset
    Then the status is 400

  @END-16.a @END-16.b
  Scenario: The host lists its orphans
    # @END-16.a
    When I GET /exposed/orphans
    Then the status is 200
    And the answer has the list "orphans"
    # @END-16.b
    When I POST /exposed/orphans/remove with the body {"sourceKey":"no-such-orphan"}
    Then "removed" of the answer is false
