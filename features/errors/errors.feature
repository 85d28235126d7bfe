Feature: Errors say what was wrong and change nothing

  Background:
    Given the demo scene

   @ERR-5.a @ERR-5.b
  Scenario Outline: An unknown object, property or route is 404
    When I <request>
    Then it is refused with 404 "<message>"

    @ERR-1.a
    Examples:
      | request                                      | message            |
      | GET /exposed/object/nobody                   | Object not found   |
      | GET /exposed/object/123456789                | Object not found   |
      | GET /exposed/object/nobody/intensity         | Object not found   |
      | PUT /exposed/object/nobody with the value 1  | Object not found   |
      | POST /exposed/function/nobody/Flash          | Object not found   |

    @ERR-1.b
    Examples:
      | request                                      | message            |
      | GET /exposed/object/key-light/shade          | Property not found |
      | GET /exposed/object/key-light/intensity/deep | Property not found |
      | POST /exposed/function/key-light/Explode     | Function not found |

    @ERR-1.c
    Examples:
      | request                                      | message            |
      | GET /api/nothing                             | Not found          |
      | GET /nothing                                 | Not found          |
      | GET /..                                      | Not found          |

  @ERR-1.a @OBJ-1.a
  Scenario: A destroyed object is not found
    Given I know the id of "fill-light" as "fill"
    When the host runs "object.destroy" with {"key": "fill-light"}
    Then there is no object "fill-light"
    Then there is no object "<fill>"

  @ERR-1.d @matrix
  Scenario Outline: A wrong method on a known route is 405 and names the supported ones
    When I <request>
    Then it is refused with 405 "Method not allowed"
    And the header "Allow" is "<allow>"

    Examples:
      | request                  | allow              |
      | DELETE /api/status       | GET, OPTIONS |
      | PUT /exposed/objects     | GET, OPTIONS |
      | GET /exposed/batch       | POST, OPTIONS      |
      | GET /api/confirm         | POST, OPTIONS      |

   @ERR-5.a @ERR-5.b
  Scenario Outline: A body that is not JSON, or of another shape, is rejected
    When I PUT /exposed/object/key-light/intensity with the body <body>
    Then it is refused with 400 "<message>"
    And GET /exposed/object/key-light/intensity has the value 1

    @ERR-2.a
    Examples:
      | body               | message                |
      | {"value":2         | Invalid JSON body      |
      | {"value":2} {}     | Invalid JSON body      |
      | {"value":2,}       | Invalid JSON body      |
      | // 2               | Invalid JSON body      |
      | NaN                | Invalid JSON body      |

    @ERR-2.b
    Examples:
      | body               | message                |
      | [2]                | Invalid request format |
      | 2                  | Invalid request format |
      | {"Value":2}        | Invalid request format |
      | null               | Invalid request format |

  @ERR-2.a @matrix
  Scenario: A body that is not UTF-8, and a missing body, are rejected
    When I PUT the bytes 7b2276616c7565223a22ff227d to /exposed/object/screen/caption
    Then it is refused with 400 "Invalid JSON body"
    When I PUT /exposed/object/screen/caption
    Then it is refused with 400 "Invalid"
    And GET /exposed/object/screen/caption has the value "Welcome"

  @ERR-3.a @ERR-3.b @ERR-5.a @ERR-5.b
  Scenario Outline: The error for a value that cannot be converted names member, expected type and value
    When I PUT /exposed/object/<place> with the value <value>
    Then it is refused with 400 "Failed to set property: <member>"
    And the message says "<type>"
    And GET /exposed/object/<place> has the value <before>

    Examples:
      | place                         | value       | member            | type      | before                  |
      | key-light/intensity           | "bright"    | intensity         | Single    | 1                       |
      | key-light/flicker             | "yes"       | flicker           | Boolean   | false                   |
      | key-light/mode                | "Moon"      | mode              | LightMode | "Spot"                  |
      | key-light/color               | 3           | color             | Color     | {"r":1,"g":1,"b":1,"a":1} |
      | key-light/color               | {"r":"x"}   | color             | Single    | {"r":1,"g":1,"b":1,"a":1} |
      | screen/caption                | {"a":1}     | caption           | String    | "Welcome"               |
      | screen/resolution             | {"x":1e99}  | resolution        | Int32     | {"x":1920,"y":1080}     |
      | main-camera/presets           | "Wide"      | presets           | String[]  | ["Wide","Close"]        |
      | main-camera/lens/coating/layers | 2147483648 | lens/coating/layers | Int32  | 3                       |

  @ERR-4.a @ERR-4.b
  Scenario: A write to a read-only member is rejected
    When I PUT /exposed/object/key-light/serial with the value "X"
    Then it is refused with 400 "Property is read-only"
    When I PUT /exposed/object/key-light with the body {"value":{"intensity":3,"serial":"X"}}
    Then it is refused with 400 "Property is read-only"
    And GET /exposed/object/key-light/intensity has the value 1
    And GET /exposed/object/key-light/serial has the value "SL-0001"
    When I POST /exposed/object/StudioManager/qualityNames with the body {"value":"Ultra"}
    Then it is refused with 400 "Property is read-only"
    When I DELETE /exposed/object/StudioManager/qualityNames with the body {"index":0}
    Then it is refused with 400 "Property is read-only"
    And GET /exposed/object/StudioManager/qualityNames has the value ["Low","Medium","High"]
    When I POST /exposed/object/key-light/serial/reset
    Then it is refused with 400 "Property is read-only"

  @matrix
  Scenario: Invalid requests do not stop the host
    When I GET /exposed/object/%ZZ
    Then the status is 400
    When I GET /exposed/object/key-light/expressions[
    Then the status is 400
    When I PUT /exposed/object/key-light with the body {"value":{"__proto__":{"polluted":1},"constructor":1}}
    Then the status is 200
    Then there is no object "__proto__"
    When I GET /exposed/object/key-light/constructor
    Then it is refused with 404 "Property not found"
    And the host still answers
