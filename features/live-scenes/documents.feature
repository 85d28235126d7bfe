Feature: Files are documents
  Writes, resets, moves, creations and removals are edits of the file. Everything else in it stays unchanged, whoever
  wrote it.

  Background:
    Given the scene "hands"

  @LSC-17.a @LSC-17.b @matrix
  Scenario Outline: An edit changes only its own location in the file
    Given the project has the file "a.live.json":
      """
      {"objects": [
      	{ "level":2.50, "@type":"Lamp", "later": {"b": 1.0, "a": [1e3, null]},
      	  "@source":"first","place":{"y":0.773528457 , "x":1.0,"w":7},
      	  "names": ["x",  "y1", "z"], "friend": {"@ref": "nobody"},
      	  "lenses":[ {"focal": 24.50, "maker": "Zeiss"}, {}, {"@op":"new","@type":"Lens","focal":100.0 } ] },
      	{"@source": "elsewhere", "@type":"Lamp", "level": 3.0},
      	{"@source":"second.components[Lamp]", "@type":"Lamp","angle":1e1},
      	{"@source":"second", "@type":"Laser","power":9007199254740993}
      ],
        "maker": {"name": "another", "version": 4.0},
        "formatVersion": 1, "format": "jp.lilium.remotecontrol.live", "baseSceneName": "Main"}
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    Then a save leaves "a.live.json" as it is
    When I <edit>
    And the host saves the live scene
    Then of "a.live.json" only <before> has become <after>
    When the host is started again
    And the host saves the live scene
    Then of "a.live.json" only <before> has become <after>

    Examples:
      | edit                                                                                       | before                  | after                              |
      | PUT /exposed/object/first/level with the value 3                                           | `2.50`                  | `3`                                |
      | PUT /exposed/object/first/level with the value 1                                           | `2.50`                  | `1`                                |
      | PUT /exposed/object/first/place/y with the value 2                                         | `0.773528457`           | `2`                                |
      | PUT /exposed/object/first/names/1 with the value "u"                                       | `"y1"`                  | `"u"`                              |
      | PUT /exposed/object/first/names with the value ["x","y1",null]                             | `"z"`                   | `null`                             |
      | DELETE /exposed/object/first/names with the body {"index":0}                               | `"x",  "y1"`            | `"y1"`                             |
      | POST /exposed/object/first/names with the body {"value":"d"}                               | `"z"]`                  | `"z", "d"]`                        |
      | PUT /exposed/object/first/lenses/0/focal with the value 30                                 | `24.50`                 | `30`                               |
      | PUT /exposed/object/first/lenses/1/focal with the value 30                                 | `{}`                    | `{"focal":30}`                     |
      | DELETE /exposed/object/first/lenses with the body {"index":1}                              | `{}`                    | `{"@op":"removed"}`                |
      | DELETE /exposed/object/first/lenses with the body {"index":2}                              | `, {"@op":"new","@type":"Lens","focal":100.0 }` | ``         |
      | PUT /exposed/object/first/friend with the value null                                       | `{"@ref": "nobody"}`    | `null`                             |
      | PUT /exposed/object/first/friend with the value {"@ref":"second"}                          | `"nobody"`              | `"second"`                         |
      | PUT /exposed/object/second/angle with the value 11                                         | `1e1`                   | `11`                               |
      | POST /exposed/object/first/lenses/0/focal/reset                                            | `"focal": 24.50, `      | ``                                 |

  @LSC-17.a @LSC-17.b
  Scenario: A reset removes the member from the file, and a later write adds it again
    Given the project has the file "a.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "objects": [
        {"@source": "first", "@type": "Lamp", "level": 1.0, "angle": 45, "place": {"x": 1.0, "y": 2.0}},
        {"@source": "second", "@type": "Lamp", "level": 4, "unknown": 1.0}
      ]}
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/first/level/reset
    And I POST /exposed/object/first/place/x/reset
    And I POST /exposed/object/first/angle/reset
    And I PUT /exposed/object/first/angle with the value 30
    And I POST /exposed/object/second/level/reset
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "first", "@type": "Lamp", "angle": 30, "place": {"y": 2.0}},
        {"@source": "second", "@type": "Lamp", "unknown": 1.0}
      ]
      """

  @LSC-17.b @ORP-5.a
  Scenario: Pending references of two entries for one list stay pending in the later one
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "lenses": [{}, {"seen": {"@ref": "brought"}}]},
        {"@source": "first", "@type": "Lamp", "lenses": [{"seen": {"@ref": "nobody"}}]}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I PATCH /exposed/object/first/lenses with the body {"fromIndex":0,"toIndex":1}
    And the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "lenses": [{"@op": "new", "@type": "Lens", "focal": 85, "depth": 1, "seen": {"@ref": "brought"}}, {"seen": {"@ref": "nobody"}}, {"@op": "removed"}]}]
      """
    When I call "second/Bring" with []
    And 1 frame passes
    And I know the id of "brought" as "brought"
    And I GET /exposed/object/first/lenses/0/seen
    Then "value.@ref" of the answer is "<brought>"
    When I PUT /exposed/object/first/lenses/0/depth with the value 5
    And the host saves the live scene
    Then "objects.0.lenses" in the file "a.live.json" is [{"@op":"new","@type":"Lens","focal":85,"depth":5,"seen":{"@ref":"brought"}},{"seen":{"@ref":"nobody"}},{"@op":"removed"}]

  @LSC-17.b @ORP-5.a
  Scenario: The later of two entries counts, also after the earlier one's pending reference resolves
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "friend": {"@ref": "brought"}, "friends": [{"@ref": "brought"}]},
        {"@source": "first", "@type": "Lamp", "friend": {"@ref": "second"}}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    And I call "second/Bring" with []
    And 1 frame passes
    And I know the id of "second" as "second"
    And I know the id of "brought" as "brought"
    And I GET /exposed/object/first/friend
    Then "value.@ref" of the answer is "<second>"
    When I GET /exposed/object/first/friends/0
    Then "value.@ref" of the answer is "<brought>"

  @LSC-17.a @LSC-17.b @DRT-17.e @ORP-5.a
  Scenario: Pending references are independent: neither a nearby edit nor another resolution undoes one
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "level": 5, "friend": {"@ref": "brought"}, "friends": [{"@ref": "second"}, {"@ref": "brought"}, {"@ref": "child"}]}]
      """
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/first/friends/1 has the value null
    When I PUT /exposed/object/first/level with the value 6
    And I DELETE /exposed/object/first/friends with the body {"index":0}
    And the host runs "object.spawn" with {"class": "Lamp", "key": "unasked"}
    And 1 frame passes
    Then GET /exposed/object/first/level has the value 6
    And "first" is dirty in level, friends
    When I call "second/Bring" with []
    And 1 frame passes
    And I know the id of "brought" as "brought"
    When I GET /exposed/object/first/friends/0
    Then "value.@ref" of the answer is "<brought>"
    And "first" is dirty in level, friends
    When the host saves the live scene
    Then "objects.0" in the file "a.live.json" is {"@source":"first","@type":"Lamp","level":6,"friend":{"@ref":"brought"},"friends":[{"@ref":"brought"},{"@ref":"child"}]}
    And nothing is unsaved

  @LSC-17.a @LSC-17.b
  Scenario Outline: A write next to a pending reference keeps it, also in a component that another object shows
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "friend": {"@ref": "twins.components[0]"}},
        {"@source": "twins.components[0]", "@type": "Lamp", "lenses": [{"seen": {"@ref": "brought"}}]}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I GET /exposed/object/first/friend
    Then the answer contains the text lenses
    When I PUT /exposed/object/<written>/lenses/0 with the value {"focal":3}
    And I call "second/Bring" with []
    And 1 frame passes
    And I know the id of "brought" as "brought"
    And I GET /exposed/object/twins/components/0/lenses/0/seen
    Then "value.@ref" of the answer is "<brought>"
    When the host saves the live scene
    Then "objects.1.lenses" in the file "a.live.json" is [{"seen":{"@ref":"brought"},"focal":3}]

    Examples:
      | written            |
      | twins/components/0 |
      | first/friend       |

  @LSC-17.a @LSC-17.b
  Scenario: A write cancels a pending reference, even a write of the present value
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "friend": {"@ref": "brought"}}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/friend with the value null
    Then something is unsaved
    When the host runs "object.spawn" with {"class": "Lamp", "key": "brought"}
    And 1 frame passes
    Then GET /exposed/object/first/friend has the value null
    When the host saves the live scene
    Then nothing is unsaved
    And "objects.0.friend" in the file "a.live.json" is null

  @DRT-12 @LSC-17.b
  Scenario Outline: A write after a reset of a pending member is saved, even a write of the default
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "friend": {"@ref": "brought"}}]
      """
    When the host loads the live scene "a.live.json"
    And I PUT /exposed/object/first/level with the value 6
    And <it is reset>
    And I PUT /exposed/object/first/friend with the value null
    Then something is unsaved
    When the host saves the live scene
    Then nothing is unsaved
    And "objects.0.friend" in the file "a.live.json" is null

    Examples:
      | it is reset                                  |
      | the host runs "live.revertAll"               |
      | I POST /exposed/object/first/friend/reset    |

  @DRT-16
  Scenario: A reset cancels a pending reference and counts as unsaved until it is saved
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "first", "@type": "Lamp", "level": 3, "friend": {"@ref": "brought"}}]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/object/first/friend/reset
    Then something is unsaved
    When the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "a.live.json" are exactly [{"@source": "first", "@type": "Lamp", "level": 3}]

  @LSC-18.a @LSC-18.b @LSC-18.c @matrix
  Scenario: A delta keeps elements that it does not mention, and states removed and null ones
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "names": ["a", null, "c"], "lenses": [{"@op": "new", "@type": "Lens", "focal": 100}]},
        {"@source": "second", "@type": "Lamp", "lenses": [{"depth": 2}]}
      ]
      """
    And I remember the bytes of "a.live.json"
    When the host loads the live scene "a.live.json"
    Then GET /exposed/object/first/names has the value ["a",null,"c"]
    And GET /exposed/object/first/lenses/0/focal has the value 24
    And GET /exposed/object/first/lenses/1/focal has the value 85
    And GET /exposed/object/first/lenses/2/focal has the value 100
    And GET /exposed/object/second/lenses/0/depth has the value 2
    And GET /exposed/object/second/lenses/1/focal has the value 85
    Then a save leaves "a.live.json" as it is
    When I DELETE /exposed/object/second/lenses with the body {"index":1}
    And I PUT /exposed/object/child/names with the value [null,"b"]
    And I DELETE /exposed/object/child/lenses with the body {"index":0}
    And the host saves the live scene
    Then "objects" in the file "a.live.json" is:
      """
      [
        {"@source": "first", "@type": "Lamp", "names": ["a", null, "c"], "lenses": [{"@op": "new", "@type": "Lens", "focal": 100}]},
        {"@source": "second", "@type": "Lamp", "lenses": [{"depth": 2}, {"@op": "removed"}]},
        {"@source": "child", "@type": "Lamp", "names": [null, "b"], "lenses": [{"@op": "removed"}, {}]}
      ]
      """
    When the host is started again
    Then GET /exposed/object/child/names has the value [null,"b"]
    And GET /exposed/object/child/lenses/0/focal has the value 85
    And GET /exposed/object/second/lenses/0/focal has the value 24

  @LSC-19.a @matrix
  Scenario: Objects that a user destroyed stay destroyed; objects unloaded with their scene return
    When I PUT /exposed/object/second/level with the value 2
    And the host saves the live scene
    And I call "first/Strike" with []
    And 1 frame passes
    And the host runs "dirty"
    Then the answer is exactly {"unsaved":true,"objects":[]}
    When the host saves the live scene
    Then nothing is unsaved
    And the objects in the file "hands.live.json" are exactly [{"@source": "second", "@op": "removed"}]
    When I remember the bytes of "hands.live.json"
    And the host is started again
    Then there is no object "second"
    When I GET /exposed/orphans
    Then the answer is exactly {"orphans":[]}
    And nothing is unsaved
    Then a save leaves "hands.live.json" as it is

  @LSC-19.c
  Scenario: Unloading a scene destroys nothing
    When the host runs "scene.load" with {"name": "More", "mode": "additive"}
    And I PUT /exposed/object/third/level with the value 2
    And the host saves the live scene
    And the host runs "scene.unload" with {"name": "More"}
    And 1 frame passes
    Then nothing is unsaved
    When the host saves the live scene
    Then the objects in the file "hands.live.json" are exactly [{"@source": "third", "@type": "Lamp", "level": 2}]

  @LSC-19.b @DRT-11.a @DRT-11.b @DRT-12.a @LSC-16 @matrix
  Scenario: A child that became its parent's parent stays there, and a reset moves it back
    When I PUT /exposed/object/child/@parent with the body {"parentId":null}
    And I PUT /exposed/object/first/@parent with the body {"parentId":"child"}
    And the host saves the live scene
    And the host is started again
    And I know the id of "child" as "child"
    When I GET /exposed/object/first
    Then "@parent" of the answer is "<child>"
    When I PUT /exposed/object/first/@parent with the body {"parentId":"second"}
    And the host runs "live.revertAll"
    Then nothing is unsaved
    When I PUT /exposed/object/child/level with the value 3
    And the host runs "live.resetAll"
    And I know the id of "first" as "first"
    When I GET /exposed/object/child
    Then "@parent" of the answer is "<first>"
    When the host saves the live scene
    Then the objects in the file "hands.live.json" are exactly []

  @LSC-17.a @LSC-17.b @LSC-9
  Scenario: A save of settings changes only edited members
    Given the project has the file "Settings/Lamp.settings.json":
      """
      {"format": "jp.lilium.remotecontrol.projectsettings", "objects": [
        {"@source": "first.components[Lamp]", "@type": "Lamp", "guide": {"@ref": "brought"}, "house": 2.50, "later": 1.0}
      ]}
      """
    And I remember the bytes of "Settings/Lamp.settings.json"
    When the host is started again
    Then GET /exposed/object/first/house has the value 2.5
    Then a save leaves "Settings/Lamp.settings.json" as it is
    When I PUT /exposed/object/first/house with the value 3
    And the host saves the live scene
    Then "objects.0" in the file "Settings/Lamp.settings.json" is {"@source":"first.components[Lamp]","@type":"Lamp","guide":{"@ref":"brought"},"house":3,"later":1.0}

  @LSC-9 @LSC-15.a @LSC-15.b @LSC-15.c @DRT-14.a
  Scenario Outline: Edits of settings whose file is rejected are not saved
    Given the project has the file "Settings/Lamp.settings.json":
      """
      <text>
      """
    And I remember the bytes of "Settings/Lamp.settings.json"
    When the host is started again
    And I PUT /exposed/object/first with the body {"value":{"house":3,"level":2}}
    Then a save leaves "Settings/Lamp.settings.json" as it is
    And "first" is dirty in house

    Examples:
      | text                                                                                          |
      | {"format": "jp.lilium.remotecontrol.projectsettings", "formatVersion": 2, "objects": []}        |
      | {"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "objects": []}                   |
      | {"format": "jp.lilium.remotecontrol.projectsettings", "objects": [                              |

  @LSC-17.a @LSC-17.b
  Scenario: An index refers to a component without a key
    When I GET /exposed/object/twins
    And I PUT /exposed/object/first/friend with the value {"@ref":"twins.components[1]"}
    And the host saves the live scene
    Then the objects in the file "hands.live.json" are exactly:
      """
      [{"@source": "first", "@type": "Lamp", "friend": {"@ref": "twins.components[1]"}}]
      """
    And I remember the bytes of "hands.live.json"
    When the host is started again
    And I PUT /exposed/object/twins/components/1/level with the value 7
    Then GET /exposed/object/first/friend/level has the value 7

  @LSC-17.a @LSC-17.b
  Scenario: An imported entry without an object is appended once, unchanged
    Given the project has the file "a.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "objects": [
      	{"@source": "first", "@type": "Lamp", "gobo": 1.0}
      ]}
      """
    And the project has the file "b.live.json":
      """
      {"format": "jp.lilium.remotecontrol.live", "objects": [
        {"tint": 2.0, "@source": "first", "@type": "Lamp"},
        {"@type": "Lamp", "tint": {"b": 2.0, "a": [ 1e3,{} ]},
            "angle":2.50, "@source": "elsewhere"}
      ]}
      """
    When the host loads the live scene "a.live.json"
    And I remember the bytes of "a.live.json"
    And I POST /exposed/import with the body {"path":"b.live.json"}
    Then something is unsaved
    When the host saves the live scene
    Then the file "a.live.json" is exactly:
      """
      {"format": "jp.lilium.remotecontrol.live", "objects": [
      	{"@source": "first", "@type": "Lamp", "gobo": 1.0},
      	{"@type": "Lamp", "tint": {"b": 2.0, "a": [ 1e3,{} ]},
            "angle":2.50, "@source": "elsewhere"}
      ]}
      """
    And I remember the bytes of "a.live.json"
    When I POST /exposed/import with the body {"path":"b.live.json"}
    Then nothing is unsaved
    Then a save leaves "a.live.json" as it is

  @LSC-19
  Scenario: Objects created and destroyed at the host are saved
    Given the project has the live scene "a.live.json" with the objects []
    When the host loads the live scene "a.live.json"
    And the host runs "object.spawn" with {"class": "Lamp", "key": "made"}
    And the host runs "dirty"
    Then the answer is exactly {"unsaved":true,"objects":[]}
    When the host saves the live scene
    Then nothing is unsaved
    When the host is started again
    Then GET /exposed/object/made/level has the value 1
    When the host runs "object.destroy" with {"key": "made"}
    And the host runs "dirty"
    Then the answer is exactly {"unsaved":true,"objects":[]}
    When the host saves the live scene
    Then the objects in the file "a.live.json" are exactly []
    When the host runs "object.spawn" with {"class": "Lamp", "key": "made"}
    And the host runs "object.destroy" with {"key": "made"}
    Then nothing is unsaved

  @LSC-19 @ORP-6
  Scenario: An object that a user creates for a pending entry is created again by the next start
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "brought", "@type": "Lamp", "level": 3}]
      """
    When the host loads the live scene "a.live.json"
    And I call "first/Bring" with []
    And 1 frame passes
    Then GET /exposed/object/brought/level has the value 3
    When the host saves the live scene
    And the host is started again
    Then GET /exposed/object/brought/level has the value 3
    And the objects in the file "a.live.json" are exactly:
      """
      [{"@source": "brought", "@type": "Lamp", "@op": "new", "@name": "Brought", "level": 3}]
      """
    When I GET /exposed/orphans
    Then the answer is exactly {"orphans":[]}

  @LSC-17.a @LSC-17.b
  Scenario: An import overrides values and keeps what is pending in both files and unknown in the open one
    Given the project has the live scene "a.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "level": 2, "friend": {"@ref": "brought"}, "gobo": 1.0},
        {"@source": "elsewhere", "@type": "Lamp", "level": 3}
      ]
      """
    And the project has the live scene "b.live.json" with the objects:
      """
      [
        {"@source": "first", "@type": "Lamp", "level": 4, "tint": 2},
        {"@source": "nowhere", "@type": "Lamp", "level": 5},
        {"@source": "second", "@type": "Lamp", "level": 6}
      ]
      """
    When the host loads the live scene "a.live.json"
    And I POST /exposed/import with the body {"path":"b.live.json"}
    Then GET /exposed/object/first/level has the value 4
    When the host saves the live scene
    Then "objects" in the file "a.live.json" is:
      """
      [
        {"@source": "first", "@type": "Lamp", "level": 4, "friend": {"@ref": "brought"}, "gobo": 1.0},
        {"@source": "elsewhere", "@type": "Lamp", "level": 3},
        {"@source": "nowhere", "@type": "Lamp", "level": 5},
        {"@source": "second", "@type": "Lamp", "level": 6}
      ]
      """

  @LSC-16 @LSC-17.b @LSC-18.a
  Scenario Outline: Edits of a list before another file is loaded remove nothing from that file
    Given the project has the live scene "b.live.json" with the objects [{"@source": "first", "@type": "Lamp", <said>}]
    And I remember the bytes of "b.live.json"
    When I <edit>
    And the host loads the live scene "b.live.json"
    Then a save leaves "b.live.json" as it is

    Examples:
      | said                                                          | edit                                                                     |
      | "friends": [{"@ref": "third"}]                                | PUT /exposed/object/first/friends with the value [{"@ref":"second"}]     |
      | "friends": [{"@ref": "third"}, {"@ref": "second"}]            | POST /exposed/object/first/friends/reset                                 |
      | "lenses": [{"@type": "Laser", "power": 1.0}, {}]              | PUT /exposed/object/first/lenses/0/focal with the value 3                |
      | "lenses": [{"@op": "removed"}, {}, {"@op": "new", "@type": "Laser"}] | POST /exposed/object/first/lenses/reset                           |
