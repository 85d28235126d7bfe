Feature: Redeclared members replace inherited ones

  Background:
    Given the scene "inheritance"

  @OBJ-9.a
  Scenario: A redeclared member or function appears once, as declared last
    When I GET /exposed/types?type=Mixer
    Then the list in "types[0].properties" of the answer has 5 entries
    And the "name" in the list "types[0].properties" of the answer include "level", "gain", "mode", "layers", "note" in this order
    And the name "level" in "types[0].properties" of the answer has:
      """
      {"type": "Int32", "label": "Whole level", "order": 0}
      """
    And the list in "types[0].functions" of the answer has 2 entries
    And the name "identify" in "types[0].functions" of the answer has {"label": "Who", "order": 0}
    When I GET /exposed/types?type=Device
    Then the name "level" in "types[0].properties" of the answer has {"type": "Single", "label": "Level"}

  @OBJ-9.a @END-5
  Scenario: Reads, writes and calls go to the derived declaration
    When I GET /exposed/object/mixer/level
    Then the answer has {"value": 7, "changed": false}
    When I PUT /exposed/object/mixer/level with the value 2.5
    Then the answer has {"value": 2, "path": "level", "changed": true}
    When I PUT /exposed/object/device/level with the value 2.5
    Then the answer has {"value": 2.5}
    When I POST /exposed/function/mixer/IDENTIFY with the body {}
    Then the answer has {"result": "mixer"}

  @DSC-1.a
  Scenario: A condition writes flags as reads do
    When I GET /exposed/types?type=Mixer
    Then the name "note" in "types[0].properties" of the answer has:
      """
      {"visibility": {"property": "layers", "value": "Walls, Sky", "showWhenMatch": true}}
      """
