Feature: Objects that lead to each other in any way
  Inline objects make graphs: chains of any length, nodes that all know each other, arrays that hold themselves. Whatever is
  done with them ends, and what is cut off is a repeated ancestor and nothing else.

  Background:
    Given the scene "graphs"

  @DEP-12 @DEP-13
  Scenario: A chain of 300 is shown to its end, compared and reset
    Given I call "graph/Chain" with [300]
    When I GET /exposed/object/graph?nested
    Then the text of the answer has no "@truncated"
    And I call "graph/NameLast" with ["end"]
    When I GET /exposed/object/graph/first
    Then the text of the answer has "\"name\":\"end\",\"next\":null"
    And the text of the answer has no "@truncated"

  @DEP-13
  Scenario: A node whose array holds itself twice is read, written and reset
    Given I call "graph/Repeat" with []
    When I PUT /exposed/object/graph/first with the value {"name":"b"}
    Then "value" of the answer is {"@type":"Node","name":"b","next":null,"links":[{"@type":"Node","@truncated":true},{"@type":"Node","@truncated":true}]}
    And "changed" of the answer is true
    When I POST /exposed/object/graph/first/reset
    Then "value" of the answer is {"@type":"Node","name":"a","next":null,"links":[]}
    And "changed" of the answer is false

  @DEP-13
  Scenario: What expands to more values than the limit is refused for a read, and cut in an answer to a write
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
