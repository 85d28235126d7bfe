Feature: Objects that files create and destroy
  An object that a user creates in place of another one is created again by the next start, whatever the file had before.

  Background:
    Given the scene "hands"

  @LSC-19
  Scenario: An object that a user creates in place of a scene object replaces it after a restart
    When the host runs "object.destroy" with {"key": "second"}
    And the host saves the live scene as "a.live.json"
    And the host runs "object.spawn" with {"class": "GameObjectWithTransform", "key": "second"}
    And 1 frame passes
    And I GET /exposed/object/second
    Then "@type" of the answer is "GameObjectWithTransform"
    When the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "second", "@op": "removed"},
        {"@source": "second", "@op": "new", "@type": "GameObjectWithTransform"}
      ]
      """
    When I remember the bytes of "a.live.json"
    And the host is started again
    And I GET /exposed/object/second
    Then "@type" of the answer is "GameObjectWithTransform"
    When the host loads the live scene "a.live.json"
    And I GET /exposed/object/second
    Then "@type" of the answer is "GameObjectWithTransform"
    Then a save leaves "a.live.json" as it is
    When the host runs "object.destroy" with {"key": "second"}
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly [{"@source": "second", "@op": "removed"}]

  @LSC-19
  Scenario: An object that is destroyed and created between two saves has its new values
    When the host runs "object.spawn" with {"class": "Lamp", "key": "made"}
    And I PUT /exposed/object/made/level with the value 3
    And the host saves the live scene as "a.live.json"
    And the host runs "object.destroy" with {"key": "made"}
    And 1 frame passes
    And I GET /exposed/orphans
    Then the answer is exactly {"orphans":[]}
    When the host runs "object.spawn" with {"class": "GameObjectWithTransform", "key": "made"}
    And 1 frame passes
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "made", "@op": "new", "@type": "GameObjectWithTransform"}]
      """
    When the host runs "object.destroy" with {"key": "made"}
    And the host runs "object.spawn" with {"class": "Lamp", "key": "made"}
    And 1 frame passes
    And the host saves the live scene
    And the host is started again
    Then GET /exposed/object/made/level has the value 1
    And the objects in the file "a.live.json" are exactly [{"@source": "made", "@op": "new", "@type": "Lamp"}]

  @DRT-9 @ORP-6
  Scenario: A reference in settings is restored when its object returns
    Given the project has the file "Settings/Lamp.settings.json":
      """
      {"format": "jp.lilium.remotecontrol.projectsettings", "formatVersion": 1,
       "objects": [{"@source": "first.components[Lamp]", "@type": "Lamp", "guide": {"@ref": "brought"}}]}
      """
    When the host is started again
    And I call "first/Bring" with []
    And the host runs "scene.load" with {"name": "More", "mode": "additive"}
    And I GET /exposed/object/first/guide
    Then the answer contains the text Brought
    When the host runs "object.destroy" with {"key": "brought"}
    And 1 frame passes
    And I GET /exposed/object/first/guide
    Then the text of the answer has no "Brought"
    When I call "first/Bring" with []
    And 1 frame passes
    And I GET /exposed/object/first/guide
    Then the answer contains the text Brought

  @LSC-19 @DRT-15
  Scenario: An object that a function spawns has the same values after a restart
    When I call "first/BringBright" with []
    And 1 frame passes
    Then GET /exposed/object/bright/level has the value 5
    When the host runs "dirty"
    Then the answer is exactly {"unsaved":true,"objects":[]}
    When the host saves the live scene as "a.live.json"
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "bright", "@op": "new", "@type": "Lamp", "level": 5, "friend": {"@ref": "first"}, "lenses": [{"focal": 7}, {"@op": "removed"}]}]
      """
    When I remember the bytes of "a.live.json"
    And the host is started again
    Then GET /exposed/object/bright/level has the value 5
    And GET /exposed/object/bright/lenses/0/focal has the value 7
    When I GET /exposed/object/bright/lenses/1
    Then the status is 404
    Then a save leaves "a.live.json" as it is

  @LSC-16 @LSC-19
  Scenario Outline: An object whose file parent is missing stays where it is, unless its parent is removed
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "child", "@type": "Lamp", "@parent": "third"}, {"@source": "<gone>", "@op": "removed"}]
      """
    When the host loads the live scene "a.live.json"
    And I GET /exposed/object/child
    Then the answer <contains> the text "@parent"
    And GET /exposed/object/child/level has the value 1
    When the host saves the live scene
    And the host runs "scene.load" with {"name": "More", "mode": "additive"}
    And 1 frame passes
    And I know the id of "third" as "third"
    And I GET /exposed/object/child
    Then "@parent" of the answer is "<third>"

    Examples:
      | gone   | contains         |
      | second | contains         |
      | first  | does not contain |

  @LSC-16 @LSC-19.a
  Scenario: A destroyed object stays destroyed after a load, and returns with its base scene
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "level": 3}]
      """
    When the host runs "object.destroy" with {"key": "second"}
    And the host saves the live scene
    And the host loads the live scene "a.live.json"
    Then nothing is unsaved
    When the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "first", "@type": "Lamp", "level": 3},
        {"@source": "second", "@op": "removed"}
      ]
      """
    When the host is started again
    Then there is no object "second"
    Given the project has the file "b.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "objects": [{"@source": "second", "@type": "Lamp", "level": 3}]}
      """
    And I remember the bytes of "b.live.json"
    When the host loads the live scene "b.live.json" with its base scene reloaded
    Then a save leaves "b.live.json" as it is
    And GET /exposed/object/second/level has the value 3

  @LSC-16 @LSC-19
  Scenario Outline: An object that was moved out of a destroyed object stays
    Given the project has the live scene "a.live.json" with the objects <objects>
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/child/@parent with the body {"parentId":<to>}
    And the host runs "object.destroy" with {"key": "first"}
    And the host saves the live scene
    And I remember the bytes of "a.live.json"
    And the host is started again
    Then GET /exposed/object/child/level has the value <level>
    Then there is no object "first"
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/child/level has the value <level>
    Then a save leaves "a.live.json" as it is

    Examples:
      | objects                                                                                  | to       | level |
      | [{"@source": "child", "@type": "Lamp", "level": 3}]                                      | null     | 3     |
      | [{"@source": "child", "@type": "Lamp", "level": 3}]                                      | "second" | 3     |
      | [{"@source": "first", "@type": "Lamp", "@parent": "child"}]                              | null     | 1     |

  @LSC-19.a
  Scenario: An object that the engine spawns at each start stays destroyed after a user destroyed it
    Given the scene "arrivals"
    When 3 frames pass
    Then GET /exposed/object/guest/level has the value 2
    When the host runs "object.destroy" with {"key": "guest"}
    And the host saves the live scene as "a.live.json"
    Then the objects in the file "a.live.json" are exactly [{"@source": "guest", "@op": "removed"}]
    When I remember the bytes of "a.live.json"
    And the host is started again
    And 4 frames pass
    Then there is no object "guest"
    When I GET /exposed/orphans
    Then "orphans" of the answer is []
    Then a save leaves "a.live.json" as it is

  @LSC-19.a
  Scenario: An object that the engine spawned in an earlier session stays destroyed after a user destroyed it
    Given the scene "arrivals"
    When 3 frames pass
    And the host saves the live scene as "a.live.json"
    Then the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "guest", "@op": "new", "@type": "Lamp", "@name": "Guest", "@origin": "engine", "level": 2}]
      """
    When the host is started again
    Then GET /exposed/object/guest/level has the value 2
    When the host runs "object.destroy" with {"key": "guest"}
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly [{"@source": "guest", "@op": "removed"}]
    When I remember the bytes of "a.live.json"
    And the host is started again
    And 4 frames pass
    Then there is no object "guest"
    Then a save leaves "a.live.json" as it is

  @DRT-14.b @LSC-19.c
  Scenario: A destroyed object is no longer unsaved when its scene creates it again
    When the host saves the live scene as "a.live.json"
    And I remember the bytes of "a.live.json"
    And the host runs "object.destroy" with {"key": "second"}
    And 1 frame passes
    Then something is unsaved
    When the host runs "scene.load" with {"name": "Main"}
    And 1 frame passes
    Then GET /exposed/object/second/level has the value 1
    And nothing is unsaved
    Then a save leaves "a.live.json" as it is

  @DRT-14.b
  Scenario: An object without a source key is in no file and never counts as unsaved
    When the host saves the live scene as "a.live.json"
    And I remember the bytes of "a.live.json"
    And I GET /exposed/objects
    And I remember "objects[4].@id" of the answer as "loose"
    And I PUT /exposed/object/<loose>/level with the value 4
    And I PUT /exposed/object/<loose>/house with the value 4
    And I PUT /exposed/object/<loose>/@parent with the body {"parentId":"first"}
    Then nothing is unsaved
    And the log has a "Warning" with "Loose (Lamp) has no source key: what is edited in it cannot be saved"
    Then a save leaves "a.live.json" as it is
    And no file of the project contains Loose

  @LSC-19.b
  Scenario Outline: A user's new parent, or a reset, cancels a pending parent
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "second", "@type": "Lamp", "@parent": "brought", "level": 2},
        {"@source": "second", "@type": "Lamp", "angle": 3}
      ]
      """
    When the host loads the live scene "a.live.json"
    And <what is done>
    And the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly <objects>
    When I call "second/Bring" with []
    And 1 frame passes
    And I GET /exposed/object/second
    Then the answer has no "@parent"

    Examples:
      | what is done                                                    | objects                                                                                                      |
      | I PUT /exposed/object/second/@parent with the body {"parentId":null} | [{"@source": "second", "@type": "Lamp", "level": 2}, {"@source": "second", "@type": "Lamp", "angle": 3}] |
      | the host runs "live.resetAll"                                   | []                                                                                                           |

  @LSC-19.b
  Scenario Outline: A parent that cancels the pending one of a component's entry is saved with its object
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "left", "@type": "Lamp", "@parent": "brought"}]
      """
    When the host loads the live scene "a.live.json"
    And <what is done>
    And the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "left", "@type": "Lamp", "@parent": "brought"},
        {"@source": "pair", "@type": "GameObjectWithTransform", "@parent": null}
      ]
      """
    When the host is started again
    And I call "second/Bring" with []
    And 1 frame passes
    And I GET /exposed/object/pair
    Then the answer has no "@parent"

    Examples:
      | what is done                                                       |
      | I PUT /exposed/object/pair/@parent with the body {"parentId":null} |
      | the host runs "live.resetAll"                                      |

  @DRT-14.a
  Scenario Outline: A save reports once a reference that no file can name, and the edit stays unsaved
    When the host saves the live scene as "a.live.json"
    And I GET /exposed/objects
    And I remember "objects[4].@id" of the answer as "loose"
    And I PUT /exposed/object/first/level with the value 2
    And I PUT /exposed/object/first/<member> with the value <value>
    And the host saves the live scene
    Then the log has a "Warning" with "What <shown> of First (Lamp) refers to cannot be saved: Loose (Lamp) has no source key. Register Loose (Lamp), or the game object that it is on, with a sourceKey"
    And "first" is dirty in <shown>
    And "objects.0" in the file "a.live.json" is <entry>
    When I remember the bytes of "a.live.json"
    Then a save leaves "a.live.json" as it is
    And "first" is dirty in <shown>
    And the log has 1 entries of the level "Warning"
    When I PUT /exposed/object/first/<member> with the value <then>
    And the host saves the live scene
    Then nothing is unsaved

    Examples:
      | member        | shown   | value                                   | entry                                                                              | then                |
      | friend        | friend  | {"@ref":"<loose>"}                      | {"@source":"first","@type":"Lamp","level":2}                                       | {"@ref":"second"}   |
      | friends       | friends | [{"@ref":"second"},{"@ref":"<loose>"}]  | {"@source":"first","@type":"Lamp","level":2,"friends":[{"@ref":"second"},null]}    | [{"@ref":"second"}] |
      | lenses/1/seen | lenses  | {"@ref":"<loose>"}                      | {"@source":"first","@type":"Lamp","level":2,"lenses":[{},{}]}                      | {"@ref":"second"}   |

  @SNP-3 @ERR-7
  Scenario: A preset reports references to missing objects and applies the rest
    Given the project has the file "Presets/look.preset.json":
      """
      {"format": "jp.lilium.remotecontrol.preset", "formatVersion": 1,
        "object": {"@type": "Lamp", "level": 3, "friend": {"@ref": "nobody"}}}
      """
    When I PUT /exposed/object/first/friend with the value {"@ref":"second"}
    And the host runs "preset.load" with {"key": "first", "name": "look"}
    Then GET /exposed/object/first/level has the value 3
    And the log has a "Warning" with "Loading Presets/look.preset.json: friend of First was left unchanged because the object it refers to does not exist"
    When I GET /exposed/object/first/friend
    Then "value.@name" of the answer is "Second"

  @LSC-19 @LSC-17.a @LSC-17.b
  Scenario: A game object keeps the name that a user gives it later
    When the host runs "object.spawn" with {"class": "GameObjectWithTransform", "key": "made", "name": "Truss"}
    And the host saves the live scene as "a.live.json"
    And I PUT /exposed/object/made/name with the value "Long truss"
    And I PUT /exposed/object/twins/name with the value "Pair"
    And the host saves the live scene
    And the host is started again
    And I GET /exposed/object/made
    Then "@name" of the answer is "Long truss"
    When I GET /exposed/object/twins
    Then "@name" of the answer is "Pair"

  @LSC-19.a @OPS-2
  Scenario: An object destroyed before a load with base scene is not recorded in the file
    Given the scene "arrivals"
    When the host saves the live scene as "a.live.json"
    And 3 frames pass
    And the host runs "object.destroy" with {"key": "guest"}
    And I remember the bytes of "a.live.json"
    And the host loads the live scene "a.live.json" with its base scene reloaded
    Then nothing is unsaved
    Then a save leaves "a.live.json" as it is
