@matrix
Feature: Asset references

  Background:
    Given the scene "model"

  @AST-1 @AST-2 @AST-3.a @AST-3.b @DSC-10
  Scenario Outline: A member takes a GUID, a composite key and an external key
    When I PUT /exposed/object/part/clip with the value <value>
    Then "value" of the answer is <read>

    Examples:
      | value                                     | read                                                                                     |
      | "clip-1"                                  | {"@type":"AnimationClip","@guid":"clip-1","@name":"Idle"}                                |
      | {"@guid":"clip-1:7"}                      | {"@type":"AnimationClip","@guid":"clip-1:7","@name":"Wave"}                              |
      | "file:Packs/dance.pack#Wave"              | {"@type":"AnimationClip","@guid":"file:Packs/dance.pack#Wave","@name":"Wave"}            |
      | {"@type":"AnimationClip","@guid":"clip-1"} | {"@type":"AnimationClip","@guid":"clip-1","@name":"Idle"}                               |
      | "unknown-guid"                            | null                                                                                     |
      | null                                      | null                                                                                     |

  @AST-1
  Scenario: An unknown GUID is not written
    When I PUT /exposed/object/part/clip with the value "unknown-guid"
    And the host saves the live scene as "a"
    Then no file of the project contains unknown-guid

  @AST-1 @ERR-3
  Scenario: A value that is not a reference is rejected
    When I PUT /exposed/object/part/clip with the value 7
    Then it is refused with 400 "Failed to set property: clip"
    And the message says "AnimationClip"

  @AST-7.a
  Scenario Outline: The lookup treats a GUID that begins with a letter as a GUID, not as a scheme
    When I GET /api/asset?guid=<guid>
    Then it is refused with 404 "Asset not found."

    Examples:
      | guid                                     |
      | af1c1e2a9b7d4d0c8a55e0c3f2b1a999:7400000 |
      | AF1C1E2A9B7D4D0C8A55E0C3F2B1A999:7400000 |
      | 6f1c1e2a9b7d4d0c8a55e0c3f2b1a999:7400000 |
      | abcdefabcdefabcdefabcdefabcdefab         |

  @AST-4.a @AST-4.b @AST-5 @AST-6.a @AST-6.b @AST-6.c
  Scenario Outline: The lookup labels every key that a member can hold
    When I GET /api/asset?guid=<guid>
    Then the answer is exactly <answer>

    Examples:
      | guid                                | answer                                                                     |
      | clip-1                              | {"guid":"clip-1","name":"Idle","type":"AnimationClip"}                     |
      | clip-1:7                            | {"guid":"clip-1:7","name":"Wave","type":"AnimationClip"}                   |
      | clip-1%3A7                          | {"guid":"clip-1:7","name":"Wave","type":"AnimationClip"}                   |
      | file:Packs/dance.pack%23Wave        | {"guid":"file:Packs/dance.pack#Wave","name":"Wave","type":"AnimationClip"} |
      | file:Packs/other.pack%23Jump        | {"guid":"file:Packs/other.pack#Jump","name":"Jump","type":""}              |
      | Idle                                | {"guid":"Idle","name":"Idle","type":"AnimationClip"}                     |
      | Dance%20wave                        | {"guid":"Dance wave","name":"Wave","type":"AnimationClip"} |

  @AST-4.a @AST-4.b
  Scenario: The list of assets takes a type as filter
    Given the demo scene
    When I GET /api/assets?type=GameObject
    Then the answer is exactly {"assets":[{"guid":"6f1c1e2a9b7d4d0c8a55e0c3f2b1a902","name":"Motions","type":"GameObject","loaded":true},{"guid":"6f1c1e2a9b7d4d0c8a55e0c3f2b1a903","name":"Chair","type":"GameObject","loaded":false}]}
    When I GET /api/assets?type=Nothing
    Then the answer is exactly {"assets":[]}
    When I GET /api/assets
    Then the answer has:
      """
      {"assets": [{"name": "Idle"}, {"name": "Motions"}, {"name": "Wave"}, {"name": "Wave", "loaded": false}, {"name": "Chair"}]}
      """
