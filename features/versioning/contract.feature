@any-host
Feature: OpenAPI description

  @VER-1.b @matrix
  Scenario: Every response matches the description
    Given the host
    When I GET every route that needs nothing
    Then no exchange breaks the description

  @VER-1.a @matrix
  Scenario: The host serves the description
    Given the host
    And it serves its description
    When I GET /openapi.json
    Then the answer contains the text "openapi":
    When I GET /openapi.yaml
    Then the answer contains the text openapi: 3
