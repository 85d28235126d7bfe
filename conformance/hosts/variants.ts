import type { IncomingMessage } from 'node:http';
import { IndependentHost } from './independent/host.js';
import type { Json } from './independent/kinds.js';

/** Adds and removes bees, each with a new id. */
class WithTemporaryObjects extends IndependentHost {
  protected override frame(): void {
    if (this.frames % 15 === 0) {
      const present = this.all.findIndex(({ type }) => type === 'Bee');
      const [gone] = present === -1 ? [] : this.all.splice(present, 1);
      const added = gone === undefined ? [this.add('Bee', 'Bee', { honey: 1 }).id] : [];
      const removed = gone === undefined ? [] : [gone.id];
      this.tell('exposed_objects_changed', { removed, added });
    }
    super.frame();
  }
}

class WithoutObjects extends IndependentHost {
  constructor() {
    super();
    this.all.length = 0;
  }
}

class WithMovingNumbers extends IndependentHost {
  protected override frame(): void {
    for (const each of this.all)
      for (const [name, value] of Object.entries(each.values))
        if (typeof value === 'number') {
          each.values[name] = (value + 1) % 100;
          this.touch(each, name);
        }
    super.frame();
  }
}

/** Allows pages of any origin and resumes no streams. */
class OlderHost extends IndependentHost {
  protected override isWelcome(): boolean {
    return true;
  }

  protected override cors({ headers }: IncomingMessage): Record<string, string> {
    return headers.origin === undefined ? {} : { 'Access-Control-Allow-Origin': '*' };
  }

  protected override idOf(): string {
    return '';
  }

  protected override connectedId(): string {
    return '';
  }

  protected override connected(clientId: string, resume: string, at: number): Json {
    const { cursor: _, resume: __, ...members } = super.connected(clientId, resume, at);
    return members;
  }
}

class AssumesFrameRate extends WithoutObjects {
  protected override fps(): number {
    return 60;
  }
}

/** Ends during a request that any host receives. */
class CrashesOnBatch extends IndependentHost {
  protected override batch(body: Json): Json {
    this.stop();
    return super.batch(body);
  }
}

export const olderHost = () => new OlderHost();
export const hostOfOneFrameRate = () => new AssumesFrameRate();
export const crashingHost = () => new CrashesOnBatch();

export const rightHosts: Readonly<Record<string, () => IndependentHost>> = {
  'with limits of its own': () => new IndependentHost(),
  'with temporary objects': () => new WithTemporaryObjects(),
  'without objects': () => new WithoutObjects(),
  'with moving numbers': () => new WithMovingNumbers(),
  'with an older protocol': olderHost,
};
