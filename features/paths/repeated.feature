Feature: Repeated elements of an array

  @END-5
  Scenario: A write to one of two equal elements returns the path that it was sent to
    Given the scene "hands"
    And I know the id of "second" as "second"
    And I know the id of "child" as "child"
    When I PUT /exposed/object/first/friends with the value [{"@ref":"<second>"},{"@ref":"<second>"}]
    And I PUT /exposed/object/first/friends/0 with the value {"@ref":"<child>"}
    Then the status is 200
    And "path" of the answer is "friends/0"
    And "value.@ref" of the answer is "<child>"
    When I GET /exposed/object/first/friends
    Then "value.0.@ref" of the answer is "<child>"
    And "value.1.@ref" of the answer is "<second>"
