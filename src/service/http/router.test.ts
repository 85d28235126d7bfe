import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method, Route } from './api.js';
import { Router } from './router.js';

const route = (method: Method, path: string): Route => ({ method, path, handle: () => path });

function router(): Router {
  const made = new Router();
  made.add(route('GET', '/exposed/object/{id}/{path}'));
  made.add(route('PUT', '/exposed/object/{id}/{path}'));
  made.add(route('POST', '/exposed/object/{id}/{path}/reset'));
  made.add(route('GET', '/exposed/types'));
  return made;
}

test('a repeated request finds the same route, by its method', () => {
  const routes = router();
  for (let again = 0; again < 3; again++) {
    for (const method of ['GET', 'PUT']) {
      const found = routes.find(method, '/exposed/object/lamp/lens/zoom');
      assert.deepEqual([found.route.method, found.id, found.rest], [method, 'lamp', 'lens/zoom']);
    }
    const reset = routes.find('POST', '/EXPOSED/object/l%20amp/lens/reset');
    assert.deepEqual([reset.id, reset.rest], ['l amp', 'lens']);
    assert.throws(() => routes.find('DELETE', '/exposed/object/lamp/lens/zoom'), {
      code: 'method-not-allowed',
    });
    assert.throws(() => routes.find('PUT', '/exposed/types'), { code: 'method-not-allowed' });
    assert.throws(() => routes.find('GET', '/exposed/nothing'), { code: 'not-found' });
  }
});

test('a route that is added later overrides a cached result', () => {
  const routes = router();
  assert.equal(routes.find('GET', '/exposed/object/lamp/lens/all').rest, 'lens/all');
  routes.add(route('GET', '/exposed/object/{id}/{path}/all'));
  assert.equal(routes.find('GET', '/exposed/object/lamp/lens/all').rest, 'lens');
});

test('any number of paths is found, and only some are cached', () => {
  const routes = router();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 10_000; i++)
      assert.equal(routes.find('GET', `/exposed/object/o/m${i}`).rest, `m${i}`);
  }
  const long = 'm'.repeat(100_000);
  assert.equal(routes.find('GET', `/exposed/object/o/${long}`).rest, long);
});
