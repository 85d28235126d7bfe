Feature: Paths below a null
  Nothing exists below a null. A write to a part of a value creates the value with defaults for the rest. The class of a
  null object is unknown, so nothing below it can be written.

  Background:
    Given the scene "nulls"

  @PTH-12.a
  Scenario Outline: A read or a reset below a null is 404
    When I GET /exposed/object/rich/<path>
    Then it is refused with 404 "Property not found"
    When I POST /exposed/object/rich/<path>/reset
    Then it is refused with 404 "Property not found"
    And the log has no "Exception"

    Examples:
      | path            |
      | target/x        |
      | target.y        |
      | color/r         |
      | turn/w          |
      | cell/x          |
      | pose/position   |
      | pose/position/x |
      | pose.scale.z    |
      | knob/level      |
      | knob/spot/x     |
      | knobs/0/spot/x  |
      | knobs[a].spot.x |
      | spare/0         |
      | spare/a/level   |
      | spare[a].spot.x |
      | places/0        |
      | places[0].x     |
      | count/x         |

  @PTH-12.b
  Scenario Outline: A write to a part of a null value creates the value at every level
    When I PUT /exposed/object/rich/<path> with the value <value>
    Then "value" of the answer is <value>
    And "path" of the answer is "<canonical>"
    And GET /exposed/object/rich/<whole> has the value <made>
    And GET /exposed/object/rich/<path> has the value <value>
    When I GET /exposed/object/rich/<whole>
    Then "changed" of the answer is true
    When I POST /exposed/object/rich/<whole>/reset
    Then GET /exposed/object/rich/<whole> has the value null

    Examples:
      | path            | value                 | canonical       | whole        | made                                                                                              |
      | target/x        | 2                     | target/x        | target       | {"x":2,"y":0,"z":0}                                                                               |
      | target/x        | 0                     | target/x        | target       | {"x":0,"y":0,"z":0}                                                                               |
      | color.g         | 0.5                   | color/g         | color        | {"r":0,"g":0.5,"b":0,"a":0}                                                                       |
      | turn/x          | 1                     | turn/x          | turn         | {"x":1,"y":0,"z":0,"w":1}                                                                         |
      | cell/y          | 3                     | cell/y          | cell         | {"x":0,"y":3}                                                                                     |
      | pose/position/x | 2                     | pose/position/x | pose         | {"position":{"x":2,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1},"scale":{"x":1,"y":1,"z":1}} |
      | knobs[a].spot.z | 4                     | knobs/0/spot/z  | knobs/0/spot | {"x":0,"y":0,"z":4}                                                                               |
      | pose/scale      | {"x":1,"y":1,"z":1}   | pose/scale      | pose         | {"position":{"x":0,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1},"scale":{"x":1,"y":1,"z":1}} |

  @PTH-12.b
  Scenario Outline: A rejected write creates nothing
    When I PUT /exposed/object/rich/<path> with the value <value>
    Then it is refused with 400 "Failed to set property"
    And GET /exposed/object/rich/<whole> has the value null
    And nothing is unsaved

    Examples:
      | path            | value       | whole  |
      | target/x        | "far"       | target |
      | cell/x          | 2147483648  | cell   |
      | pose/position/x | null        | pose   |
      | pose/position   | {"x":"far"} | pose   |

  @PTH-12.c
  Scenario Outline: A write below a null object or list creates nothing
    When I PUT /exposed/object/rich/<path> with the value 1
    Then it is refused with 404 "Property not found"
    And GET /exposed/object/rich/<whole> has the value null
    And nothing is unsaved

    Examples:
      | path          | whole  |
      | knob/level    | knob   |
      | knob/spot/x   | knob   |
      | spare/0/level | spare  |
      | spare[a].spot | spare  |
      | places/0/x    | places |
      | count/x       | count  |

  @PTH-12.b
  Scenario: An element that is appended to a null list creates the list
    When I POST /exposed/object/rich/places with the body {"value":{"y":2}}
    Then "value" of the answer is [{"x":0,"y":2,"z":0}]
    And GET /exposed/object/rich/places/0/y has the value 2

  @PTH-12.a @PTH-12.b @END-8.b
  Scenario: Batch items see what earlier items created
    When I POST /exposed/batch with:
      """
      {"requests":[
        {"id":1,"method":"GET","path":"/exposed/object/rich/pose/position/x"},
        {"id":2,"method":"PUT","path":"/exposed/object/rich/pose/position/x","body":{"value":3}},
        {"id":3,"method":"GET","path":"/exposed/object/rich/pose/position"},
        {"id":4,"method":"PUT","path":"/exposed/object/rich/pose","body":{"value":null}},
        {"id":5,"method":"POST","path":"/exposed/object/rich/pose/position/x/reset"},
        {"id":6,"method":"PUT","path":"/exposed/object/rich/knob/level","body":{"value":1}}
      ]}
      """
    Then the "status" in the list "responses" of the answer are [404,200,200,200,404,404]
    And "responses[2].body.value" of the answer is {"x":3,"y":0,"z":0}
    And GET /exposed/object/rich/pose has the value null
    And the log has no "Exception"

  @PTH-12.d
  Scenario: A created value is broadcast as a whole
    Given I subscribe with "kinds=exposed_object_updated"
    When I PUT /exposed/object/rich/pose/position/x with the value 2
    And I PUT /exposed/object/rich/target/y with the value 0
    Then the stream brings exactly:
      | kind                   | path     | value                                                                                             |
      | exposed_object_updated | "pose"   | {"position":{"x":2,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1},"scale":{"x":1,"y":1,"z":1}} |
      | exposed_object_updated | "target" | {"x":0,"y":0,"z":0}                                                                               |

  @PTH-12.b
  Scenario: A reset restores a default value as a whole; parts of a null value have no default
    When I PUT /exposed/object/rich/home with the value null
    Then "changed" of the answer is true
    When I POST /exposed/object/rich/home/x/reset
    Then it is refused with 404 "Property not found"
    When I PUT /exposed/object/rich/home/y with the value 2
    Then "changed" of the answer is false
    And GET /exposed/object/rich/home has the value {"x":0,"y":2,"z":0}
    When I POST /exposed/object/rich/home/z/reset
    Then "value" of the answer is 3
    When I POST /exposed/object/rich/home/reset
    Then "value" of the answer is {"x":1,"y":2,"z":3}

  @PTH-12.b @LSC-17.a
  Scenario: A file with a part of a null value creates it with defaults for the rest
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "rich", "@type": "Rich", "target": {"x": 2.0}, "pose": {"position": {"y": 3.0}}, "home": null, "knobs": [{"spot": {"z": 4.0}}]}]
      """
    When I remember the bytes of "a.live.json"
    And the host loads the live scene "a.live.json"
    Then GET /exposed/object/rich/target has the value {"x":2,"y":0,"z":0}
    And GET /exposed/object/rich/pose/position has the value {"x":0,"y":3,"z":0}
    And GET /exposed/object/rich/pose/scale/x has the value 1
    And GET /exposed/object/rich/home has the value null
    And GET /exposed/object/rich/knobs/0/spot/z has the value 4
    Then a save leaves "a.live.json" as it is
    When I PUT /exposed/object/rich/home/x with the value 5
    And I PUT /exposed/object/rich/target with the value null
    And the host saves the live scene
    And the host is started again
    Then GET /exposed/object/rich/home has the value {"x":5,"y":0,"z":0}
    And GET /exposed/object/rich/target has the value null
    And the log has no "Exception"
