Feature: An element that stands in its array more than once

  @END-5
  Scenario: What is written in the place of one of two that are the same is answered where it was written
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
