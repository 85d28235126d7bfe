Feature: The command sim-host

  @matrix
  Scenario: The first line of JSON output has the address
    Given the demo scene
    Then the first line of the host is the listening event

  Scenario: Help shows examples, and the version is one line
    When I run sim-host "--help"
    Then it exits with 0
    And it prints "Examples:"
    And it prints "--allow-external-connections"
    And it prints "curl http://127.0.0.1:9095/exposed/objects"
    And it prints "Exit codes:"
    When I run sim-host "help bench"
    Then it exits with 0
    And it prints "Usage: sim-host bench"
    When I run sim-host "--version"
    Then it exits with 0

  Scenario: A port in use is reported in one line
    Given the demo scene
    And I know the port of the host as "port"
    When I run sim-host "--port <port>"
    Then it exits with 1
    And it complains in 1 line with "<port>"

  Scenario Outline: An invalid command line is reported in one line
    When I run sim-host "<options>"
    Then it exits with 2
    And it complains in 1 line with "<message>"

    Examples:
      | options                 | message                        |
      | --scene nowhere.yaml    | nowhere.yaml                   |
      | --scene scenes          | scenes                         |
      | --project package.json  | --project must be a writable folder     |
      | --project package.json/a/b | --project must be a writable folder  |
      | --project /dev/null/x   | --project must be a writable folder     |
      | --port 70000            | It must be a port from 0       |
      | --prot 1                | unknown option                 |
      | --watch --check scenes/demo.yaml | cannot be used with          |
      | studio.yaml             | a scene is named with --scene: sim-host --scene studio.yaml |
      | conformity              | unknown command 'conformity'; did you mean |
      | nope --help             | unknown command 'nope'         |
      | --port 0 nope --help    | unknown command 'nope'         |
      | help nope               | unknown command 'nope'         |
      | bench --duration abc    | It must be a number above 0    |
      | bench --runs 1.5        | It must be an integer          |
      | bench --duraton 3       | Did you mean --duration?       |
      | bench --report package.json/x | It must be a file in a writable folder |
      | bench --compare nowhere.json | It must be a readable file |
      | bench --base-url nowhere | It must be a URL              |
      | bench studio            | see sim-host bench --help      |
      | conformance --parallel x | It must be an integer         |
      | conformance --seed -1   | It must be an integer          |
      | conformance --control 9096 | It must be a URL            |
      | conformance --out package.json | It must be a writable folder |
      | conformance --base-url http://me:pa55@10.0.0.5 | a URL takes no user name and no password |
      | ls --url http://127.0.0.1:9095/?token=a | It must end before the ? |

  Scenario Outline: The errors of a scene file are reported together, each with its location
    When I run sim-host "--check features/fixtures/broken/<file>.yaml --modules"
    Then it exits with 2
    And it complains in <lines> lines with "<file>.yaml:<message>"
    Examples:
      | file         | lines | message                                                                               |
      | unknown-keys | 4     | 1:30: application.vesion: unknown key                                                 |
      | unknown-keys | 4     | 3:1: sceens: unknown key                                                              |
      | unknown-type | 4     | 6:22: classes.Lamp.fields.level.type: unknown type                                    |
      | wrong-forms  | 6     | 8:19: classes.Lamp.functions.Fade.do: the list must not be empty                       |
      | wrong-forms  | 6     | 12:53: scenes.Main.objects[0].components[0].key: \"lamp.a\" is not of the expected form |
      | wrong-forms  | 6     | 14:9: timeline[0].at: \"soon\" is not of the expected form                            |
      | modules      | 3     | 6:32: classes.Lamp.functions.Blink.module.file: module \"missing.mjs\" does not exist |
      | modules      | 3     | 7:54: classes.Lamp.functions.Fade.module.export: unknown export \"fade\"               |
      | yaml-syntax  | 1     | 2:1: invalid YAML                                                                     |

  Scenario: A scene file with errors is not run, and the errors have a form for programs
    When I run sim-host "--scene features/fixtures/broken/keys.yaml"
    Then it exits with 2
    When I run sim-host "--json --check features/fixtures/broken/unknown-keys.yaml"
    Then it prints '"line":1,"column":30,"path":"application.vesion","message":"unknown key \\"vesion\\""'

  Scenario: A check of a valid scene only says that it has no errors
    When I run sim-host "--check scenes/demo.yaml"
    Then it exits with 0
    And it prints "no errors"

  Scenario: A check runs no code without --modules, and lists what it did not check
    When I run sim-host "--check features/fixtures/modules/code-that-runs.yaml"
    Then it exits with 2
    And it complains in 3 lines with "code-that-runs.mjs was not loaded, so that Missing, Ring of it could not be checked; --modules loads it"
    And it complains in 3 lines with "does not exist"
    When I run sim-host "--check features/fixtures/modules/code-that-runs.yaml --modules"
    Then it exits with 2
    And it prints "the module runs"
    And it complains in 3 lines with "Missing"
    When I run sim-host "--modules"
    Then it exits with 2
    And it complains in 1 line with "give --check too"

  Scenario: Options override the environment, and the environment overrides the scene file
    Given the demo scene with SIM_HOST_RATE = "25"
    When the host runs "state"
    Then "rate" of the answer is 25
    Given the demo scene with "--rate 30" and SIM_HOST_RATE = "25"
    When the host runs "state"
    Then "rate" of the answer is 30

  Scenario Outline: A command ignores variables that it does not use
    When I run sim-host "<command>" with <variable> = "<value>"
    Then it exits with <code>

    Examples:
      | command                | variable           | value                 | code |
      | --help                 | SIM_HOST_RATE      | fast                  | 0    |
      | --check scenes/demo.yaml | SIM_HOST_LOG_LEVEL | info                | 0    |
      | types scenes/demo.yaml | SIM_HOST_URL       | nowhere               | 0    |
      | types scenes/demo.yaml | SIM_HOST_LOG_LEVEL | info                  | 0    |
      | ls --url http://127.0.0.1:1 | SIM_HOST_PORT | tcp://10.96.12.7:9095 | 3    |
      | ls --url http://127.0.0.1:1 | SIM_HOST_LOG_LEVEL | info             | 3    |
      | ls                     | SIM_HOST_URL       | nowhere               | 2    |

  Scenario: An option selects the HTTP engine, and the startup output names it
    Given the demo scene with "--http node"
    Then the first line of the host says engine "node" and a server like "node:http"
    And it answers on 127.0.0.1
    Given the demo scene with SIM_HOST_HTTP = "node"
    Then the first line of the host says engine "node" and a server like "node:http"
    When I run sim-host "--port 0" with SIM_HOST_HTTP = "apache"
    Then it exits with 2
    And it complains in 1 line with "uws, node, auto"

  @matrix
  Scenario Outline: A signal ends the host cleanly, also with open streams
    Given the demo scene with "--clock real"
    And I subscribe
    Then a <signal> ends the host with exit code 0
    And the stream is ended

    Examples:
      | signal  |
      | SIGINT  |
      | SIGTERM |
      | SIGHUP  |

  Scenario: External connections without a token print a warning
    Given the demo scene with "--allow-external-connections"
    Then the host has warned "WARNING"

  Scenario: The startup output lists the addresses for other machines, if any
    Given the demo scene with "--allow-external-connections --token open-sesame"
    Then the host tells the addresses of this machine
    Given the demo scene
    Then the host tells no addresses

  Scenario: On the real clock frames advance by themselves
    Given the demo scene with "--clock real"
    Then the host reaches frame 30
    When the host runs "clock.step" with {"frames": 1}
    Then it is refused with 400 "Invalid request format"

  Scenario: The control API reports errors like the service
    Given the demo scene
    When the host runs "stat"
    Then it is refused with 404 'Not found: unknown command "stat"; did you mean "state"?'
    When the host runs "zzz"
    Then it is refused with 404 'Not found: unknown command "zzz"; available: state, clock.step'
    When the host runs "state"
    Then the members of "" in the answer include running, mode, frame, time, fps, activeScene, scenes, objects, subscribers

  Scenario Outline: An impossible control command changes nothing and says why
    Given the demo scene
    When the host runs "<command>" with <body>
    Then it is refused with <status> '<message>'
    When the host runs "state"
    Then "objects" of the answer is 9
    Examples:
      | command        | body                                   | status | message                                                      |
      | clock.step     | {}                                     | 400    | Invalid request format: give either "frames" or "seconds"    |
      | clock.step     | {"frames": 1, "seconds": 1}            | 400    | Invalid request format: give either "frames" or "seconds"    |
      | clock.step     | {"frames": 36001}                      | 400    | Invalid request format: "frames" must be an integer from 1 to 36000 |
      | clock.step     | {"seconds": -1}                        | 400    | Invalid request format: "seconds" must be a number above 0   |
      | object.spawn   | {"class": "Lens"}                      | 400    | Invalid request format: "class" must be a component class or a game object\'s wrapper |
      | object.spawn   | {"class": "Lamp"}                      | 400    | Invalid request format: unknown class "Lamp"                 |
      | object.spawn   | {"class": "StageLight", "key": "screen"} | 400  | Invalid request format: Source key "screen" is taken         |
      | object.spawn   | {"class": "StageLight", "key": "a/b"}  | 400    | Invalid request format: Source key "a/b" must not            |
      | object.destroy | {"key": "nobody"}                      | 404    | Object not found: "nobody"                                   |
      | set            | {"key": "key-light", "path": "nothing", "value": 1} | 404 | Property not found: key-light has no property nothing |
      | asset.load     | {"key": "table"}                       | 404    | Asset not found. "table"                                     |
      | scene.load     | {"name": "Cellar"}                     | 400    | Invalid request format: unknown scene "Cellar"; available:   |
      | log            | {"level": "Fatal", "message": "x"}     | 400    | Invalid request format: "level" must be one of "Log"         |

  Scenario: The log is read from an entry on, and a wrapper is spawned under a random key
    Given the demo scene with "--clock real"
    When the host logs a "Warning" "low"
    And the host logs a "Log" "on air"
    And the host runs "log.tail" with {"since": 1}
    Then the "seq" in the list "entries" of the answer are [2]
    And the "message" in the list "entries" of the answer are ["on air"]
    When the host runs "object.spawn" with {"class": "ExposedGameObjectWithTransform"}
    And I remember "key" of the answer as "key"
    And I GET /exposed/object/<key>
    Then "@type" of the answer is "GameObjectWithTransform"
