@any-host
Feature: The API's own description

  @VER-1.b @matrix
  Scenario: What the host answers follows it
    Given the host
    When I GET every route that needs nothing
    Then no exchange breaks the description

  @VER-1.a @matrix
  Scenario: It is served
    Given the host
    And it serves its description
    When I GET /openapi.json
    Then the text of the answer has "\"openapi\":"
    When I GET /openapi.yaml
    Then the answer contains the text openapi: 3
