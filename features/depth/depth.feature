Feature: Depth of reads
  Object reads show one level by default, and stubs below it. Property reads are always fully expanded.

  Background:
    Given the demo scene

  @DEP-1.a @DEP-1.b @DEP-2 @LIM-1.a @matrix
  Scenario: An object shows its nested composites as stubs
    When I GET /exposed/object/main-camera
    Then "lens" of the answer is {"@type":"Lens","@truncated":true}
    When I GET /exposed/objects?type=StudioCamera
    Then "objects[0].lens" of the answer is {"@type":"Lens","@truncated":true}

  @DEP-3.a @DEP-3.b @DEP-3.c @DEP-4 @LIM-1.b
  Scenario: Arrays consume no depth
    When I GET /exposed/object/main-camera
    Then "lenses" of the answer is [{"@type":"Lens","@truncated":true},{"@type":"Lens","@truncated":true}]
    And "presets" of the answer is ["Wide","Close"]
    When I GET /exposed/object/operations
    Then "operations" of the answer is [{"@type":"SetPropertyOperation","@truncated":true},{"@type":"WaitOperation","@truncated":true}]

  @DEP-5 @OBJ-7.a @OBJ-7.b
  Scenario Outline: A registered child is a reference at any depth
    Given I know the id of "key-light" as "light"
    When I GET /exposed/object/main-camera<query>
    Then "target.@ref" of the answer is "<light>"
    And "target.@type" of the answer is "StageLight"
    And the members of "target" in the answer are @type, @ref, @name, @instanceID

    Examples:
      | query   |
      |         |
      | ?nested |

  Scenario Outline: The flag nested expands without bound
    When I GET /exposed/object/main-camera?<flag>
    Then "lens.coating" of the answer is <coating>
    When I GET /exposed/objects?type=StudioCamera&<flag>
    Then "objects[0].lens.coating" of the answer is <coating>

    @DEP-6.a
    Examples:
      | flag        | coating                                       |
      | nested      | {"@type":"Coating","name":"Nano","layers":3} |

    @DEP-6.b
    Examples:
      | flag        | coating                                       |
      | nested=true | {"@type":"Coating","name":"Nano","layers":3} |
      | nested=1    | {"@type":"Coating","name":"Nano","layers":3} |

  @DEP-7 @DEP-8
  Scenario: A property read and a write response are fully expanded
    Then GET /exposed/object/main-camera/lens has the value {"@type":"Lens","focalLength":35,"aperture":2.8,"coating":{"@type":"Coating","name":"Nano","layers":3}}
    When I PUT /exposed/object/main-camera/lens with the value {"aperture":4}
    Then "value" of the answer is {"@type":"Lens","focalLength":35,"aperture":4,"coating":{"@type":"Coating","name":"Nano","layers":3}}
    When I PUT /exposed/object/main-camera with the body {"value":{"fov":50}}
    Then "lens.coating.layers" of the answer is 3

  @DEP-9
  Scenario: A broadcast is fully expanded
    Given I subscribe
    When I PUT /exposed/object/main-camera/lens with the value {"coating":{"layers":5}}
    Then the stream brings exactly:
      | kind                    | path   | value                                                                                                             |
      | exposed_object_updated | "lens" | {"@type":"Lens","focalLength":35,"aperture":2.8,"coating":{"@type":"Coating","name":"Nano","layers":5}} |

  @DEP-11.a
  Scenario: Writing back a read at depth 1 keeps truncated children
    Given I PUT /exposed/object/main-camera/lens/aperture with the value 1.2
    When I GET /exposed/object/main-camera
    And I write the answer back to /exposed/object/main-camera
    Then the status is 200
    And GET /exposed/object/main-camera/lens/aperture has the value 1.2
    And GET /exposed/object/main-camera/lenses/1/focalLength has the value 85

  @DEP-11.b
  Scenario: A stub in a body leaves the child unchanged
    When I PUT /exposed/object/main-camera/lenses with the value [{"@type":"Lens","@truncated":true},{"aperture":2}]
    Then "value[0].focalLength" of the answer is 24
    And "value[1]" of the answer is {"@type":"Lens","focalLength":85,"aperture":2,"coating":{"@type":"Coating","name":"Nano","layers":3}}
