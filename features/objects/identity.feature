Feature: Identity of exposed objects

  @OBJ-1.a @OBJ-1.b
  Scenario: Two runs of one scene may give different ids
    Given the demo scene
    And I know the id of "key-light" as "first"
    When the host is started again
    And I know the id of "key-light" as "second"
    Then "<first>" and "<second>" differ
    When I GET /exposed/object/<second>
    Then "@source" of the answer is "key-light"

  @OBJ-3.a @OBJ-3.b @OBJ-3.c @matrix
  Scenario: Ids beyond 2^53 are exact in paths, bodies and events
    Given the scene "long-ids"
    When I GET /exposed/object/first
    Then "@id" of the answer is "9223372036854775101"
    And the answer contains the text "@instanceID":9223372036854775100,
    When I GET /exposed/object/9223372036854775101/level
    Then "id" of the answer is "9223372036854775101"
    When I PUT /exposed/object/second/friend with the value {"@ref":"9223372036854775101"}
    Then the answer contains the text "@ref":"9223372036854775101","@name":"First","@instanceID":9223372036854775100
    When I PUT /exposed/object/second/friend with the body {"value":{"@ref":9223372036854775101}}
    Then the status is 200
    Given I subscribe
    When I PUT /exposed/object/9223372036854775101/level with the value 3
    And I PUT /exposed/object/second/friend with the value null
    Then the stream brings exactly:
      | kind                   | id                    | path     |
      | exposed_object_updated | "9223372036854775101" | "level"  |
      | exposed_object_updated | "9223372036854775104" | "friend" |
    Then there is no object "9223372036854775109"

  @OBJ-4.a @OBJ-4.b @OBJ-5.a @OBJ-5.b
  Scenario: The numeric id of an engine object addresses it, registered or not
    Given the demo scene
    When I GET /exposed/object/key-light
    And I remember "@instanceID" of the answer as "instance"
    And I remember "@id" of the answer as "id"
    And I GET /exposed/object/<instance>
    Then "@id" of the answer is "<id>"
    And "@instanceID" of the answer is <instance>
    When the host runs "asset.load" with {"key": "chair"}
    And 30 frames pass
    And I GET /exposed/object/chair?nested
    And I remember "components[0].@instanceID" of the answer as "component"
    And I GET /exposed/objects
    And the list in "objects" of the answer has 10 entries
    And I GET /exposed/object/<component>
    Then "@type" of the answer is "Chair"
    And "@instanceID" of the answer is <component>
    When I PUT /exposed/object/<component>/restYaw with the value 30
    Then the status is 200
    And GET /exposed/object/chair/components/Chair/restYaw has the value 30
    When I GET /exposed/objects
    Then the list in "objects" of the answer has 10 entries

  @OBJ-6.a @OBJ-6.b
  Scenario: Every object and nested composite names its type
    Given the demo scene
    When I GET /exposed/object/main-camera?nested
    Then "@type" of the answer is "StudioCamera"
    And "lens.@type" of the answer is "Lens"
    And "lens.coating.@type" of the answer is "Coating"
    And "lenses[1].coating.@type" of the answer is "Coating"
    And "target.@type" of the answer is "StageLight"

  @OBJ-9.a @OBJ-9.b
  Scenario: Inherited members come first, in declaration order
    Given the scene "family"
    When I GET /exposed/object/child?nested
    Then the members of "" in the answer are @type, @id, @instanceID, @name, @source, a, b, c, d
    When I GET /exposed/types?type=Child
    Then the "name" in the list "types[0].properties" of the answer are ["a","b","c","d"]
    And the "order" in the list "types[0].properties" of the answer are [0,1,2,3]

  @OBJ-14.a @OBJ-14.b @OBJ-14.c @OBJ-14.d @OBJ-14.e
  Scenario: Fields, properties and functions are exposed; a property is not persisted unless marked so
    Given the scene "family"
    When I GET /exposed/types?type=Members
    Then the "name" in the list "types[0].properties" of the answer are ["field","lost","property","kept"]
    And the "isPersistable" in the list "types[0].properties" of the answer are [true,false,false,true]
    And the "name" in the list "types[0].functions" of the answer are ["Do"]
    When I PUT /exposed/object/members with the body {"value":{"field":1,"lost":2,"property":3,"kept":4}}
    Then the answer has {"field": 1, "lost": 2, "property": 3, "kept": 4}
