@matrix
Feature: Languages and menus

  Background:
    Given the scene "translated"

  @SVC-1 @PRM-1.b
  Scenario: Descriptors, menus and prompts follow the language
    Given I subscribe
    When I GET /api/language
    Then the answer is exactly {"current":"en","available":["en","ja","zh-CN"]}
    When I GET /exposed/types?type=Lamp
    Then "types[0].category" of the answer is "Lighting"
    When I PUT /api/language with the body {"language":"ja"}
    Then the answer is exactly {"success":true,"current":"ja"}
    When I GET /exposed/types?type=Lamp
    Then "types[0].category" of the answer is "照明"
    And "types[0].help" of the answer is "ランプです"
    And "types[0].properties[0].label" of the answer is "明るさ"
    And "types[0].properties[0].help" of the answer is "Up to 8"
    And "types[0].properties[0].section.title" of the answer is "照明"
    When I GET /ui/sidemenu
    Then the answer is exactly {"menuItems":[{"id":"lights","icon":"lightbulb","label":"照明","pageType":"category","selectorObjectId":"lamp","factoryObjectId":"","position":"","order":0,"accessLevel":0},{"id":"about","icon":"","label":"About","pageType":"","selectorObjectId":"","factoryObjectId":"","position":"bottom","order":9,"accessLevel":2},{"id":"rig","icon":"","label":"明るさ","pageType":"object","selectorObjectId":"","factoryObjectId":"","position":"","order":2,"accessLevel":0}]}
    When I GET /ui/info
    Then the answer is exactly {"title":"ショー"}
    When the host runs "prompt.ask" with {"messageKey": "ask.lights"}
    And 1 frame passes
    Then the stream brings "types_update" with {}
    And the stream brings "confirm_request" with:
      """
      {"messageKey": "ask.lights", "message": "照明を消しますか？", "yesKey": "confirm.yes", "yes": "はい", "no": "いいえ"}
      """

  @ERR-2
  Scenario: An unknown language is rejected
    When I PUT /api/language with the body {"language":"fr"}
    Then it is refused with 400 "Invalid request format"
    And the message says "en, ja, zh-CN"
    When I PUT /api/language with the body {"language":7}
    Then it is refused with 400 "Invalid request format"
    When I GET /api/language
    Then "current" of the answer is "en"
