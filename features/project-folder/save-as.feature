Feature: Saving without a path

  @OPS-5 @matrix
  Scenario: A save without a path uses the current path
    Given the demo scene
    When I PUT /exposed/object/key-light/intensity with the value 2
    And the host runs "live.trySaveOrPrompt"
    Then the answer is exactly {"saved":true}
    And nothing is unsaved
    And "objects[0].intensity" in the file "demo.live.json" is 2

  Scenario Outline: Without a current path, a save opens the Save As picker of the application's mode
    Given the scene "<mode>"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host begins "live.trySaveOrPrompt"
    Then a dialog of the kind "saveAs" is up
    And the dialog has the title "<title>"
    When the dialog is answered with the path "shows/first"
    Then what was begun answers {"saved":true}
    And "objects[0].level" in the file "shows/first.live.json" is 2
    And nothing is unsaved

    @OPS-6.a
    Examples:
      | mode   | title   |
      | player | Save As |

    @OPS-6.b
    Examples:
      | mode   | title              |
      | editor | Save Live Scene As |

  @OPS-6
  Scenario: A scripted answer replaces the picker
    Given the scene "scripted"
    When I PUT /exposed/object/lamp/level with the value 2
    And the host begins "live.trySaveOrPrompt"
    And 1 frame passes
    Then what was begun answers {"saved":true}
    And "objects[0].level" in the file "scripted.live.json" is 2
