Feature: Performance report

  @PRF-1.a @PRF-2.a @matrix
  Scenario: Frames are counted over a window of the player loop
    Given the demo scene with "--rate 50"
    When 3 seconds pass
    And I GET /api/performance
    Then the members of "" in the answer are success, fps, memory
    And "success" of the answer is true
    And "fps" of the answer is 50

  @PRF-2.b @own-host
  Scenario: The frame rate is not assumed before frames were counted
    Given the demo scene
    When 10 frames pass
    And I GET /api/performance
    Then "fps" of the answer is 0

  @PRF-1.b @PRF-3
  Scenario: Memory is the working set of the process
    Given the demo scene
    When I GET /api/performance
    Then the answer's memory is near the working set of the host's process

  @PRF-1
  Scenario: The status has name and frame rate, and an instanceId that is new for every start
    Given the demo scene
    When I GET /api/status
    Then the answer has {"success": true, "applicationName": "Demo Studio", "version": "1.0.0"}
    And I remember "instanceId" of the answer as "first"
    When the host is started again
    And I GET /api/status
    And I remember "instanceId" of the answer as "second"
    Then "<first>" and "<second>" differ

  @PRF-1 @own-host @WIR-6
  Scenario: A heartbeat says that the service runs and counts the app
    Given the demo scene
    And "phone" subscribes
    When 2 seconds pass
    And I GET /api/heartbeat?clientId=phone
    Then the answer has:
      """
      {"success": true, "clientId": "phone", "serverStatus": {"isRunning": true, "connectedClients": 1, "uptime": 2}}
      """
    When I POST /api/heartbeat with the header X-Client-ID: tablet
    Then the answer has {"clientId": "tablet", "serverStatus": {"connectedClients": 2}}
    When I GET /api/status?clientId=desk
    And I GET /api/heartbeat?clientId=tablet
    Then "serverStatus.connectedClients" of the answer is 3

  Scenario: The host reports its addresses
    Given the demo scene
    When I GET /api/ip
    Then the members of "" in the answer are success, addresses, timestamp

  @LIM-2
  Scenario Outline: Frame numbers are computed in double precision
    Given the demo scene
    When the host runs "clock.step" with {"seconds": <seconds>}
    Then "frames" of the answer is <frames>

    Examples:
      | seconds       | frames |
      | 0.05          | 3      |
      | 0.04999999999 | 2      |
      | 0.7           | 42     |
      | 2.05          | 123    |
      | 299.999999999 | 17999  |
