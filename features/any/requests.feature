@any-host
Feature: Requests to any host
  Encoded paths, pipelined and malformed requests, and the content of error messages.

  Background:
    Given the host

  @PTH-10.a
  Scenario: Each path segment is decoded once
    Given it has objects
    And one of them has a property that takes numbers
    When I GET its path with each character of the name encoded
    Then the status is 200
    And "value" of the answer is <value>
    When I GET its path with each character of the name encoded twice
    Then the status is 404

  @PTH-10.b
  Scenario: A path that is encoded as a whole leads to the same property
    Given it has objects
    And one of them holds a composite with a member
    When I GET <composite>/<inner>
    Then the status is 200
    When I GET the path of the composite and its member, encoded as a whole
    Then it is answered as before

  @SVC-8.a @not-at-a-relay
  Scenario: Pipelined requests get responses in order
    Given it has objects
    When a client asks for an object, for what is not there and for the object again, without waiting
    Then the answers are 200, 404 and 200

  @SVC-9 @matrix
  Scenario: A host survives clients that pipeline requests and disconnect
    Given it has objects
    When 300 clients pipeline requests of every kind and leave, each in a way of its own
    And I GET /exposed/objects
    Then the status is 200

  @SVC-8.c
  Scenario: A request with two lengths is rejected
    Given it has objects
    When a client sends a batch that says two lengths
    Then it is answered with a status from 400 on, or the connection is closed

  @ERR-9.a @ERR-9.b @ERR-9.c
  Scenario: Error messages reveal nothing about the machine
    Given it has objects
    When clients make mistakes of many kinds
    Then each of them is refused
    # @ERR-9.a
    And no message names a path of the machine
    # @ERR-9.b
    And no message has a stack
    # @ERR-9.c
    And no message has words of an operating system
