Feature: Reads and events agree with the application's objects

  Background:
    Given the application "side-effects"

  @EVT-12.b
  Scenario: A setter that sets other members sends all of them
    Given I subscribe
    When I PUT /exposed/object/rig/mode with the value "wild"
    Then "value" of the answer is "wild"
    And the stream brings exactly:
      | kind                   | path     | value       |
      | exposed_object_updated | "gain"   | 4           |
      | exposed_object_updated | "mode"   | "wild"      |
      | exposed_object_updated | "notes"  | "mode wild" |
      | exposed_object_updated | "count"  | 1           |
      | exposed_object_updated | "double" | 2           |

  @EVT-12.b @DRT-1
  Scenario: A body whose setter sets another member of the body sends both
    Given I subscribe
    When I PUT /exposed/object/rig with the body {"value":{"notes":"mine","mode":"wild"}}
    Then "notes" of the answer is "mode wild"
    And the stream brings exactly:
      | kind                   | path     | value       |
      | exposed_object_updated | "gain"   | 4           |
      | exposed_object_updated | "notes"  | "mode wild" |
      | exposed_object_updated | "mode"   | "wild"      |
      | exposed_object_updated | "count"  | 1           |
      | exposed_object_updated | "double" | 2           |

  @EVT-12.b
  Scenario: Changes by a function in fields and other objects are sent
    Given GET /exposed/object/rig/serial has the value 7
    And GET /exposed/object/twin/count has the value 0
    And I subscribe
    When I call "rig/touchAll" with []
    Then GET /exposed/object/rig/serial has the value 8
    And GET /exposed/object/twin/count has the value 5
    And GET /exposed/object/twin/double has the value 10
    And the stream brings exactly:
      | kind                   | path            | value                                                     |
      | exposed_object_updated | "dials"         | [{"@type":"Dial","level":1},{"@type":"Dial","level":9}]   |
      | exposed_object_updated | "serial"        | 8                                                         |
      | exposed_object_updated | "count"         | 5                                                         |
      | exposed_object_updated | "double"        | 10                                                        |
      | exposed_object_updated | "dials/1/level" | 9                                                         |

  @EVT-12.a
  Scenario: A change of an inline object is sent for both of its owners
    Given GET /exposed/object/second/dial has the value {"@type":"Dial","level":1}
    And I subscribe
    When I PUT /exposed/object/board/dial/level with the value 3
    Then GET /exposed/object/second/dial has the value {"@type":"Dial","level":3}
    And GET /exposed/object/second/dial/level has the value 3
    And the stream brings exactly:
      | kind                   | path         | value |
      | exposed_object_updated | "dial/level" | 3     |
      | exposed_object_updated | "dial/level" | 3     |

  @EVT-12.b
  Scenario: A change of an accessor is sent with the value of the overriding getter
    Given GET /exposed/object/fixed/gain has the value 10
    And I subscribe
    When I PUT /exposed/object/fixed/dial/level with the value 3
    Then GET /exposed/object/fixed/gain has the value 30
    And the stream brings exactly:
      | kind                   | path         | value |
      | exposed_object_updated | "dial/level" | 3     |
      | exposed_object_updated | "gain"       | 30    |

  @EVT-12.b
  Scenario: Changes after an await are sent
    Given I subscribe
    When I call "rig/later" with []
    Then GET /exposed/object/rig/count has the value 50
    And the stream brings exactly:
      | kind                   | path     | value |
      | exposed_object_updated | "gain"   | 60    |
      | exposed_object_updated | "count"  | 50    |
      | exposed_object_updated | "double" | 100   |

  @ERR-8.a @ERR-8.e
  Scenario: A setter that assigns and then throws is rolled back with all its changes
    Given GET /exposed/object/rig/mode has the value "calm"
    And GET /exposed/object/board/gain has the value 1
    And I subscribe
    When I PUT /exposed/object/rig/mode with the value "broken"
    Then it is refused with 500 "Internal error"
    And GET /exposed/object/rig/mode has the value "calm"
    And GET /exposed/object/rig/notes has the value "none"
    And GET /exposed/object/rig/count has the value 0
    And GET /exposed/object/board/gain has the value 1
    And GET /exposed/object/twin/count has the value 0
    And GET /exposed/object/twin/serial has the value 7
    And GET /exposed/object/rig/speed has the value 1
    And GET /exposed/object/twin/speed has the value 1
    And the stream brings nothing

  @ERR-8.a
  Scenario Outline: A setter and getter that both throw roll back the members written with them, <who> subscribed
    Given <subscribed>
    When I PUT /exposed/object/rig with the body {"value":{"notes":"locked","mode":"broken"}}
    Then it is refused with 500 "Internal error"
    And GET /exposed/object/rig/notes has the value "none"
    And GET /exposed/object/rig/mode has the value "calm"
    And GET /exposed/object/rig/count has the value 0

    Examples:
      | who          | subscribed                                         |
      | with one     | I subscribe                                        |
      | with nobody  | GET /exposed/object/rig/mode has the value "calm"  |

  @ERR-8.f
  Scenario: Changes of a function before it threw stay and are sent
    Given I subscribe
    When I call "rig/half" with []
    Then it is refused with 500 "Internal error"
    And GET /exposed/object/rig/notes has the value "half done"
    And the stream brings exactly:
      | kind                   | path    | value       |
      | exposed_object_updated | "notes" | "half done" |

  @EVT-12.a
  Scenario: A setter that stores another value sends the stored value
    When I PUT /exposed/object/rig/speed with the value 25
    Then "value" of the answer is 10
    Given I subscribe
    When I PUT /exposed/object/rig/speed with the value 30
    Then "value" of the answer is 10
    And the stream brings nothing
