Feature: Changes of a component are sent for every object that shows it

  Background:
    Given the scene "rooms"

  @EVT-12.a
  Scenario: A write through either of two objects is sent for both, as long as both show the component
    Given I PUT /exposed/object/hall-lamp/other with the value {"@ref":"spare.components[Lamp]"}
    And GET /exposed/object/hall-lamp/other/level has the value 1
    And I subscribe with "kinds=exposed_object_updated"
    When I PUT /exposed/object/spare/components[Lamp].level with the value 0.25
    Then "path" of the answer is "components/0/level"
    And GET /exposed/object/hall-lamp/other/level has the value 0.25
    When 1 frame passes
    And I PUT /exposed/object/hall-lamp/other/level with the value 0.75
    Then "path" of the answer is "other/level"
    And GET /exposed/object/spare/components/0/level has the value 0.75
    When 1 frame passes
    And I PUT /exposed/object/hall-lamp/other with the value null
    And I PUT /exposed/object/spare/components/0/level with the value 0.5
    Then the stream brings exactly:
      | kind                   | path                 | value |
      | exposed_object_updated | "components/0/level" | 0.25  |
      | exposed_object_updated | "other/level"        | 0.25  |
      | exposed_object_updated | "other/level"        | 0.75  |
      | exposed_object_updated | "components/0/level" | 0.75  |
      | exposed_object_updated | "other"              | null  |
      | exposed_object_updated | "components/0/level" | 0.5   |

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
