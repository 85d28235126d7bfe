@matrix
Feature: The event stream

  Background:
    Given the demo scene

  @EVT-1
  Scenario: A change reaches every subscriber, once, with the value read back
    Given "phone" subscribes
    And "tablet" subscribes
    When I PUT /exposed/object/key-light/intensity with the value "2.5"
    And I know the id of "key-light" as "light"
    Then "phone" gets exactly:
      | kind                   | id        | path        | value | changed |
      | client_connected       |           |             |       |         |
      | exposed_object_updated | "<light>" | "intensity" | 2.5   | true    |
    And "tablet" gets exactly:
      | kind                   | id        | path        | value | changed |
      | exposed_object_updated | "<light>" | "intensity" | 2.5   | true    |

  @EVT-1 @WIR-4.a @WIR-4.b @WIR-4.c
  Scenario: The stream has its head and its first event
    When I subscribe with "clientId=desk"
    Then the header "Content-Type" of the stream is "text/event-stream"
    And the header "Cache-Control" of the stream is "no-cache, no-transform"
    And the header "X-Accel-Buffering" of the stream is "no"
    And the first event is "connected" with {"clientId": "desk", "resume": "fresh"}
    And every event of the stream is one line named data

  @EVT-14
  Scenario: A reader that waits for the end of a chunk gets each event at once
    Given a client subscribes that waits for the end of each chunk
    Then it has had "connected" once
    When I PUT /exposed/object/key-light/intensity with the value 2
    And 1 frame passes
    Then it has had "exposed_object_updated" once

  @EVT-1
  Scenario: Within a frame, only the last value of a path is sent
    Given I subscribe
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/key-light/flicker with the value true
    And I PUT /exposed/object/key-light/intensity with the value 3
    Then the stream brings exactly:
      | kind                   | path        | value |
      | exposed_object_updated | "intensity" | 3     |
      | exposed_object_updated | "flicker"   | true  |

  @EVT-1
  Scenario: Every kind of write is announced
    Given I subscribe with "ids=key-light,main-camera,StudioManager"
    When I PUT /exposed/object/key-light with the body {"value":{"angle":40}}
    And I POST /exposed/object/main-camera/presets with the body {"value":"Top"}
    And I POST /exposed/object/key-light/angle/reset
    And the host runs "set" with {"key": "key-light", "path": "temperature", "value": 3200}
    And I call "key-light/Flash" with [2]
    Then the stream brings exactly:
      | kind                   | path          | value                  |
      | exposed_object_updated | "angle"       | 30                     |
      | exposed_object_updated | "presets"     | ["Wide","Close","Top"] |
      | exposed_object_updated | "temperature" | 3200                   |
      | exposed_object_updated | "runtimeHeat" | 22                     |

  @EVT-1
  Scenario: A write of the same value sends no event
    Given I subscribe
    When I PUT /exposed/object/key-light/intensity with the value 1
    Then the stream brings nothing

  @EVT-1 @DEP-9
  Scenario: A write of a component announces the whole vector
    Given I subscribe
    When I PUT /exposed/object/key-light/color/r with the value 0.5
    Then the stream brings exactly:
      | kind                   | path    | value                       |
      | exposed_object_updated | "color" | {"r":0.5,"g":1,"b":1,"a":1} |

  @EVT-12.a @own-host
  Scenario: A stream of one object keeps lists of objects up to date
    Given I know the id of "fill-light" as "fill"
    And I know the id of "main-avatar" as "avatar"
    And "page" subscribes with "list&kinds=exposed_object_updated,exposed_objects_changed&ids=fill-light,StudioManager"
    And "probe" subscribes with "kinds=exposed_object_updated,exposed_objects_changed&ids=fill-light,StudioManager"
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/fill-light/intensity with the value 3
    And I PUT /exposed/object/main-avatar/name with the value "Hero"
    And the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I remember "id" of the answer as "spare"
    And 1 frame passes
    Then "page" gets exactly:
      | kind                    | id         | path        | added       |
      | exposed_object_updated  | "<fill>"   | "intensity" |             |
      | exposed_object_updated  | "<avatar>" | "name"      |             |
      | exposed_objects_changed |            |             | ["<spare>"] |
    And "probe" gets exactly:
      | kind                   | id       | path        |
      | exposed_object_updated | "<fill>" | "intensity" |

  @EVT-1
  Scenario: Each filter gets its own events, and streams without a filter get all
    Given I know the id of "key-light" as "key"
    And I know the id of "fill-light" as "fill"
    And "desk" subscribes with "kinds=exposed_object_updated"
    And "phone" subscribes with "kinds=exposed_object_updated&ids=key-light,StudioManager"
    And "tablet" subscribes with "kinds=exposed_object_updated&ids=fill-light,StudioManager"
    And "deck" subscribes with "kinds=system_notification"
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/fill-light/intensity with the value 3
    And I call "StudioManager/Announce" with ["hello"]
    Then "desk" gets exactly:
      | kind                   | id       | value |
      | exposed_object_updated | "<key>"  | 2     |
      | exposed_object_updated | "<fill>" | 3     |
    And "phone" gets exactly:
      | kind                   | id       | value |
      | exposed_object_updated | "<key>"  | 2     |
    And "tablet" gets exactly:
      | kind                   | id       | value |
      | exposed_object_updated | "<fill>" | 3     |
    And "deck" gets "system_notification" with {"message": "hello"}

  @EVT-1 @EVT-12.a
  Scenario: Added and removed objects are announced
    Given I subscribe
    When the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I remember "id" of the answer as "spare"
    And 1 frame passes
    And the host runs "object.destroy" with {"key": "spare"}
    And 1 frame passes
    Then the stream brings exactly:
      | kind                    | added       | removed     |
      | exposed_objects_changed | ["<spare>"] | []          |
      | exposed_objects_changed | []          | ["<spare>"] |

  @EVT-12.a
  Scenario: An object written and removed in the same frame is only reported as removed
    Given the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I remember "id" of the answer as "spare"
    And 1 frame passes
    And I subscribe
    When I PUT /exposed/object/spare/intensity with the value 2
    And I PUT /exposed/object/key-light/intensity with the value 2.25
    And the host runs "object.destroy" with {"key": "spare"}
    And 1 frame passes
    Then the stream brings exactly:
      | kind                    | path        | removed     |
      | exposed_object_updated  | "intensity" |             |
      | exposed_objects_changed |             | ["<spare>"] |

  Scenario: Source keys are sent next to ids on request
    Given I know the id of "key-light" as "key"
    And I know the id of "StudioManager" as "manager"
    And "desk" subscribes with "source&kinds=exposed_object_updated,exposed_objects_changed"
    And "phone" subscribes with "source=false&kinds=exposed_object_updated,exposed_objects_changed"
    When I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/StudioManager/title with the value "\"id\":\"1\",\"path\":"
    And the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I remember "id" of the answer as "spare"
    And 1 frame passes
    And the host runs "object.destroy" with {"key": "spare"}
    And 1 frame passes
    Then "desk" gets exactly:
      | kind                    | id          | source      | path        | sources             |
      | exposed_object_updated  | "<key>"     | "key-light" | "intensity" |                     |
      | exposed_object_updated  | "<manager>" | "StudioManager" | "title"     |                     |
      | exposed_objects_changed |             |             |             | {"<spare>":"spare"} |
      | exposed_objects_changed |             |             |             | {"<spare>":"spare"} |
    And "phone" gets exactly:
      | kind                    | id          | source    | path        | sources   |
      | exposed_object_updated  | "<key>"     | undefined | "intensity" |           |
      | exposed_object_updated  | "<manager>" | undefined | "title"     |           |
      | exposed_objects_changed |             | undefined |             | undefined |
      | exposed_objects_changed |             | undefined |             | undefined |

  @EVT-12.a @own-host
  Scenario: Source keys are replayed
    Given I subscribe with "source&clientId=phone"
    And I PUT /exposed/object/key-light/intensity with the value 2
    And 1 frame passes
    And the stream brings "exposed_object_updated" with {"path": "intensity", "source": "key-light"}
    When the stream is lost
    And I PUT /exposed/object/key-light/intensity with the value 3
    And 2 frames pass
    And I subscribe again with "source&clientId=phone" and the Last-Event-ID
    Then the stream brings exactly:
      | kind                   | source      | path        | value |
      | exposed_object_updated | "key-light" | "intensity" | 3     |

  @EVT-13.b
  Scenario: A stream that breaks right after its first event has a gap after a restart
    Given I subscribe with "clientId=phone"
    And I remember the id of the last event as "seen"
    When the host is started again
    And I subscribe again with the Last-Event-ID "<seen>"
    Then the first event is "connected" with {"resume": "gap"}

  @EVT-1
  Scenario: An app counts as connected until its last stream is closed
    Given "phone" subscribes
    And "tablet" subscribes
    And "second" subscribes with "clientId=tablet"
    When 1 frame passes
    And "second" leaves
    Then the host counts 2 subscribers
    And "phone" gets exactly:
      | kind             | clientId |
      | client_connected | "tablet" |
    When I GET /api/heartbeat?clientId=tablet
    Then "serverStatus.connectedClients" of the answer is 2
    When "tablet" leaves
    Then frames pass until "phone" gets "client_disconnected" with {"clientId": "tablet"}
    When I GET /api/heartbeat?clientId=phone
    Then "serverStatus.connectedClients" of the answer is 2
    When 29.5 seconds pass
    And I GET /api/heartbeat?clientId=phone
    Then "serverStatus.connectedClients" of the answer is 2
    When 0.6 seconds pass
    And I GET /api/heartbeat?clientId=phone
    Then "serverStatus.connectedClients" of the answer is 1

  @EVT-1 @EVT-12.a @own-host @WIR-5.b
  Scenario: A replay respects the filter, also after several reconnects
    Given I know the id of "fill-light" as "fill"
    And I subscribe with "clientId=phone"
    And I PUT /exposed/object/key-light/intensity with the value 2
    And 1 frame passes
    And the stream brings "exposed_object_updated" with {"path": "intensity", "value": 2}
    When the stream is lost
    And I PUT /exposed/object/key-light/intensity with the value 3
    And I PUT /exposed/object/fill-light/intensity with the value 4
    And 2 frames pass
    And I subscribe again with "clientId=phone&ids=fill-light,StudioManager" and the Last-Event-ID
    Then the first event is "connected" with {"resume": "resumed"}
    And the stream brings exactly:
      | kind                   | id       | path        | value |
      | exposed_object_updated | "<fill>" | "intensity" | 4     |

  @EVT-12.a @WIR-5.b
  Scenario Outline: An expired or unknown event id reports a gap
    Given I subscribe
    And I PUT /exposed/object/key-light/intensity with the value 2
    And I PUT /exposed/object/key-light/angle with the value 45
    And 1 frame passes
    And the stream brings "exposed_object_updated" with {"path": "angle"}
    When I subscribe again with the Last-Event-ID "<id>"
    Then the first event is "connected" with {"resume": "gap"}

    Examples:
      | id                                       |
      | 00000000-0000-0000-0000-000000000000:1   |
      | 00000000-0000-0000-0000-000000000000:2   |
      | nonsense                                 |

  @EVT-1 @EVT-12.a @own-host @WIR-5.b
  Scenario: An app that returns within half a minute misses nothing
    # All that moves in half a minute would be as much to read as a whole show.
    Given I subscribe with "clientId=phone&ids=key-light,StudioManager"
    And I PUT /exposed/object/key-light/intensity with the value 2
    And 1 frame passes
    And the stream brings "exposed_object_updated" with {"path": "intensity", "value": 2}
    When the stream is lost
    And I PUT /exposed/object/key-light/intensity with the value 3
    And 29 seconds pass
    And I PUT /exposed/object/key-light/angle with the value 45
    And 1 frame passes
    And I subscribe again with "clientId=phone&ids=key-light,StudioManager" and the Last-Event-ID
    Then the first event is "connected" with {"resume": "resumed"}
    And the stream brings exactly:
      | kind                   | path        | value |
      | exposed_object_updated | "intensity" | 3     |
      | exposed_object_updated | "angle"     | 45    |

  @EVT-12.a @own-host @WIR-5.b
  Scenario: An app that stays away too long finds a gap
    Given I subscribe
    And 1 frame passes
    When the stream is lost
    And 31 seconds pass
    And I subscribe again with the Last-Event-ID
    Then the first event is "connected" with {"resume": "gap"}

  @EVT-1 @own-host
  Scenario: A new subscriber does not receive earlier events
    Given the host counts 0 subscribers
    When the host runs "object.destroy" with {"key": "fill-light"}
    And I subscribe with "kinds=exposed_objects_changed,exposed_object_updated"
    And the host runs "object.spawn" with {"class": "StageLight", "key": "spare"}
    And I remember "id" of the answer as "spare"
    And 1 frame passes
    Then the stream brings exactly:
      | kind                    | added       | removed |
      | exposed_objects_changed | ["<spare>"] | []      |

  @EVT-1 @not-at-a-relay
  Scenario: A comment follows ten seconds of silence
    Given I subscribe with "ids=StudioManager"
    When 9.9 seconds pass
    And I PUT /exposed/object/StudioManager/title with the value "Late Show"
    And 9.9 seconds pass
    Then the stream has no comment before "Late Show" and none before a later change
    When 10 seconds pass
    Then the stream has a comment starting with "keep-alive"

  @LIM-4.c @own-host
  Scenario: A subscriber that does not read is disconnected, and the host still answers
    Given I subscribe
    And the stream stops reading
    When the host writes 60 captions of 200000 bytes to "screen" and to 40 objects
    Then the host counts 0 subscribers
    And the host still answers

  @EVT-12.a @LIM-4.c @own-host
  Scenario: A subscriber that pauses gets the last value of each property that it missed
    Given the host runs "object.spawn" with {"class": "Screen", "key": "screen-0"}
    And I subscribe
    And the stream stops reading
    When the host writes 40 captions of 200000 bytes to "screen" and to "screen-0"
    And the host runs "notify" with {"title": "while nobody read", "message": ""}
    And 1 frame passes
    And the stream reads again
    Then the stream brings "system_notification" with {"title": "while nobody read"}
    And the stream has brought the captions of "screen" and "screen-0" in their order, to the last of 40, and not all of them
    When the host sets screen/caption to "after that"
    And 1 frame passes
    Then the stream brings "exposed_object_updated" with {"path": "caption", "value": "after that"}

  @LIM-4.a @LIM-4.d
  Scenario: Subscribers beyond the limit are rejected
    Given the scene "allowed"
    And "a" subscribes
    And "b" subscribes
    When I subscribe
    Then the stream is answered with 503
    And the host still answers

  @LIM-4.a @LIM-4.d @own-host
  Scenario: An app has at most sixteen streams, and other apps keep theirs
    Given the app "phone" has 16 streams
    When I subscribe with "clientId=phone"
    Then the stream is answered with 429
    When "tablet" subscribes
    And I PUT /exposed/object/key-light/intensity with the value 2
    And 1 frame passes
    Then "tablet" gets "exposed_object_updated" with {"path": "intensity", "value": 2}
    And the host counts 17 subscribers

  Scenario: The streams end with the host
    Given I subscribe
    When the host is told to end
    Then the stream is ended
