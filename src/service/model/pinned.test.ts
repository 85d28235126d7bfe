import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exposedClass, exposedField, exposedProperty } from '../classes/decorators.js';
import { createPlainHost } from '../plain/plain-host.js';
import { RemoteControlService } from '../service.js';

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

it('PTH-11: a setter that moves its element answers with the new path of the element', async () => {
  const host = createPlainHost({ name: 'pinned', log: () => {} });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  const race = new Race();
  for (const name of ['A', 'B', 'C']) {
    const runner = Object.assign(new Runner(), { name, list: race.runners });
    race.runners.push(runner);
  }
  service.objects.register(race, { sourceKey: 'race' });
  const { url } = await service.start();
  const put = async (path: string, value: unknown) => {
    const body = JSON.stringify({ value });
    const answer = await fetch(`${url}/exposed/object/race/${path}`, { method: 'PUT', body });
    return (await answer.json()) as { path: string; value: unknown };
  };
  try {
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
  } finally {
    await service.stop();
    host.stop();
  }
});
