Feature: Writes, arrays and functions

  Background:
    Given the scene "model"

  @END-3 @END-5.a @END-5.b
  Scenario Outline: Written values are converted to the member's type
    When I PUT /exposed/object/part/<member> with the value <value>
    Then the status is 200
    And "value" of the answer is <read>
    And GET /exposed/object/part/<member> has the value <read>

    Examples:
      | member  | value                     | read |
      | on      | false                     | false |
      | numbers/0 | 2.5                     | 2 |
      | numbers/0 | 3.5                     | 4 |
      | numbers/0 | -0.5                    | 0 |
      | numbers/0 | "42"                    | 42 |
      | int64   | 9223372036854775807       | 9223372036854775807 |
      | int64   | "-9223372036854775808"    | -9223372036854775808 |
      | byte    | 255                       | 255 |
      | int16   | -32768                    | -32768 |
      | level   | 0.1                       | 0.1 |
      | level   | 16777217                  | 16777216 |
      | level   | "NaN"                     | "NaN" |
      | level   | "-Infinity"               | "-Infinity" |
      | level   | "1e3"                     | 1000 |
      | double  | 0.1                       | 0.1 |
      | double  | "Infinity"                | "Infinity" |
      | id      | 7                         | "7" |
      | id      | true                      | "true" |
      | id      | null                      | null |
      | mode    | "Auto"                    | "Auto" |
      | mode    | 2                         | "Auto" |
      | mode    | "2"                       | "Auto" |
      | layers  | "Floor, Sky"              | "Floor, Sky" |
      | layers  | 6                         | "Walls, Sky" |
      | v2      | {"y":2}                   | {"x":0,"y":2} |
      | v3      | {"x":1,"y":2,"z":3}       | {"x":1,"y":2,"z":3} |
      | v4      | {"w":4}                   | {"x":0,"y":0,"z":0,"w":4} |
      | v2i     | {"x":1.5}                 | {"x":2,"y":0} |
      | v3i     | {"z":3}                   | {"x":0,"y":0,"z":3} |
      | q       | {"x":1}                   | {"x":1,"y":0,"z":0,"w":1} |
      | c       | {"a":0.5}                 | {"r":0,"g":0,"b":0,"a":0.5} |
      | r       | {"width":10}              | {"x":0,"y":0,"width":10,"height":0} |
      | t       | {"position":{"x":1}}      | {"position":{"x":1,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1},"scale":{"x":1,"y":1,"z":1}} |
      | t/scale/y | 2                       | 2 |
      | lens    | {"coating":{"layers":5}}  | {"@type":"Lens","focalLength":35,"coating":{"@type":"Coating","layers":5}} |
      | friend  | {"@ref":null}             | null |

  @ERR-3.a
  Scenario Outline: Values that cannot be converted are rejected
    When I PUT /exposed/object/part/<member> with the value <value>
    Then it is refused with 400 "Failed to set property: <member>"
    And the message says "<expected>"

    Examples:
      | member    | value                        | expected |
      | on        | 0                            | Boolean  |
      | on        | "true"                       | Boolean  |
      | on        | null                         | Boolean  |
      | numbers/0 | 2147483648                   | Int32    |
      | numbers/0 | -2147483649                  | Int32    |
      | numbers/0 | "four"                       | Int32    |
      | numbers/0 | true                         | Int32    |
      | int64     | 9223372036854775808          | Int64    |
      | byte      | 256                          | Byte     |
      | byte      | -1                           | Byte     |
      | int16     | 40000                        | Int16    |
      | level     | {"x":1}                      | Single   |
      | level     | 1e39                         | Single   |
      | mode      | "Off, On"                    | Mode     |
      | double    | "much"                       | Double   |
      | id        | ["a"]                        | String   |
      | mode      | "Floor"                      | Mode     |
      | mode      | 3                            | Mode     |
      | layers    | "Floor, Cellar"              | Layers   |
      | layers    | 8                            | Layers   |
      | v3        | [1,2,3]                      | Vector3  |
      | v3/x      | null                         | Single   |
      | lens      | null                         | Lens     |
      | lens      | "50mm"                       | Lens     |
      | lens      | {"@type":"Coating"}          | Lens     |
      | shape     | {"@type":"Shape"}            | abstract |
      | shape     | {"@type":"Triangle"}         | @type    |
      | friend    | {"@ref":"nobody"}            | Part     |
      | friend    | {"@ref":"base"}              | Part     |
      | friend    | "other"                      | Part     |
      | numbers   | {"0":1}                      | Int32[]  |

  @END-6.a @END-6.b
  Scenario: Several members are written all or not at all
    When I PUT /exposed/object/part with the body {"value":{"level":2,"mode":"Auto","nothing":1,"v3":{"y":5}}}
    Then the answer has:
      """
      {"@source": "part", "level": 2, "mode": "Auto", "v3": {"x": 0, "y": 5, "z": 0}, "lens": {"coating": {"layers": 3}}}
      """
    When I PUT /exposed/object/part with the body {"value":{"level":3,"mode":"Broken"}}
    Then it is refused with 400 "Failed to set property"
    And GET /exposed/object/part/level has the value 2
    When I PUT /exposed/object/part with the body {"value":[1]}
    Then it is refused with 400 "Invalid request format"
    When I PUT /exposed/object/part with the body {"value":{"lens":{"focalLength":50,"coating":{"layers":"many"}}}}
    Then it is refused with 400 "Failed to set property"
    And GET /exposed/object/part/lens/focalLength has the value 35

  @PTH-9.a
  Scenario: Arrays are appended to, replaced, written by index, shortened, reordered and reset
    When I POST /exposed/object/part/numbers with the body {"value":4}
    Then "value" of the answer is [1,2,3,4]
    When I POST /exposed/object/part/numbers
    Then "value" of the answer is [1,2,3,4,0]
    When I DELETE /exposed/object/part/numbers with the body {"index":-1}
    Then "value" of the answer is [1,2,3,4]
    When I DELETE /exposed/object/part/numbers/0
    Then "value" of the answer is [2,3,4]
    When I PATCH /exposed/object/part/numbers with the body {"fromIndex":0,"toIndex":2}
    Then "value" of the answer is [3,4,2]
    When I PUT /exposed/object/part/numbers/1 with the value 9
    Then GET /exposed/object/part/numbers has the value [3,9,2]
    When I PUT /exposed/object/part/numbers with the value [7]
    Then "value" of the answer is [7]
    When I POST /exposed/object/part/numbers/reset
    Then the answer has {"value": [1, 2, 3], "path": "numbers", "changed": false}

  @PTH-9 @ERR-2
  Scenario Outline: Impossible array operations are rejected
    When I <request>
    Then it is refused with 400 "<message>"
    And GET /exposed/object/part/numbers has the value [1,2,3]

    Examples:
      | request                                                                                    | message                         |
      | POST /exposed/object/part/numbers with the body {"value":"x"}                              | Failed to add array element     |
      | POST /exposed/object/part/numbers with the body {"value":[4]}                              | Failed to add array element     |
      | POST /exposed/object/part/level with the body {"value":1}                                  | Failed to add array element     |
      | POST /exposed/object/part/shapes with the body {"value":{"@type":"Shape"}}                 | Failed to add array element     |
      | DELETE /exposed/object/part/numbers with the body {"index":3}                              | Failed to remove array element  |
      | DELETE /exposed/object/part/numbers with the body {"index":-2}                             | Failed to remove array element  |
      | DELETE /exposed/object/part/numbers with the body {"index":"a"}                            | Invalid request format          |
      | DELETE /exposed/object/part/level with the body {"index":0}                                | Failed to remove array element  |
      | PATCH /exposed/object/part/numbers with the body {"fromIndex":0,"toIndex":3}               | Failed to reorder array element |
      | PATCH /exposed/object/part/numbers with the body {"fromIndex":0}                           | Invalid request format          |
      | PATCH /exposed/object/part/level with the body {"fromIndex":0,"toIndex":0}                 | Failed to reorder array element |

  @END-17.a @END-17.b
  Scenario: An array of an abstract type takes elements of concrete types
    When I POST /exposed/object/part/shapes
    Then "value[1]" of the answer is {"@type":"Disc","label":"","radius":1}
    When I POST /exposed/object/part/shapes with the body {"value":{"@type":"Box","width":5}}
    Then "value[2]" of the answer is {"@type":"Box","label":"","width":5}
    When I PUT /exposed/object/part/shapes/0 with the value {"@type":"Box","label":"new"}
    Then "value" of the answer is {"@type":"Box","label":"new","width":2}
    When I PUT /exposed/object/part/shape with the value {"@type":"Disc","radius":3}
    Then "value" of the answer is {"@type":"Disc","label":"","radius":3}
    When I PUT /exposed/object/part/shape with the value {"radius":4}
    Then "value" of the answer is {"@type":"Disc","label":"","radius":4}
    When I PUT /exposed/object/part/shape with the value null
    Then "value" of the answer is null
    When I PUT /exposed/object/part/lens with the value {}
    Then "value.focalLength" of the answer is 35

  @END-13.a @END-13.b @END-14.a @END-14.b @END-14.c
  Scenario Outline: Arguments are typed; missing or null ones take defaults
    When I call "part/<function>" with <args>
    Then the answer is exactly <answer>

    Examples:
      | function   | args               | answer                                                                             |
      | Echo       | ["hi", 3, "Auto"]  | {"result":"hi 3 Auto"}                                                             |
      | Echo       | []                 | {"result":" 2 Off"}                                                                |
      | echo       | ["hi"]             | {"result":"hi 2 Off"}                                                              |
      | ECHO       | [null, null, 1]    | {"result":" 2 On"}                                                                 |
      | Echo       | ["a", "5", "On", 9, 9] | {"result":"a 5 On"}                                                            |
      | GiveLens   | []                 | {"result":{"@type":"Lens","focalLength":50,"coating":{"@type":"Coating","layers":3}}} |
      | GiveFriend | []                 | {"result":null}                                                                    |
      | GiveNumbers | []                | {"result":[4,5]}                                                                   |
      | GiveMode   | []                 | {"result":"Auto"}                                                                  |
      | GiveVector | []                 | {"result":{"x":1,"y":2,"z":3}}                                                     |
      | SetLevel   | [2]                | {"result":null}                                                                    |

  @END-13.a @END-13.b
  Scenario: Arguments that are not a list, or cannot be converted, are rejected and the function is not called
    When I call "part/SetLevel" with ["bright"]
    Then it is refused with 400
    And GET /exposed/object/part/level has the value 1
    When I POST /exposed/function/part/SetLevel with the body {"args":{"value":2}}
    Then it is refused with 400 "Invalid request format"
    When I POST /exposed/function/part/SetLevel with the body [2]
    Then it is refused with 400 "Invalid request format"
    And GET /exposed/object/part/level has the value 1
    When I POST /exposed/function/part/Echo
    Then the answer is exactly {"result":" 2 Off"}
    When I POST /exposed/function/part/Echo with the body {}
    Then the answer is exactly {"result":" 2 Off"}
    When I PUT /exposed/object/part/friend with the value {"@ref":"other"}
    And I call "part/GiveFriend" with []
    Then "result.@name" of the answer is "Other"
    And "result.@type" of the answer is "Part"

  @SNP-1
  Scenario: Defaults are copies that no write changes
    When I PUT /exposed/object/part/lens with the value {"focalLength":50,"coating":{"layers":7}}
    And I POST /exposed/object/part/lens/reset
    Then "value.focalLength" of the answer is 35
    And "value.coating.layers" of the answer is 3
