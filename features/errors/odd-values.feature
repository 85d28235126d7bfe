Feature: Invalid values of an application affect only their own member

  Background:
    Given the application "odd"

  @ERR-7
  Scenario: A value that cannot be traversed affects only its member and is logged once
    When I GET /exposed/object/odd
    Then the status is 200
    And "level" of the answer is 1
    And "revoked" of the answer is null
    And "endless" of the answer is null
    And "trapped" of the answer is null
    And "crowd" of the answer is null
    And "mapped" of the answer is null
    And "symbol" of the answer is null
    And "sparse" of the answer is [0,1]
    And "view" of the answer is [1,2]
    When I GET /exposed/objects?type=Odd
    Then the "level" in the list "objects" of the answer are [1]
    When I GET /exposed/object/odd/endless
    Then it is refused with 500 "Get failed"
    And the message says "Odd.endless: an array of 4294967295 elements is too long"
    When I GET /exposed/object/odd/mapped/0
    Then it is refused with 500 "Get failed"
    And the message says "Odd.mapped: expected Gauge[], got an object of Map"
    Given I subscribe
    When I call "odd/raiseLevel" with []
    Then the stream brings exactly:
      | kind                   | path    | value |
      | exposed_object_updated | "level" | 2     |
    And the log has 5 entries of the level "Exception"
    When I call "odd/give" with []
    Then it is refused with 500 "Internal error"
    And the message says "give: an array of 4294967295 elements is too long"
    And the log has 6 entries of the level "Exception"

  Scenario: A typed array stays a typed array after writes
    When I PUT /exposed/object/odd/samples with the value [0.5,4]
    And I PUT /exposed/object/odd/samples/1 with the value 3
    And I POST /exposed/object/odd/samples with the body {"value":7}
    And I DELETE /exposed/object/odd/samples with the body {"index":0}
    Then "value" of the answer is [3,7]
    When I POST /exposed/object/odd/samples/reset
    Then "value" of the answer is [1,2]
