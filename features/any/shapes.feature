@any-host
Feature: Objects, lists, references and types of any host
  These scenarios restore what they write. They test only what a host has: a host without lists fails no rule about lists.

  Background:
    Given the host
    And it has objects

  @DEP-6.b @DEP-6.c @DEP-6.d
  Scenario: The flag nested expands only if it is true
    Given one of them holds a composite
    # @DEP-6.b
    When I GET /exposed/object/<object>?nested=true
    Then the status is 200
    And the answer does not contain the text @truncated
    # @DEP-6.c
    When I GET /exposed/object/<object>?nested=false
    Then the answer has stubs
    And every composite of its objects is a stub
    # @DEP-6.d
    When I GET /exposed/object/<object>?nested=0
    Then the answer has stubs
    And every composite of its objects is a stub

  @OBJ-6.b
  Scenario: Every composite names its type
    Then every member whose type is a class names one

  @OBJ-7.a @OBJ-7.b @DEP-5
  Scenario: A registered object is shown as a reference, wherever it appears
    Given one of them refers to another
    # @OBJ-7.a
    When I GET /exposed/objects
    Then no object stands inside another one
    # @OBJ-7.b
    When I GET /exposed/objects?nested
    Then no object stands inside another one
    # @DEP-5
    And its references are those of the plain list
    # @OBJ-7.a
    And every reference of the answer leads to an object

  @DEP-3.a @DEP-3.b @DEP-3.c @LIM-1.b
  Scenario: A list of objects shows all its elements at depth 1, each as a stub
    Given one of them holds a list of composites
    Then its lists are as long as when nested
    # @DEP-3.b @DEP-3.c @LIM-1.b
    And each element is a stub of its type

  @DEP-4
  Scenario: A list of scalars is complete at depth 1
    Given one of them has a list of values
    Then the list stands whole in its object

  @DEP-11.b
  Scenario: A stub in a body leaves the child unchanged
    Given one of them holds a composite that can be written
    And it writes whole objects
    When I PUT /exposed/object/<object> with the body {"value":{"<member>":<stub>}}
    Then the status is 200
    And GET <composite> has the value <whole>

  @PTH-9.a
  Scenario: An index addresses an element
    Given one of them has a list of values
    When I GET <list>[0]
    Then the status is 200
    And "value" of the answer is <first>
    When I GET <list>/0
    Then the status is 200
    And "value" of the answer is <first>

  @PTH-2 @PTH-3
  Scenario: A key addresses an element
    Given one of them has a list of objects with keys
    # @PTH-2
    When I GET <list>[<key>]
    Then the status is 200
    And "value" of the answer is <first>
    # @PTH-3
    When I GET <list>/<key>
    Then the status is 200
    And "value" of the answer is <first>

  @ERR-4.a @ERR-4.b
  Scenario: A read-only member is not written
    Given one of them has a value that can only be read
    # @ERR-4.a
    When I PUT <path> with the value <other>
    Then it is refused
    # @ERR-4.b
    And GET <path> has the value <value>

  @END-10.a
  Scenario: A batch reads objects
    When I POST /exposed/batch with the body {"requests":[{"id":"a","method":"GET","path":"/exposed/object/<id>"}]}
    Then the status is 200
    And "responses[0].status" of the answer is 200
    And "responses[0].body.@id" of the answer is "<id>"

  @DRT-1 @DRT-2
  Scenario: A written value is unsaved until the baseline is written back
    Given nothing of it is unsaved
    And one of them has a property that takes numbers
    And files keep that number
    # @DRT-1
    When I PUT <path> with the value <other>
    Then it is told as unsaved
    # @DRT-2
    When I PUT <path> with the value <value>
    Then it is not told as unsaved

  @DSC-1.b
  Scenario: A single condition is emitted as visibility
    Given its types have members with "visibility"
    Then none of them has "visibilityConditions"

  @DSC-2
  Scenario: Several conditions are emitted as a list
    Given its types have members with "visibilityConditions"
    Then each is a list of two or more

  @DSC-5.b
  Scenario: collapsed is emitted only when true
    Given its types have members with "collapsed"
    Then each is true

  @DSC-6.a @DSC-6.b
  Scenario: elementTypeOptions lists the types that an element may have
    Given its types have members with "elementTypeOptions"
    # @DSC-6.b
    Then each is a list of one or more
    # @DSC-6.a
    And each names types that there are, none of them abstract

  @DSC-8
  Scenario: A string selector takes its choices from a property of the owner
    Given its types have members with the control "StringSelector"
    Then each names a property of its owner

  @DSC-11.a @DSC-11.b @DSC-11.c
  Scenario: The URL of a preview serves an image
    Given its types have members with the control "ImagePreview"
    # @DSC-11.a
    Then each can only be read
    # @DSC-11.b @DSC-11.c
    And the value of each is the address of an image, relative to the server

  @AST-1 @AST-4.a @AST-4.b
  Scenario: An asset member is written by GUID, and its asset has a name and a type
    Given it has objects
    And one of them offers assets for a member
    # @AST-4.a @AST-4.b
    When I GET /api/asset?guid=<guid>
    Then the status is 200
    And it tells the asset's name and type
    # @AST-1
    When I PUT <path> with the value "<guid>"
    Then "value.@guid" of the answer is "<guid>"
    When I GET <path>
    Then "value.@guid" of the answer is "<guid>"

  @AST-2 @AST-5
  Scenario: A composite key addresses a sub-asset
    Given it has objects
    And one of them offers sub-assets for a member
    # @AST-5
    When I GET /api/asset?guid=<guid>
    Then the status is 200
    And it tells the asset's name and type
    # @AST-2
    When I PUT <path> with the value "<guid>"
    Then "value.@guid" of the answer is "<guid>"
    When I GET <path>
    Then "value.@guid" of the answer is "<guid>"
