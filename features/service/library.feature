Feature: The library in an application

  Background:
    Given the application "library"

  # The routes are the application's own: no description of the service has them.
  @SVC-5.a @SVC-5.b @SVC-5.c
  Scenario: Two services in one process have their own routes, handlers and objects
    Given I know the port of the host as "own"
    When I ask the service on port "<own>" for /ours/count
    Then "count" of the answer is 1
    When I call "desk/second" with []
    And I remember "result" of the answer as "port"
    And I ask the service on port "<port>" for /ours/count
    Then "count" of the answer is 1
    When I ask the service on port "<own>" for /ours/count
    Then "count" of the answer is 2
    When I ask the service on port "<port>" for /ours/count
    Then "count" of the answer is 2
    When I ask the service on port "<port>" for /exposed/object/part
    Then it is refused with 404 "Object not found"
    And GET /exposed/object/part/weight has the value 2

  @EVT-2
  Scenario: Old values are read only for subscribers
    When I GET /exposed/object/probe/readsOfOldValue
    And I PUT /exposed/object/probe/level with the value 5
    Then "value" of the answer is 5
    And GET /exposed/object/probe/readsOfOldValue has the value 0
    Given I subscribe
    When I PUT /exposed/object/probe/level with the value 6
    And I GET /exposed/object/probe/readsOfOldValue
    Then the answer has the number "value", 1 or more

  @EVT-12.c
  Scenario: A change that the service cannot observe is sent after the application reported it
    Given I subscribe with "ids=gauge,StudioManager"
    When I call "gauge/move" with [4]
    Then GET /exposed/object/gauge/reading becomes 5
    When I call "gauge/tell" with []
    Then the stream brings exactly:
      | kind                   | path      | value |
      | exposed_object_updated | "reading" | 5     |

  @OBJ-10.a @OBJ-10.b
  Scenario: Static classes from before and after the loading of modules are exposed
    Given I subscribe with "kinds=types_update"
    Then GET /exposed/object/Early/level has the value 1
    Then there is no object "Late"
    When I call "desk/loadModule" with []
    Then GET /exposed/object/Late/level has the value 2
    And GET /exposed/object/Early/level has the value 1
    When I GET /exposed/objects
    Then the "@source" in the list "objects" of the answer include "Early", "Late" in this order
    When 1 frame passes
    Then the stream brings "types_update" with {}

  @DSC-12.b @DSC-13 @DSC-14
  Scenario: An external enum stays registered after a reset of all classes
    When I GET /exposed/types?type=Part
    Then the list in "types" of the answer has 1 entries
    When I call "desk/resetClasses" with []
    And I GET /exposed/types?type=Part
    Then the answer is exactly {"types":[]}
    When I GET /exposed/enums?type=Bones
    Then the "name" in the list "enums[0].values" of the answer are ["Hips","Head"]

  @SNP-1 @SNP-2 @SNP-4
  Scenario: captureDefaults captures the initial state, and captureDelta the difference
    When I PUT /exposed/object/part with the body {"value":{"weight":8,"lost":9}}
    And I call "desk/captureDefaults" with ["part"]
    Then the answer is exactly {"result":"{\"label\":\"a part\",\"weight\":2}"}
    When I call "desk/captureDelta" with ["part"]
    Then the answer is exactly {"result":"{\"weight\":8}"}
    When I PUT /exposed/object/part/weight with the value 2
    And I call "desk/captureDelta" with ["part"]
    Then the answer is exactly {"result":"{}"}

  @DRT-13
  Scenario: A handle that is created after an override keeps the existing baseline
    When I PUT /exposed/object/part/weight with the value 7
    And I call "desk/newHandle" with []
    And I call "desk/captureDefaults" with ["part"]
    Then the answer is exactly {"result":"{\"label\":\"a part\",\"weight\":2}"}
    When I GET /exposed/object/part/weight
    Then the answer has {"value": 7, "changed": true}
    When I POST /exposed/object/part/weight/reset
    Then "value" of the answer is 2

  @PTH-7
  Scenario: Each notification increments the version of keyed collections
    When I call "desk/notifyRebuilt" with []
    Then the answer is exactly {"result":1}
    When I call "desk/notifyRebuilt" with []
    Then the answer is exactly {"result":1}

  @VER-3.a
  Scenario Outline: tryGetValue returns a value of the named type
    When I call "desk/tryGet" with ["part", "<path>", "<type>"]
    Then the answer is exactly {"result":"<result>"}

    Examples:
      | path    | type   | result         |
      | weight  | Single | 2              |
      | label   | String | \\"a part\\"   |
      | weight  | String | nothing        |
      | weight  | Int32  | nothing        |
      | nothing | Single | nothing        |

  @VER-3.b
  Scenario Outline: trySetValue accepts a value of the named type
    When I call "desk/trySet" with ["part", "<path>", "<type>", "<value>"]
    Then the answer is exactly {"result":<result>}
    And GET /exposed/object/part/weight has the value <weight>

    Examples:
      | path    | type   | value | result | weight |
      | weight  | Single | 4     | true   | 4      |
      | weight  | Int32  | 4     | false  | 2      |
      | weight  | String | 4     | false  | 2      |
      | nothing | Single | 4     | false  | 2      |

  @ERR-8.c @ERR-8.e
  Scenario: An object that a setter registered before it threw is not exposed
    Given I subscribe
    When I PUT /exposed/object/desk/mode with the value "broken"
    Then it is refused with 500 "Internal error"
    Then there is no object "spare"
    And the stream brings nothing
    When I PUT /exposed/object/desk/mode with the value "whole"
    Then GET /exposed/object/spare/weight has the value 2

  @QUT-8.b
  Scenario: A service rejects blocking dialogs for mirrored prompts
    When I call "desk/blocking" with []
    Then the answer contains the text blocking dialog cannot show mirrored
