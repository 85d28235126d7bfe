Feature: Encoded paths and keys

  Background:
    Given the scene "keyed"

  @PTH-10.a @PTH-10.b
  Scenario Outline: Each segment is decoded once, and read as one name or key first, then as a path
    When I GET /exposed/object/face/<path>
    Then "path" of the answer is "<canonical>"

    Examples:
      | path                                    | canonical            |
      | lens%2FfocalLength                      | lens/focalLength     |
      | l%65ns/focal%4Cength                    | lens/focalLength     |
      | position%2Ex                            | position/x           |
      | expressions%5BJoy%5D.weight             | expressions/0/weight |
      | expressions%2F0%2Fweight                | expressions/0/weight |
      | expressions%2fJoy%2fweight              | expressions/0/weight |
      | odd/x%2Fy/name                          | odd/2/name           |
      | odd/x%2Fy.name                          | odd/2/name           |
      | odd[x/y].name                           | odd/2/name           |
      | odd%5Bx/y%5D.name                       | odd/2/name           |
      | odd/p%5Bq%5D/name                       | odd/3/name           |
      | odd/p[q]/name                           | odd/3/name           |
      | odd[p[q%5D].name                        | odd/3/name           |
      | odd/a%255D/name                         | odd/7/name           |
      | odd[a%255D].name                        | odd/7/name           |
      | odd[a%5D].name                          | odd/8/name           |
      | odd%5Ba%255D%5D.name                    | odd/8/name           |
      | odd/%C3%A4%20%C3%B6/name                | odd/10/name          |
      | numbers%5B%227%22%5D.inner%5Bq%5D.name  | numbers/1/inner/0/name |

  @PTH-10.a
  Scenario Outline: Malformed and doubly encoded paths are rejected and change nothing
    When I PUT /exposed/object/face/<path> with the value 0.5
    Then it is refused with <status> "<message>"
    And GET /exposed/object/face/expressions/0/weight has the value 0.1

    Examples:
      | path                          | status | message                |
      | expressions%252FJoy%252Fweight | 404   | Property not found     |
      | expressions%zz                | 400    | Invalid request format |
      | expressions/0/%E4             | 400    | Invalid request format |
      | expressions%5BJoy             | 400    | Invalid request format |
      | expressions%2F%2FJoy          | 400    | Invalid request format |
      | expressions%5B%5D             | 400    | Invalid request format |
      | expressions/0%2F              | 400    | Invalid request format |
      | nothing%2F%5BJoy%5D.          | 400    | Invalid request format |
      | nothing%2F%5BJoy%5D%5B0%5D.a%5B | 400    | Invalid request format |
      | constructor%2Fname            | 404    | Property not found     |

  @PTH-10.a @PTH-10.b
  Scenario Outline: Segments of a route may be encoded and in any case
    When I GET <path>
    Then the status is <status>

    Examples:
      | path                                        | status |
      | /expos%65d/object/face/lens                 | 200    |
      | /EXPOSED/Obj%45ct/face/lens                 | 200    |
      | /api/%73tatus                               | 200    |
      | /exposed/object/%C3%BC%20k/lens             | 200    |
      | /exposed/object/face%2Flens%2FfocalLength   | 200    |
      | /exposed/object/FACE/lens                   | 404    |
      | /api%2Fstatus                               | 404    |
      | /exp%zzosed/objects                         | 400    |

  @PTH-10.a @PTH-10.b
  Scenario: Resets, parents, functions and batch items accept encoded paths
    Given I PUT /exposed/object/face/lens/focalLength with the value 50
    When I POST /exposed/object/face/lens%2FfocalLength%2Fres%65t with the body {}
    Then "value" of the answer is 35
    When I PUT /exposed/object/other/%40parent with the body {"parentId":"stand"}
    Then the status is 200
    And the answer contains the text "@parent"
    When I call "face/expressions%5BJoy%5D.T%65ll" with []
    Then the answer is exactly {"result":"Joy at 0.1"}
    When I call "face%2Fexpressions%2FAngry%2FTell" with []
    Then the answer is exactly {"result":"Angry at 0.2"}
    When I POST /exposed/batch with:
      """
      {"requests":[
        {"id":1,"method":"GET","path":"/expos%65d/object/face/lens%2FfocalLength"},
        {"id":2,"method":"PUT","path":"/exposed/object/face/expressions%5BJoy%5D.weight","body":{"value":0.75}},
        {"id":3,"method":"DELETE","path":"/exposed/object/face/expressions%2FAngry"}]}
      """
    Then the "status" in the list "responses" of the answer are [200,200,200]
    And GET /exposed/object/face/expressions/0/weight has the value 0.75
    And GET /exposed/object/face/expressions/1/name has the value "Sorrow"

  @PTH-10.a
  Scenario: A function that is called as a property gets an error with its route
    When I POST /exposed/object/face/expressions/Joy/Tell with the body {}
    Then it is refused with 404 "Property not found"
    And the message says "call it with POST /exposed/function/{id}/expressions/Joy/Tell"
    When I GET /exposed/object/face/expressions/Joy/Tell
    Then the message says "it is a function"

  @PTH-2 @PTH-9
  Scenario Outline: Digits are an index, quotes mark a key, and keys are compared as they are written
    When I GET /exposed/object/face/<path>
    Then "path" of the answer is "<canonical>"

    Examples:
      | path                               | canonical       |
      | odd["5"].name                      | odd/0/name      |
      | odd[%225%22]/name                  | odd/0/name      |
      | odd[5].name                        | odd/5/name      |
      | odd/5/name                         | odd/5/name      |
      | odd["1"].name                      | odd/11/name     |
      | odd[""].name                       | odd/4/name      |
      | odd/0.5/name                       | odd/5/name      |
      | odd["q"%5Dr"].name                 | odd/9/name      |
      | odd/reset/name                     | odd/6/name      |
      | slots/Right/value                  | slots/1/value   |
      | singles/0.1/value                  | singles/0/value |
      | singles[2.5].value                 | singles/1/value |
      | numbers["9007199254740993"].value  | numbers/0/value |
      | switches/true/value                | switches/1/value |

  @PTH-9
  Scenario Outline: Digits never address a key
    When I GET /exposed/object/face/<path>
    Then it is refused with 404 "Property not found"

    Examples:
      | path                           |
      | numbers/9007199254740993/value |
      | numbers[7].value               |
      | numbers["0"].value             |
      | odd['5'].name                  |
