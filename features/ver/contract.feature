@matrix
@any-host
Feature: The API's own description

  @VER-1
  Scenario: It is served, and what the host answers follows it
    Given the host
    When I GET /openapi.json
    Then "openapi" of the answer is "3.1.0"
    When I GET /openapi.yaml
    Then the answer contains the text openapi: 3.1.0
    When I GET every route that needs nothing
    Then no exchange breaks the description
