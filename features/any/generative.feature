@any-host
Feature: Random requests
  Requests with random paths, values, bodies, headers and sequences. A failure is reduced and names its seed.

  Background:
    Given the host
    And it has objects

  @ERR-5.a @ERR-6.b @matrix
  Scenario: No request stops the host, and every rejection says what was wrong
    # @ERR-6.b
    When 400 random requests are answered
    Then none of them is answered with 5xx
    # @ERR-5.a
    And each that is refused has an error

  @END-5.a @END-5.b
  Scenario: A read after a write returns the value of the write's response
    Then 300 random writes that are taken are read back

  @ERR-3.b
  Scenario: A rejected write changes nothing
    Then 300 random writes that are refused have no effect

  @DEP-6.a
  Scenario: Depth 1 equals the nested object with stubs
    Then 30 objects differ from their nested form in stubs alone

  @END-8.a @END-8.b
  Scenario: A batch responds as its items would alone
    Then 60 random batches answer as their items

  @EVT-1
  Scenario: Events replayed in order give the state that is read
    Then the events of 100 random writes add up to the state that is read
