Feature: Type descriptors

  Background:
    Given the scene "model"

  @OBJ-14 @matrix
  Scenario: A descriptor describes a whole class
    When I GET /exposed/types?type=Part
    Then the answer has {"types": [{"type": "Part", "category": "Parts", "baseTypes": ["Base"]}]}
    And the name "level" in "types[0].properties" of the answer is exactly:
      """
      {
        "name": "level", "type": "Single", "isReadOnly": false, "isArray": false, "isPersistable": true,
        "controller": {"type": "Slider", "minValue": 0, "maxValue": 8, "step": 0.5}, "order": 1, "valueKind": "value",
        "label": "Level", "help": "How bright",
        "section": {"icon": "lightbulb", "title": "Light", "accessLevel": 1, "subtitle": "Basics"},
        "layout": {"path": "main/left", "direction": "horizontal", "columns": 2, "grow": 1}
      }
      """
    When I GET /exposed/types?type=Base
    Then the answer has {"types": [{"type": "Base", "help": "What parts share", "icon": "build"}]}
    When I GET /exposed/types?type=Nothing
    Then the answer is exactly {"types":[]}

  @WIR-11.a
  Scenario Outline: Types state their kind and the kind of their values
    Given the scene "everything"
    When I GET /exposed/types
    Then the type "<type>" in "types" of the answer has {"kind": "<kind>", "isAbstract": <abstract>}

    Examples:
      | type                    | kind      | abstract |
      | Board                   | static    | false    |
      | Lens                    | struct    | false    |
      | Shape                   | class     | true     |
      | Disc                    | class     | false    |
      | Base                    | component | true     |
      | Lamp                    | component | false    |
      | GameObjectWithTransform | component | false    |

  @WIR-11.b
  Scenario Outline: Properties and parameters state what their type name leaves open
    Given the scene "everything"
    When I GET /exposed/types?type=Lamp
    Then the name "<member>" in "types[0].properties" of the answer has {"type": "<type>", "valueKind": "<kind>"}
    And the name "<member>" in "types[0].properties" of the answer has no "elementType"

    Examples:
      | member | type           | kind      |
      | level  | Single         | value     |
      | name   | String         | value     |
      | color  | Color          | value     |
      | pose   | TransformValue | value     |
      | mode   | Mode           | enum      |
      | layers | Layers         | enum      |
      | lens   | Lens           | class     |
      | clip   | AnimationClip  | asset     |
      | friend | Lamp           | component |

  @WIR-11.b
  Scenario: Descriptors state element types of arrays, nullability and flags
    Given the scene "everything"
    When I GET /exposed/types?type=Lamp
    Then the name "numbers" in "types[0].properties" of the answer has:
      """
      {"type": "Int32[]", "elementType": "Int32", "valueKind": "value"}
      """
    And the name "shapes" in "types[0].properties" of the answer has:
      """
      {"type": "Shape[]", "elementType": "Shape", "valueKind": "class"}
      """
    And the name "maybe" in "types[0].properties" of the answer has {"type": "Int32", "isNullable": true}
    And the name "level" in "types[0].properties" of the answer has no "isNullable"
    And the name "layers" in "types[0].properties" of the answer has {"isFlags": true}
    And the name "mode" in "types[0].properties" of the answer has no "isFlags"
    And the name "to" in "types[0].functions[0].parameters" of the answer has {"type": "Single", "valueKind": "value"}

  @DSC-1.a @DSC-1.b
  Scenario Outline: A single condition is emitted only as visibility
    When I GET /exposed/types?type=Part
    Then the name "<member>" in "types[0].properties" of the answer has {"visibility": <condition>}
    And the name "<member>" in "types[0].properties" of the answer has no "visibilityConditions"

    Examples:
      | member | condition                                                 |
      | single | {"property": "mode", "value": "On", "showWhenMatch": true}  |
      | hidden | {"property": "mode", "value": "Off", "showWhenMatch": false} |

  @DSC-2 @DSC-3.a
  Scenario: Several conditions are emitted as an array
    When I GET /exposed/types?type=Part
    Then the name "both" in "types[0].properties" of the answer has:
      """
      {"visibilityConditions": [
        {"property": "mode", "value": "On", "showWhenMatch": true},
        {"property": "on", "value": true, "showWhenMatch": true},
        {"property": "bone", "value": "Hips", "showWhenMatch": false}
      ]}
      """
    And the name "both" in "types[0].properties" of the answer has no "visibility"

  @DSC-3.a @DSC-4.a @DSC-9.c
  Scenario: A function has conditions, defaults and a selector on a parameter
    When I GET /exposed/types?type=Part
    Then the name "Echo" in "types[0].functions" of the answer has:
      """
      {
        "name": "Echo", "returnType": "String", "order": 0, "label": "Say it", "help": "Says it again", "icon": "campaign",
        "section": {"title": "Actions"},
        "visibilityConditions": [
          {"property": "mode", "value": "On", "showWhenMatch": true},
          {"property": "on", "value": true, "showWhenMatch": true}
        ],
        "parameters": [
          {"name": "text", "type": "String", "controller": {"type": "StringSelector", "sourcePropertyName": "names", "sourceProperty": "names"}},
          {"name": "times", "type": "Int32", "defaultValue": 2},
          {"name": "mode", "type": "Mode", "enumType": "Mode"}
        ]
      }
      """
    And the name "SetLevel" in "types[0].functions" of the answer has {"returnType": "Void"}

  @DSC-3.b @DSC-4.b @DSC-9.a @DSC-9.b
  Scenario: Several conditions hide members and functions, and fields and properties have selectors
    Given the scene "hiding"
    When I GET /exposed/types?type=Panel
    Then the name "level" in "types[0].properties" of the answer has:
      """
      {"visibilityConditions": [
        {"property": "on", "value": true, "showWhenMatch": false},
        {"property": "mode", "value": "Low", "showWhenMatch": false}
      ]}
      """
    And the name "Reset" in "types[0].functions" of the answer has:
      """
      {"visibilityConditions": [
        {"property": "on", "value": true, "showWhenMatch": false},
        {"property": "mode", "value": "Low", "showWhenMatch": false}
      ]}
      """
    And the name "Stop" in "types[0].functions" of the answer has:
      """
      {"visibility": {"property": "on", "value": false, "showWhenMatch": false}}
      """
    And the name "mode" in "types[0].properties" of the answer has:
      """
      {"isPersistable": true, "controller": {"type": "StringSelector", "sourcePropertyName": "modes"}}
      """
    And the name "shade" in "types[0].properties" of the answer has:
      """
      {"isPersistable": false, "controller": {"type": "StringSelector", "sourcePropertyName": "shades"}}
      """

  @DSC-5.a @DSC-5.b
  Scenario: collapsed does not depend on the controller
    When I GET /exposed/types?type=Part
    Then the name "lens" in "types[0].properties" of the answer has:
      """
      {"collapsed": true, "controller": {"type": "InlineReference"}}
      """
    And the name "shapes" in "types[0].properties" of the answer has no "collapsed"
    When I GET /exposed/types?type=Lens
    Then the name "coating" in "types[0].properties" of the answer has:
      """
      {"collapsed": true, "controller": {"type": "Default"}}
      """

  @DSC-6.a @DSC-6.b
  Scenario: elementTypeOptions lists the concrete element types of a polymorphic array
    When I GET /exposed/types?type=Part
    Then the name "shapes" in "types[0].properties" of the answer has:
      """
      {"type": "Shape[]", "isArray": true, "elementTypeOptions": ["Disc", "Box"]}
      """
    And the name "knobs" in "types[0].properties" of the answer has no "elementTypeOptions"
    And the name "numbers" in "types[0].properties" of the answer has no "elementTypeOptions"

  @DSC-7.a @DSC-7.b
  Scenario: persistScope is emitted only for project scope
    When I GET /exposed/types?type=Part
    Then the name "global" in "types[0].properties" of the answer has {"persistScope": "project"}
    And the name "level" in "types[0].properties" of the answer has no "persistScope"

  @DSC-8 @DSC-10
  Scenario Outline: Descriptors contain the controls and their options
    When I GET /exposed/types?type=Part
    Then the name "<member>" in "types[0].properties" of the answer has {"controller": <controller>}

    Examples:
      | member | controller |
      | mode   | {"type": "Default"} |
      | choice | {"type": "StringSelector", "sourcePropertyName": "names", "sourceProperty": "names"} |
      | clip   | {"type": "AssetSelector", "sourcePropertyName": "clipKeys", "assetType": "AnimationClip", "refProperty": "clipFile"} |
      | shape  | {"type": "TypeSelector", "options": ["Disc", "Box"]} |
      | secret | {"type": "Hide"} |
      | model  | {"type": "GLTFFileSelector", "extensions": [".glb", ".gltf"]} |

  @WIR-11.b
  Scenario: The options of an object selector follow the objects
    When I GET /exposed/types?type=Part
    Then the name "friend" in "types[0].properties" of the answer has:
      """
      {"controller": {"type": "ObjectSelector", "options": [{"name": "Part", "type": "Part"}, {"name": "Other", "type": "Part"}]}}
      """
    When the host runs "object.spawn" with {"class": "Part", "key": "third", "name": "Third"}
    And I GET /exposed/types?type=Part
    Then the name "friend" in "types[0].properties" of the answer has:
      """
      {"controller": {"options": [{"name": "Part"}, {"name": "Other"}, {"name": "Third"}]}}
      """

  @DSC-11.a @DSC-11.b @DSC-11.c
  Scenario: The URL of an image preview serves an image, which changes
    Given the demo scene
    When I GET /exposed/types?type=StudioCamera
    Then the name "preview" in "types[0].properties" of the answer has:
      """
      {"type": "String", "isReadOnly": true, "controller": {"type": "ImagePreview", "intervalMs": 500}}
      """
    When I GET /exposed/object/main-camera/preview
    And I GET the image that is its value
    Then the answer is a PNG picture
    When 60 frames pass
    Then the same picture has changed
    When I GET /exposed/image/main-camera/nothing
    Then the status is 404
    When I GET /exposed/image/main-camera/%70review
    Then the status is 200

  @DSC-12.a @DSC-13
  Scenario: Enums list their values, except those that an external enum excludes
    When I GET /exposed/enums
    Then the answer is exactly {"enums":[{"type":"Mode","values":[{"name":"Off","value":0,"displayName":"Off"},{"name":"On","value":1,"displayName":"On"},{"name":"Auto","value":2,"displayName":"Automatic"}],"help":"How it works"},{"type":"Layers","values":[{"name":"Floor","value":1,"displayName":"Floor"},{"name":"Walls","value":2,"displayName":"Walls"},{"name":"Sky","value":4,"displayName":"Sky"}]},{"type":"Bones","values":[{"name":"Hips","value":0,"displayName":"Hips"},{"name":"Head","value":10,"displayName":"Head"}]}]}
    When I GET /exposed/enums?type=Bones
    Then the list in "enums" of the answer has 1 entries
    When I PUT /exposed/object/part/bone with the value "LastBone"
    Then it is refused with 400 "Failed to set property"

  @OBJ-9.a
  Scenario: Classes are listed in declaration order
    When I GET /exposed/types
    Then the "type" in the list "types" of the answer include "Lens", "Shape", "Disc", "Box", "Knob", "Base", "Part" in this order
