Feature: Changes of a component are sent for every object that shows it

  Background:
    Given the scene "rooms"

  @EVT-12.a
  Scenario: A write through either of two objects is sent for both
    Given I PUT /exposed/object/hall-lamp/other with the value {"@ref":"spare.components[Lamp]"}
    And GET /exposed/object/hall-lamp/other/level has the value 1
    And I subscribe
    When I PUT /exposed/object/spare/components[Lamp].level with the value 0.25
    Then "path" of the answer is "components/0/level"
    And GET /exposed/object/hall-lamp/other/level has the value 0.25
    And the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "components/0/level" | 0.25  |
      | exposed_object_updated | "other/level"        | 0.25  |

  @EVT-12.a
  Scenario: An object that no longer shows the component sends no event
    Given I PUT /exposed/object/hall-lamp/other with the value {"@ref":"spare.components[Lamp]"}
    And I PUT /exposed/object/hall-lamp/other with the value null
    And I subscribe
    When I PUT /exposed/object/spare/components/0/level with the value 0.5
    Then the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "components/0/level" | 0.5   |

  @EVT-12.a
  Scenario: A write through a reference is sent for the game object
    Given I PUT /exposed/object/hall-lamp/other with the value {"@ref":"spare.components[Lamp]"}
    And I subscribe
    When I PUT /exposed/object/hall-lamp/other/level with the value 0.75
    Then "path" of the answer is "other/level"
    And GET /exposed/object/spare/components/0/level has the value 0.75
    And the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "other/level"        | 0.75  |
      | exposed_object_updated | "components/0/level" | 0.75  |

  @EVT-12.a @own-host
  Scenario: A change of a component is sent for each application field that contains it
    Given the application "lamps" beside the scene "rooms"
    And I PUT /exposed/object/rig/front with the value {"@ref":"spare.components[Lamp]"}
    And I PUT /exposed/object/rig/back with the value {"@ref":"spare.components[Lamp]"}
    And I subscribe
    When I PUT /exposed/object/spare/components[Lamp].level with the value 0.25
    Then the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "components/0/level" | 0.25  |
      | exposed_object_updated | "front/level"        | 0.25  |
      | exposed_object_updated | "back/level"         | 0.25  |
    When I PUT /exposed/object/rig/front/level with the value 0.5
    Then the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "components/0/level" | 0.25  |
      | exposed_object_updated | "front/level"        | 0.25  |
      | exposed_object_updated | "back/level"         | 0.25  |
      | exposed_object_updated | "front/level"        | 0.5   |
      | exposed_object_updated | "components/0/level" | 0.5   |
      | exposed_object_updated | "back/level"         | 0.5   |
