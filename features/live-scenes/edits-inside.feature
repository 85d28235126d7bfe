Feature: Edits inside values
  An edit of a part of a value changes only that part, wherever it is in the file.

  Background:
    Given the scene "hands"

  @LSC-17.a @LSC-17.b
  Scenario: A reset of one member of an element keeps the other members in the file
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "lenses": [{"focal": 24.5, "depth": 2.0}, {"depth": 3.0}]}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/first/lenses/0/focal/reset
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "lenses": [{"depth": 2.0}, {"depth": 3.0}]}]
      """

  @LSC-17.a @LSC-17.b
  Scenario: A reset of one component of a vector and a write of another save only the written one
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "place": {"x": 1.0}}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/first/place/x/reset
    And I PUT /exposed/object/first/place/y with the value 2
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "place": {"y": 2}}]
      """
    When the host is started again
    Then GET /exposed/object/first/place has the value {"x":0,"y":2,"z":0}

  @LSC-17.a @LSC-17.b
  Scenario: A value that was rejected as a whole stays rejected after an edit of one component
    Given the scene "model"
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "part", "@type": "Part", "t": {"position": {"y": "up"}, "scale": {"z": 2.0}}}]
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/part/t/scale/z has the value 1
    When I PUT /exposed/object/part/t/position/y with the value 3
    And the host saves the live scene
    And the host is started again
    Then GET /exposed/object/part/t/position/y has the value 3
    And GET /exposed/object/part/t/scale/z has the value 1
    And the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "part", "@type": "Part", "t": {"position": {"x": 0, "y": 3, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}, "scale": {"x": 1, "y": 1, "z": 1}}}]
      """

  @LSC-17.a @LSC-17.b
  Scenario: A new part of a value has only the component that was written
    Given the scene "model"
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "part", "@type": "Part", "t": {"scale": {"x": 2.0, "y": 2.0, "z": 2.0}}}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/part/t/position/x with the value 3
    And I PUT /exposed/object/part/t/scale/y with the value 4
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "part", "@type": "Part", "t": {"scale": {"x": 2.0, "y": 4, "z": 2.0}, "position": {"x": 3}}}]
      """

  @LSC-17.a @LSC-17.b
  Scenario: A member of a nullable value is edited in place
    Given the scene "graphs"
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "graph", "@type": "Graph", "maybe": {"name": "x", "later": 1.0}}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/graph/maybe/name with the value "y"
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "graph", "@type": "Graph", "maybe": {"name": "y", "later": 1.0}}]
      """

  @LSC-17.a @LSC-17.b
  Scenario: A write of a pending member in one entry keeps another entry's pending reference
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "lenses": [{"seen": {"@ref": "nobody"}}]},
        {"@source": "first.lenses[0]", "@type": "Lens", "focal": 5.0}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/lenses/0/seen with the value {"@ref":"second"}
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "first", "@type": "Lamp", "lenses": [{"seen": {"@ref": "nobody"}}]},
        {"@source": "first.lenses[0]", "@type": "Lens", "focal": 5.0, "seen": {"@ref": "second"}}
      ]
      """

  @DRT-15 @LSC-17.b
  Scenario: A new vector in a file has all components that differ from the default
    Given the project has the live scene "a.live.json" with the objects:
      """
      []
      """
    When the host runs "set" with:
      """
      {"key": "first", "path": "place/x", "value": 5}
      """
    And the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/place/y with the value 2
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "place": {"x": 5, "y": 2}}]
      """
    When the host is started again
    Then GET /exposed/object/first/place has the value {"x":5,"y":2,"z":0}

  @LSC-16 @LSC-17.b
  Scenario: Each component of a game object has the entry of its class
    Given the scene "inside"
    And the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "rig.components[Lamp]", "@type": "Lamp", "level": 4},
        {"@source": "rig.components[Motor]", "@type": "Motor", "speed": 2}
      ]
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/rig/components/0/speed has the value 2
    And GET /exposed/object/rig/components/1/level has the value 4

  @LSC-17.a @LSC-17.b
  Scenario: An edit of an object with two paths is saved at one of them
    Given the scene "graphs"
    And the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "graph", "@type": "Graph", "first": {"next": {"@type": "Node"}, "links": [{"@op": "new", "@type": "Node"}]}}]
      """
    When the host loads the live scene "a.live.json"
    And I call "graph/Share" with []
    And I PUT /exposed/object/graph/first/next/name with the value "n"
    Then GET /exposed/object/graph/first/links/0/name has the value "n"
    When the host saves the live scene
    Then "objects.0.first" in the file "a.live.json" is {"next": {"@type": "Node"}, "links": [{"@op": "new", "@type": "Node", "name": "n"}]}

  @DRT-17.a @ORP-5.a
  Scenario: An imported value whose object is missing is applied when the object appears
    Given the project has the live scene "a.live.json" with the objects:
      """
      []
      """
    And the project has the live scene "b.live.json" with the objects:
      """
      [{"@source": "brought", "@type": "Lamp", "level": 5}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/import with the body {"path":"b.live.json"}
    And 1 frame passes
    And I call "first/Bring" with []
    And 1 frame passes
    Then GET /exposed/object/brought/level has the value 5

  @LSC-19.a @OPS-4
  Scenario: A file with an unknown base scene restores no destroyed object
    Given the project has the file "a.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "baseSceneName": "Nowhere", "objects": []}
      """
    When the host runs "object.destroy" with:
      """
      {"key": "second"}
      """
    And 1 frame passes
    And the host loads the live scene "a.live.json"
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "second", "@op": "removed"}]
      """

  @LSC-19.b @DRT-1
  Scenario: An object that is moved back is not unsaved
    When I PUT /exposed/object/second/@parent with the body {"parentId":"first"}
    And the host runs "dirty"
    Then "unsaved" of the answer is true
    When I PUT /exposed/object/second/@parent with the body {"parentId":null}
    Then nothing is unsaved

  @LSC-17.b @LSC-18.a
  Scenario: Elements are added, removed and moved in a file and outside of one
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "second", "@type": "Lamp", "names": ["a", "b"], "lenses": [{"focal": 30, "depth": 2}, {}, {"@op": "new", "@type": "Lens", "focal": 7}]}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/child/names with the body {"value":"three"}
    Then the status is 200
    When I DELETE /exposed/object/second/names with the body {"index":0}
    Then the status is 200
    When I POST /exposed/object/second/lenses/0/focal/reset
    And I PATCH /exposed/object/second/lenses with the body {"fromIndex":2,"toIndex":0}
    Then the status is 200
    And GET /exposed/object/second/lenses/0/focal has the value 7
    When the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "second", "@type": "Lamp", "names": ["b"], "lenses": [{"@op": "new", "@type": "Lens", "focal": 7}, {"focal": 24, "depth": 2}, {}]},
        {"@source": "child", "@type": "Lamp", "names": ["one", "two", "three"]}
      ]
      """
    When the host is started again
    Then GET /exposed/object/second/lenses/1/focal has the value 24
    And GET /exposed/object/second/lenses/1/depth has the value 2

  @LSC-17.b @ORP-5.a
  Scenario: A null that replaces a pending reference moves with its element
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "lenses": [{}, {}, {"@op": "new", "@type": "Lens", "seen": {"@ref": "nobody"}}, {"@op": "new", "@type": "Lens", "focal": 7}]}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/lenses/2/seen with the value null
    And I PATCH /exposed/object/first/lenses with the body {"fromIndex":2,"toIndex":3}
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "lenses": [{}, {}, {"@op": "new", "@type": "Lens", "focal": 7}, {"@op": "new", "@type": "Lens", "seen": null}]}]
      """

  @LSC-17.a @LSC-16
  Scenario Outline: A reference to an object that is destroyed before a save does not keep the old value in the file
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "friend": {"@ref": "second"}, "friends": [{"@ref": "second"}]}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/<path> with the value {"@ref":"twins.components[1]"}
    Then the status is 200
    When the host runs "object.destroy" with:
      """
      {"key": "twins"}
      """
    Then GET /exposed/object/first/<path> has the value null
    When the host saves the live scene
    And I remember the bytes of "a.live.json"
    And the host is started again
    Then GET /exposed/object/first/<path> has the value null
    When the host saves the live scene
    Then "a.live.json" still has the same bytes

    Examples:
      | path      |
      | friend    |
      | friends/0 |
