Feature: The web panel at the host's address

  Scenario: Browsers get the panel, and other clients get text
    Given the demo scene with "--token open-sesame"
    When I GET / with the header Accept: text/html,application/xhtml+xml,*/*;q=0.8
    Then the status is 200
    And the header "Content-Type" is "text/html; charset=utf-8"
    And the header "Cache-Control" is "no-cache"
    And the answer contains the text panel/app.js
    And the text of the answer has no "Demo Studio"
    When I GET /panel/app.js
    Then the status is 200
    And the header "Content-Type" is "text/javascript; charset=utf-8"
    When I GET /panel/glyph?name=lightbulb
    Then the status is 200
    And the header "Content-Type" is "image/svg+xml"
    When I GET /
    Then the header "Content-Type" is "text/plain; charset=utf-8"

  Scenario: An option turns the panel off
    Given the demo scene with "--no-panel"
    When I GET / with the header Accept: text/html
    Then the header "Content-Type" is "text/plain; charset=utf-8"
    When I GET /panel/app.js
    Then the status is 404
