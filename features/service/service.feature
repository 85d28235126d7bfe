@matrix
Feature: The service serves a REST interface inside the host

  Scenario Outline: The service runs in player mode and in editor mode
    Given the scene "<scene>"
    When I GET /exposed/object/lamp/level
    Then the status is 200
    And "value" of the answer is 1

    @SVC-1.a
    Examples:
      | scene  |
      | player |

    @SVC-1.b
    Examples:
      | scene  |
      | editor |

  @SVC-2.a @SVC-2.b @WIR-1.a
  Scenario: All paths have one base URL, and payloads are JSON
    Given the demo scene
    When I GET /Exposed/OBJECT/key-light/intensity
    Then the answer has {"value": 1, "path": "intensity", "changed": false}
    And the header "Content-Type" is "application/json; charset=utf-8"
    Then GET /exposed/object/key%2Dlight/%69ntensity has the value 1

  @SVC-3
  Scenario: The server binds only to the local interface by default
    Given the demo scene
    Then it answers on 127.0.0.1
    And it does not answer on 127.0.0.2

  @SVC-4
  Scenario: allowExternalConnections binds all interfaces, IPv4 and IPv6
    Given the demo scene with "--allow-external-connections --token open-sesame"
    Then it answers on 127.0.0.1
    And it answers on 127.0.0.2
    And it answers on ::1

  @SVC-6.d
  Scenario: A member that is not exposed is not saved
    Given the scene "hidden"
    When I call "vault/ReadSecret" with []
    And I PUT /exposed/object/vault/shown with the value 5
    And the host saves the live scene as "a"
    And the host runs "preset.save" with {"key": "vault", "name": "b"}
    Then the objects in the file "a.live.json" are exactly [{"@source": "vault", "@type": "Vault", "shown": 5}]
    And "object" in the file "Presets/b.preset.json" is {"@type":"Vault","shown":5}

  @SVC-6.a @SVC-6.b @SVC-6.c @OBJ-6.a
  Scenario: A member that is not exposed is absent from reads, types and paths
    Given the scene "hidden"
    When I GET /exposed/object/vault?nested
    Then the members of "" in the answer are @type, @id, @instanceID, @name, @source, shown
    When I GET /exposed/object/vault/secret
    Then it is refused with 404 "Property not found"
    When I PUT /exposed/object/vault with the body {"value":{"secret":2,"shown":5}}
    Then "shown" of the answer is 5
    And I call "vault/ReadSecret" with []
    And the answer is exactly {"result":41}
    When I GET /exposed/types?type=Vault
    Then the answer does not contain the text secret"
