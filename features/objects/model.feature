Feature: Objects of one game object

  Background:
    Given the scene "model"

  @OBJ-11
  Scenario: A component and the wrapper of its game object have two ids each
    When I GET /exposed/object/part
    And I remember "@id" of the answer as "component"
    And I remember "@instanceID" of the answer as "component-instance"
    And I GET /exposed/object/stand
    And I remember "@id" of the answer as "wrapper"
    And I remember "@instanceID" of the answer as "wrapper-instance"
    Then "<component>" and "<wrapper>" differ
    And "<component-instance>" and "<wrapper-instance>" differ
    And "components[0].@ref" of the answer is "<component>"

  @OBJ-12 @OBJ-13.a @OBJ-13.b @END-2
  Scenario: A query by type returns the component once, even if a wrapper exists
    When I GET /exposed/objects?type=Part
    Then the "@source" in the list "objects" of the answer are ["part","other"]
    When I GET /exposed/objects?type=GameObjectWithTransform
    Then the "@source" in the list "objects" of the answer are ["stand","root","child"]
    When I GET /exposed/objects?type=ExposedGameObjectWithTransform
    Then the "@source" in the list "objects" of the answer are ["stand","root","child"]
    When I GET /exposed/objects?type=Nothing
    Then the answer is exactly {"objects":[]}

  @END-1 @END-2
  Scenario: Queries find objects by base type, former name and category
    When I GET /exposed/objects?type=Base
    Then the "@source" in the list "objects" of the answer include "part", "other", "base" in this order
    When I GET /exposed/objects?type=OldPart
    Then the "@source" in the list "objects" of the answer are ["part","other"]
    When I GET /exposed/objects?category=Parts
    Then the "@source" in the list "objects" of the answer are ["part","other","base"]
    When I GET /exposed/objects?category=Parts&type=StudioManager
    Then the "@source" in the list "objects" of the answer are ["part","other","base"]

  @END-5
  Scenario: Former names of classes, members and functions are accepted, and responses use current ones
    When I PUT /exposed/object/part/brightness with the value 3
    Then "path" of the answer is "level"
    And "value" of the answer is 3
    When I PUT /exposed/object/part with the body {"value":{"brightness":4}}
    Then "level" of the answer is 4
    When I call "part/SetBrightness" with [5]
    Then GET /exposed/object/part/level has the value 5

  @ERR-8.a
  Scenario: An object gets a new parent
    Given I know the id of "root" as "root"
    And I subscribe
    When I PUT /exposed/object/stand/@parent with the body {"parentId":"<root>"}
    Then "@source" of the answer is "stand"
    And "@parent" of the answer is "<root>"
    And "transform.scale.x" of the answer is 1
    When 1 frame passes
    Then the stream brings "exposed_object_updated" with:
      """
      {"path": "", "value": {"@source": "stand", "@parent": "<root>"}}
      """
    When I PUT /exposed/object/root/@parent with the body {"parentId":"child"}
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/root/@parent with the body {"parentId":"root"}
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/root/@parent with the body {"parentId":"nobody"}
    Then it is refused with 400 "Failed to set property"
    When I PUT /exposed/object/stand/@parent with the body {"parentId":null}
    Then the answer has no "@parent"

  @VER-2.a @VER-2.b
  Scenario: An engine id addresses its object as a number and as a string, also in references
    When I GET /exposed/object/other
    And I remember "@instanceID" of the answer as "instance"
    And I PUT /exposed/object/part/friend with the body {"value":{"@ref":<instance>}}
    Then "value.@name" of the answer is "Other"
    When I PUT /exposed/object/part/friend with the value {"@ref":"<instance>"}
    Then "value.@name" of the answer is "Other"
    Then GET /exposed/object/<instance>/level has the value 1

  @DRT-3 @DRT-15
  Scenario: Integers beyond 2^53 are exact in files, and read-only members are not saved
    When I PUT /exposed/object/part/int64 with the value 9007199254740993
    And the host saves the live scene as "a"
    Then "objects[0].int64" in the file "a.live.json" is 9007199254740993
    And no file of the project contains computed
    When I PUT /exposed/object/part/int64 with the value 1
    And the host loads the live scene "a.live.json"
    Then GET /exposed/object/part/int64 has the value 9007199254740993

  @END-1 @EVT-12.a
  Scenario: The whole list has every change since it was last read
    Given the scene "player"
    When I GET /exposed/objects
    And I GET /exposed/objects
    And I PUT /exposed/object/lamp/level with the value 5
    And I GET /exposed/objects
    Then "objects[0].level" of the answer is 5
    When the host runs "set" with {"key": "lamp", "path": "level", "value": 6}
    And I GET /exposed/objects
    Then "objects[0].level" of the answer is 6
    When the host runs "object.spawn" with {"class": "Lamp", "key": "second"}
    And I GET /exposed/objects
    Then the "@source" in the list "objects" of the answer are ["lamp","second"]
    When the host runs "object.destroy" with {"key": "lamp"}
    And I GET /exposed/objects
    Then the "@source" in the list "objects" of the answer are ["second"]

  @EVT-12.a
  Scenario: A renamed object has its new name in every reference
    Given the demo scene
    And I GET /exposed/objects
    And the answer contains the text Main Avatar
    When I PUT /exposed/object/main-avatar/name with the value "Star"
    And I GET /exposed/object/main-avatar
    Then "@name" of the answer is "Star"
    And "components[0].@name" of the answer is "Star"
    When I GET /exposed/objects
    Then the text of the answer has no "Main Avatar"
    When I GET /exposed/objects?nested
    Then the text of the answer has no "Main Avatar"
    When I POST /exposed/object/main-avatar/name/reset
    And I GET /exposed/objects
    Then the text of the answer has no "Star"
    When I GET /exposed/object/main-avatar
    Then "components[0].@name" of the answer is "Main Avatar"

  @PTH-1 @LIM-4.a
  Scenario: A source key that no path could name is rejected, and stays pending in a file
    Given the scene "arrivals"
    When the host runs "object.spawn" with {"class": "Lamp", "key": "ghost\ud800"}
    Then it is refused with 400 "Invalid request format"
    And the message says "half of a character"
    When I GET /exposed/objects
    Then the "@source" in the list "objects" of the answer are ["first"]
    Given the project has the live scene "a.live.json" with the objects:
      """
      [{"@source": "ghost\ud800", "@op": "new", "@type": "Lamp", "level": 5}]
      """
    When the host loads the live scene "a.live.json"
    And I GET /exposed/objects
    Then the "@source" in the list "objects" of the answer are ["first"]
    When I PUT /exposed/object/first/level with the value 3
    And the host saves the live scene
    Then the objects in the file "a.live.json" are exactly:
      """
      [
        {"@source": "ghost\ud800", "@op": "new", "@type": "Lamp", "level": 5},
        {"@source": "first", "@type": "Lamp", "level": 3}
      ]
      """
