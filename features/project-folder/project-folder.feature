Feature: Project folder

  Background:
    Given the demo scene
    And a folder elsewhere with the file "theirs.live.json"

  @OPS-7.b @OPS-7.d
  Scenario Outline: Paths out of the project are neither read nor written
    Given the project has a link "out" to "<elsewhere>"
    And the project has a link "out.live.json" to "<elsewhere>/theirs.live.json"
    And the project has a link "new.live.json" to "<elsewhere>/new.live.json"
    And the project has a link "far.live.json" to "near.live.json"
    And the project has a link "near.live.json" to "<elsewhere>/new.live.json"
    And the project has a link "Presets/out.preset.json" to "<elsewhere>/theirs.live.json"
    When the host runs "<command>" with <body>
    Then it is refused with 400 "Invalid request format"
    And the message says "is outside the project folder"
    And the folder elsewhere holds nothing but "theirs.live.json" as it was

    Examples:
      | command     | body                                              |
      | live.save   | {"path": "out"}                                   |
      | live.save   | {"path": "new"}                                   |
      | live.save   | {"path": "far"}                                   |
      | live.save   | {"path": "out/new"}                               |
      | live.save   | {"path": "out/deep/new"}                          |
      | live.save   | {"path": "../new"}                                |
      | live.save   | {"path": "<elsewhere>/new.live.json"}             |
      | live.load   | {"path": "out"}                                   |
      | live.load   | {"path": "<elsewhere>/theirs.live.json"}          |
      | preset.save | {"key": "key-light", "name": "out"}               |
      | preset.save | {"key": "key-light", "name": "../../new"}         |
      | preset.save | {"key": "key-light", "path": "out/new"}           |
      | preset.save | {"key": "key-light", "path": "<elsewhere>/new"}   |
      | preset.load | {"key": "key-light", "name": "out"}               |

  @OPS-7.a @OPS-7.d
  Scenario Outline: Apps cannot leave the project folder
    Given the project has a link "out" to "<elsewhere>"
    And the project has a link "out.live.json" to "<elsewhere>/theirs.live.json"
    And the project has a link "new.live.json" to "<elsewhere>/new.live.json"
    When I POST /exposed/<what> with the body {"path":"<path>"}
    Then it is refused with 400 "Invalid request format"
    And the folder elsewhere holds nothing but "theirs.live.json" as it was

    Examples:
      | what   | path                           |
      | export | out.live.json                  |
      | export | new.live.json                  |
      | export | out/new.live.json              |
      | export | <elsewhere>/new.live.json      |
      | export | ../out.live.json               |
      | export | a/../../out.live.json          |
      | export |                                |
      | import | ../../etc/passwd               |
      | import | missing.live.json              |
      | import | out.live.json                  |
      | import | out/theirs.live.json           |

  Scenario: A missing last live scene is reported
    Given the project has the file "Settings/startup.json":
      """
      {"format": "jp.lilium.remotecontrol.startup", "formatVersion": 1, "liveScene": "Shows/gone.live.json"}
      """
    When the host is started again
    Then the log has a "Warning" with "Shows/gone.live.json, which was open last, is not there"

  @OPS-7.e
  Scenario Outline: Files of another kind are not overwritten
    Given the project has somebody else's file "<file>"
    When I POST /exposed/export with the body {"path":"<file>"}
    Then it is refused with 400 "Invalid request format"
    And somebody else's file "<file>" is as it was

    Examples:
      | file                           |
      | package.json                   |
      | notes.txt                      |
      | Settings/startup.json          |
      | Settings/Screen.settings.json  |
      | Presets/warm.preset.json       |
      | .git/refs/a.live.json          |
      | node_modules/a/a.live.json     |
      | a.live.json.bak                |

  @OPS-7.d @OPS-7.e
  Scenario: A file of another kind is not overwritten through a link
    Given the project has somebody else's file "Settings/startup.json"
    And the project has a link "a.live.json" to "Settings/startup.json"
    When I POST /exposed/export with the body {"path":"a.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the message says "a link to another kind of file"
    And somebody else's file "Settings/startup.json" is as it was

  @OPS-7.c @OPS-7.e @QUT-2
  Scenario: A reset deletes only the project's own files
    Given the project has somebody else's file "notes.txt"
    And the project has somebody else's file "package.json"
    And the project has somebody else's file ".git/refs/a.live.json"
    And the project has somebody else's file "folder.live.json/mine.txt"
    And the project has somebody else's file "other/Lamp.settings.json"
    And the project has a link "out" to "<elsewhere>"
    And the project has a link "out.live.json" to "<elsewhere>/theirs.live.json"
    And the project has a link "Shows/round" to "../Shows"
    And the project has a link "Shows/back" to ".."
    And the project has a link "one" to "two"
    And the project has a link "two" to "one"
    And the project has a pipe "pipe.live.json"
    And the project has the live scene "Shows/deep/old.scene.json" with the objects []
    And the project has the live scene "two\nlines.live.json" with the objects []
    When the host saves the live scene as "Shows/evening"
    And I PUT /exposed/object/screen/brightness with the value 0.5
    And the host saves the live scene
    And I POST /api/commands/reset
    Then "success" of the answer is true
    And the host ends with exit code 0
    And the project has no "Shows/evening.live.json"
    And the project has no "Shows/deep/old.scene.json"
    And the project has no "Settings/startup.json"
    And the project has no "Settings/Screen.settings.json"
    And the folder elsewhere holds nothing but "theirs.live.json" as it was
    And somebody else's file "notes.txt" is as it was
    And somebody else's file "package.json" is as it was
    And somebody else's file ".git/refs/a.live.json" is as it was
    And somebody else's file "folder.live.json/mine.txt" is as it was
    And somebody else's file "other/Lamp.settings.json" is as it was

  @OPS-7.e
  Scenario Outline: A path that is not a file is rejected at once, and other requests continue
    Given the project has a pipe "pipe.live.json"
    And the project has the folder "folder.live.json"
    And the project has a link "round.live.json" to "round.live.json"
    When the host is asked to save "<path>" and then "good"
    Then the status is 200
    When the host runs "live.load" with {"path": "<path>"}
    Then it is refused with 400 "Invalid request format"
    And the answer tells nothing of this machine
    When I POST /exposed/import with the body {"path":"<path>.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the answer tells nothing of this machine
    When I POST /exposed/export with the body {"path":"<path>.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the answer tells nothing of this machine
    And the message says "<path>.live.json"
    And the message says "<reason>"
    And the host still answers

    Examples:
      | path   | reason                 |
      | pipe   | it is not a regular file |
      | folder | it is a folder         |
      | round  | links lead in a circle |

  @OPS-7.e
  Scenario: Pipes in place of the live scene and settings do not block the start
    Given the project has a pipe "demo.live.json"
    And the project has a pipe "Settings/Screen.settings.json"
    And the project has a pipe "Settings/startup.json"
    When the host is started again
    Then the log has an "Error" with "The live scene was not opened: "
    And the host still answers
    When the host is told to end
    Then the host ends with exit code 0

  @LSC-14
  Scenario: A saved file keeps its mode, and a link stays a link
    When the host saves the live scene as "Shows/real"
    And the file "Shows/real.live.json" has the mode 640
    And the project has a link "link.live.json" to "Shows/real.live.json"
    And the host loads the live scene "link"
    And I PUT /exposed/object/key-light/intensity with the value 3
    And the host saves the live scene
    Then "link.live.json" is still a link
    And "objects[0].intensity" in the file "Shows/real.live.json" is 3
    And the mode of the file "Shows/real.live.json" is 640
    And the folder "Shows" holds nothing but real.live.json

  @LSC-14.b
  Scenario: Temporary files of interrupted saves are deleted at the next start
    Given the host saves the live scene as "Shows/a"
    And the project has a file "Shows/.a.live.json.0123abcd.tmp" that was written to 20 minutes ago
    And the project has a file "Shows/.b.live.json.0123abcd.tmp" that was written to 1 minutes ago
    And the project has a file "Shows/.notes.tmp" that was written to 20 minutes ago
    When the host is started again
    Then the folder "Shows" holds nothing but .b.live.json.0123abcd.tmp, .notes.tmp, a.live.json

  @LSC-15 @ERR-9.a
  Scenario Outline: The error for a rejected file reveals only what is wrong with it
    Given the project has the file "bad.live.json" with the bytes <bytes>
    When I POST /exposed/import with the body {"path":"bad.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the message says "bad.live.json:1: it is <reason>"
    And the answer does not contain the text secret
    And the answer tells nothing of this machine

    Examples:
      | bytes                                                        | reason         |
      | {"format": "secret", "formatVersion": 1, "objects": []}      | of another     |
      | {"format": "jp.lilium.remotecontrol.live", "secret<ff>": 1}  | broken         |

  @ERR-9.a
  Scenario: Log messages to apps contain no path of the machine
    Given the project has a pipe "demo.live.json"
    And the project has a link "Settings/Screen.settings.json" to "Screen.settings.json"
    When "a" subscribes
    And the host runs "host.reset"
    Then "a" is told of the files that "cannot be read", and of nothing of this machine

  @ERR-9.a @ERR-9.c
  Scenario Outline: Errors of files reach apps with project paths
    Given the project has a pipe "pipe.live.json"
    And the project has a pipe "Presets/pipe.preset.json"
    And the project has the folder "folder.live.json"
    And the project has the folder "Presets/folder.preset.json"
    And the project has a link "round.live.json" to "round.live.json"
    And the project has a link "Presets/round.preset.json" to "round.preset.json"
    And the project has a link "out.live.json" to "<elsewhere>/theirs.live.json"
    And the project has a link "Presets/out.preset.json" to "<elsewhere>/theirs.live.json"
    And the project has the file "bad.live.json" with the bytes {"format": "secret", x
    And the project has the file "Presets/bad.preset.json" with the bytes {"format": "secret", x
    And the project has the file "Presets/foreign.preset.json" with the bytes {"format": "secret", "formatVersion": 1e400}
    When I POST <where> with the body <body>
    Then it is refused with 400 "Invalid request format"
    And the answer does not contain the text secret
    And the answer tells nothing of this machine

    Examples:
      | where             | body                               |
      | /api/live/save    | {"path":"pipe"}                    |
      | /api/live/save    | {"path":"folder"}                  |
      | /api/live/save    | {"path":"bad.live.json/x"}         |
      | /api/live/load    | {"path":"round"}                   |
      | /api/live/load    | {"path":"out"}                     |
      | /api/live/load    | {"path":"bad"}                     |
      | /api/live/load    | {"path":"nowhere/none"}            |
      | /exposed/import   | {"path":"out.live.json"}           |
      | /exposed/import   | {"path":"bad.live.json/x.live.json"} |
      | /exposed/export   | {"path":"round.live.json"}         |
      | /api/presets/save | {"id":"key-light","name":"pipe"}   |
      | /api/presets/save | {"id":"key-light","name":"out"}    |
      | /api/presets/load | {"id":"key-light","name":"folder"} |
      | /api/presets/load | {"id":"key-light","name":"round"}  |
      | /api/presets/load | {"id":"key-light","name":"out"}    |
      | /api/presets/load | {"id":"key-light","name":"bad"}    |
      | /api/presets/load | {"id":"key-light","name":"foreign"} |

  @OPS-7.a @OPS-7.b
  Scenario: A path through too many folders is rejected
    When the host runs "live.save" with:
      """
      {"path": "d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/show"}
      """
    Then it is refused with 400 "Invalid request format"
    And the message says "leads through more than 64 folders"
    When I POST /exposed/export with the body {"path":"d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/show.live.json"}
    Then it is refused with 400 "Invalid request format"
    And the message says "more than 64 folders"

  @OPS-7.b
  Scenario: A name with a lone surrogate is rejected
    When the host runs "live.save" with {"path": "show\ud800"}
    Then it is refused with 400 "Invalid request format"
    And the message says "a lone surrogate"
    And the project has no "show�.live.json"

  @OPS-7.b @OPS-7.a
  Scenario Outline: A name with a control character is rejected
    Given the demo scene
    When I POST <path> with the body <body>
    Then it is refused with 400 "Invalid request format"
    And the message says "contains a control character"

    Examples:
      | path              | body                                          |
      | /exposed/export   | {"path":"a\\r\\nX.live.json"}                 |
      | /exposed/import   | {"path":"a\\u001b[2J.live.json"}              |
      | /api/presets/save | {"id":"key-light","name":"a\\u0085b"}         |
      | /api/presets/load | {"id":"key-light","name":"a\\tb"}             |
      | /api/live/save    | {"path":"\\u007f.live.json"}                  |
      | /api/live/load    | {"path":"folder\\n/show.live.json"}           |
