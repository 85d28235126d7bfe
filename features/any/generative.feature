@any-host
Feature: Whatever is thrown at a host
  Random paths, values, bodies, headers and sequences; a failure is shrunk and tells the seed that brings it back.

  Background:
    Given the host
    And it has objects

  @ERR-1 @ERR-2 @ERR-6.b @matrix
  Scenario: No request brings it down, and every refusal says what was wrong
    Then 400 random requests give no 5xx, and an error to whatever is refused

  @END-4 @END-5.a @END-5.b @ERR-3.b
  Scenario: A read after a write gives what was written, or the write was refused and changed nothing
    Then 300 random writes are read back, or refused and without effect

  @DEP-6.a
  Scenario: Depth 1 is the nested object with stubs
    Then 30 objects differ from their nested form in stubs alone

  @END-7.a @END-7.b @END-8.a @END-8.b
  Scenario: A batch answers as its items would have alone
    Then 60 random batches answer as their items in order

  @EVT-1
  Scenario: Events replayed give the state that is read
    Then the events of 100 random writes add up to the state that is read
