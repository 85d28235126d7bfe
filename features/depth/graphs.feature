Feature: Graphs of inline objects
  Inline objects can form chains, cycles, and arrays that contain themselves. Every operation on them ends, and only a
  repeated ancestor is cut off.

  Background:
    Given the scene "graphs"

  @DEP-6 @DEP-7 @DEP-12.b @DEP-13.a
  Scenario: A chain of 300 objects is fully read, compared and reset
    Given I call "graph/Chain" with [300]
    When I GET /exposed/object/graph?nested
    Then the text of the answer has no "@truncated"
    And I call "graph/NameLast" with ["end"]
    When I GET /exposed/object/graph/first
    Then the answer contains the text "name":"end","next":null
    And the text of the answer has no "@truncated"

  @DEP-12.a
  Scenario: An object that occurs twice is cut off only inside itself
    Given I call "graph/Link" with [3]
    When I GET /exposed/object/graph/first
    Then "value.links[0].links[0]" of the answer is {"@type":"Node","@truncated":true}
    And "value.links[0].links[1].name" of the answer is "a"
    And "value.links[1].links[1].name" of the answer is "a"
    And "value.links[1].links[1].links[1]" of the answer is {"@type":"Node","@truncated":true}

  @EVT-12.a @DEP-12.a @DEP-12.b
  Scenario: A cycle that a module makes is cut off at the repeated ancestor, in reads and in the event of its owner
    Given I call "graph/Chain" with [2]
    And I call "graph/NameLast" with ["b"]
    And I subscribe
    When I call "graph/Back" with []
    And 1 frame passes
    Then the stream brings exactly:
      | kind                   | path    | value |
      | exposed_object_updated | "first" | {"@type":"Node","name":"a","next":{"@type":"Node","name":"b","next":{"@type":"Node","@truncated":true},"links":[]},"links":[]} |
    And GET /exposed/object/graph/first has the value {"@type":"Node","name":"a","next":{"@type":"Node","name":"b","next":{"@type":"Node","@truncated":true},"links":[]},"links":[]}
    And GET /exposed/object/graph/first/next/name has the value "b"
    When I GET /exposed/object/graph?nested
    Then "first" of the answer is {"@type":"Node","name":"a","next":{"@type":"Node","name":"b","next":{"@type":"Node","@truncated":true},"links":[]},"links":[]}

  @DEP-12.a
  Scenario: A module may set a cycle as a value
    When I call "graph/TieNew" with []
    Then GET /exposed/object/graph/first has the value {"@type":"Node","name":"one","next":{"@type":"Node","name":"two","next":{"@type":"Node","@truncated":true},"links":[]},"links":[]}
    When I PUT /exposed/object/graph/twice/1/next/name with the value "renamed"
    Then GET /exposed/object/graph/twice/0/name has the value "renamed"
    And GET /exposed/object/graph/first/name has the value "one"
    When I call "graph/TiePlain" with []
    Then GET /exposed/object/graph/first has the value {"@type":"Node","name":"plain","next":{"@type":"Node","@truncated":true},"links":[]}

  @DEP-13.b
  Scenario: A graph that no read can expand is captured and saved, or rejected, without delay
    Given I call "graph/Link" with [11]
    When I PUT /exposed/object/graph/part/label with the value "other"
    And the host saves the live scene as "a"
    Then "objects[0].part" in the file "a.live.json" is {"label":"other"}
    When the host runs "preset.save" with {"key": "graph", "name": "b"}
    Then the host still answers

  @DEP-13.c @DEP-13.d
  Scenario: An object beyond the value limit is rejected for a read and has stubs in a write response
    Given I call "graph/Link" with [11]
    When I GET /exposed/object/graph/first
    Then it is refused with 413 "Answer too large"
    And the message says "/first/links/0"
    When I GET /exposed/object/graph?nested
    Then it is refused with 413 "Answer too large"
    When I GET /exposed/object/graph
    Then "first" of the answer is {"@type":"Node","@truncated":true}
    And GET /exposed/object/graph/first/links/3/name has the value "a"
    When I PUT /exposed/object/graph/first with the value {"name":"b"}
    Then the status is 200
    And "value.name" of the answer is "b"
    When I GET /exposed/objects?nested
    Then the status is 200
