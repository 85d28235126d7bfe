import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeHint } from '../classes/type-aliases.js';
import { didYouMean, nearestName } from './nearest-name.js';

const names = ['Vector3', 'velocity', 'Colour', 'a'];

test('the suggestion is the same name in another case, or one a few letters away', () => {
  assert.equal(nearestName('VELOCITY', names), 'velocity');
  assert.equal(nearestName('velocty', names), 'velocity');
  assert.equal(nearestName('Vector', names), 'Vector3');
  assert.equal(nearestName('acceleration', names), undefined);
  assert.equal(nearestName('Vctr', names), undefined, 'three letters of four are another word');
  assert.equal(nearestName('zz', names), undefined, 'all of a short name is wrong');
  assert.equal(nearestName('z', names), undefined);
  assert.equal(nearestName('aa', names), 'a');
  // A third of a long name may be wrong.
  assert.equal(nearestName('maximumVlocty', ['maximumVelocity']), 'maximumVelocity');
  assert.equal(nearestName('maximmVlocty', ['maximumVelocity']), 'maximumVelocity');
});

test('an empty list or a different name gives no suggestion', () => {
  assert.equal(nearestName('velocity', []), undefined);
  const long = 'x'.repeat(129);
  assert.equal(nearestName(`${long}y`, [long]), undefined);
});

test('the hint contains the suggestion', () => {
  assert.equal(didYouMean('velocty', names), '; did you mean "velocity"?');
  assert.equal(didYouMean('acceleration', names), '');
  assert.equal(typeHint('float', names), '; did you mean "Single"?');
  assert.equal(typeHint('velocty', names), '; did you mean "velocity"?');
  assert.match(typeHint('acceleration', names), /^; it may be a value type \(Vector3, velocity/);
});
