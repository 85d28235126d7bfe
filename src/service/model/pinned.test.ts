import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, createService } from '../../../test/support/service.js';
import { exposedClass, exposedField, exposedProperty } from '../classes/decorators.js';

/** Sorts the list that contains it by rank. */
@exposedClass({ name: 'PinnedRunner' })
class Runner {
  list: Runner[] = [];
  @exposedField({ key: true }) accessor name = '';
  #rank = 0;
  @exposedProperty({ type: 'Int32' }) get rank(): number {
    return this.#rank;
  }
  set rank(value: number) {
    this.#rank = value;
    this.list.sort((a, b) => a.rank - b.rank);
  }
}

@exposedClass({ name: 'PinnedRace' })
class Race {
  @exposedField({ type: [Runner] }) accessor runners: Runner[] = [];
}

test('PTH-11: a setter that moves its element answers with the new path of the element', async (t) => {
  const { service } = createService(t);
  const race = new Race();
  for (const name of ['A', 'B', 'C']) {
    const runner = Object.assign(new Runner(), { name, list: race.runners });
    race.runners.push(runner);
  }
  service.objects.register(race, { sourceKey: 'race' });
  const { url } = await service.start();
  const put = async (path: string, value: unknown) =>
    (await ask(url, 'PUT', `/exposed/object/race/${path}`, { value })).json;
  const byKey = await put('runners/A/rank', 5);
  assert.deepEqual([byKey.path, byKey.value], ['runners/2/rank', 5]);
  const byIndex = await put('runners/0/rank', 7);
  assert.deepEqual([byIndex.path, byIndex.value], ['runners/2/rank', 7]);
  const whole = await put('runners[C]', { name: 'Z', rank: 9 });
  assert.equal(whole.path, 'runners/2');
  assert.deepEqual(
    race.runners.map(({ name, rank }) => [name, rank]),
    [
      ['A', 5],
      ['B', 7],
      ['Z', 9],
    ],
  );
  // References kept by application code follow the key.
  const kept = service.property(service.objects.resolve('race')!, 'runners[B].rank');
  kept.set(1);
  assert.equal(kept.path, 'runners/0/rank');
  assert.equal(kept.get(), 1);
});
