import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearestName, typeHint } from './nearest.js';

const names = ['Vector3', 'velocity', 'Colour', 'a'];

test('what was probably meant is the same name in another case, else one a few letters away', () => {
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

test('nothing is near where there is nothing, or to what is no slip', () => {
  assert.equal(nearestName('velocity', []), undefined);
  const long = 'x'.repeat(129);
  assert.equal(nearestName(`${long}y`, [long]), undefined);
});

test('the hint names it', () => {
  assert.equal(didYouMean('velocty', names), '; did you mean velocity?');
  assert.equal(didYouMean('acceleration', names), '');
  assert.equal(typeHint('float', names), "; did you mean 'Single'?");
  assert.equal(typeHint('velocty', names), "; did you mean 'velocity'?");
  assert.match(typeHint('acceleration', names), /^; it may be a value type \(Vector3, velocity/);
});
