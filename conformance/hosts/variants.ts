import type { IncomingMessage } from 'node:http';
import { IndependentHost } from './independent/host.js';
import { type Json, Refusal } from './independent/kinds.js';
import type { HostObject, Place } from './independent/objects.js';
import type { Answer } from './independent/routes.js';

/** Bees come and go, each with an id of its own. */
class WithBees extends IndependentHost {
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

class InWhichAllNumbersMove extends IndependentHost {
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

/** Lets pages of everywhere in, and resumes no streams. */
class OfAnOlderWire extends IndependentHost {
  protected override isWelcome(): boolean {
    return true;
  }

  protected override cors({ headers }: IncomingMessage): Record<string, string> {
    return headers.origin === undefined ? {} : { 'Access-Control-Allow-Origin': '*' };
  }

  protected override idOf(): string {
    return '';
  }

  protected override greetingId(): string {
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

/** Goes away while it is asked for something that any host is asked for. */
class DiesOfBatches extends IndependentHost {
  protected override batch(body: Json): Json {
    this.stop();
    return super.batch(body);
  }
}

export const olderHost = () => new OfAnOlderWire();
export const hostOfOneFrameRate = () => new AssumesFrameRate();
export const hostThatDies = () => new DiesOfBatches();

export const rightHosts: Readonly<Record<string, () => IndependentHost>> = {
  'with limits of its own': () => new IndependentHost(),
  'whose objects come and go': () => new WithBees(),
  'without objects': () => new WithoutObjects(),
  'in which all numbers move': () => new InWhichAllNumbersMove(),
  'of an older wire': olderHost,
};

class SaysBadRequest extends IndependentHost {
  protected override refused(error: unknown, url?: URL): Answer {
    const answer = super.refused(error, url);
    return answer.body.error.startsWith('Object not found') ? { ...answer, status: 400 } : answer;
  }
}

class TellsInPart extends IndependentHost {
  protected override tell(kind: string, members: Json, id?: string): void {
    const { path: _, ...rest } = members;
    super.tell(kind, rest, id);
  }
}

class ShowsText extends IndependentHost {
  protected override shown(type: string, value: Json, depth: number): Json {
    const shown = super.shown(type, value, depth);
    return typeof shown === 'number' ? String(shown) : shown;
  }
}

class EchoesBefore extends IndependentHost {
  protected override write(place: Place, value: Json, isReset?: boolean): Json {
    const before = this.property(place);
    super.write(place, value, isReset);
    return before;
  }
}

class ClampsNumbers extends IndependentHost {
  protected override settled(place: Place, value: Json): Json {
    const isInteger = place.type === 'Int32' && typeof value === 'number';
    return super.settled(place, isInteger ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value)) : value);
  }
}

class AnswersBackwards extends IndependentHost {
  protected override batch(body: Json): Json {
    return { responses: super.batch(body).responses.reverse() };
  }
}

class TellsTheTimeInNumbers extends IndependentHost {
  protected override event(kind: string, members: Json): string {
    return super
      .event(kind, members)
      .replace(/"timestamp":"([^"]*)"/, (_, time) => `"timestamp":${Date.parse(time)}`);
  }
}

class CountsNothing extends IndependentHost {
  protected override idOf(): string {
    return `${this.instance}:1`;
  }
}

class GreetsWithoutId extends IndependentHost {
  protected override greetingId(): string {
    return '';
  }
}

class NamesNoType extends IndependentHost {
  protected override head(): Record<string, string> {
    return {};
  }
}

class LetsNobodyRead extends IndependentHost {
  protected override cors(_request: IncomingMessage): Record<string, string> {
    return {};
  }
}

class LetsEverybodyWrite extends IndependentHost {
  protected override isWelcome(): boolean {
    return true;
  }
}

class AnswersPages extends IndependentHost {
  protected override text(answer: Answer): string {
    return answer.status === 404 ? '<h1>Not Found</h1>' : super.text(answer);
  }
}

class CountsObjects extends IndependentHost {
  override object(each: HostObject, depth: number): Json {
    return { ...super.object(each, depth), '@id': each.number };
  }

  protected override property(place: Place): Json {
    return { ...super.property(place), id: place.owner.number };
  }
}

class KnowsOneCase extends IndependentHost {
  protected override route(method: string, url: URL, body: Json, clientId: string): Answer {
    const [, first, second] = url.pathname.split('/');
    if (/[A-Z]/.test(`${first}${second}`)) throw new Refusal(404, `Not found: ${url.pathname}`);
    return super.route(method, url, body, clientId);
  }
}

class KnowsAnyCase extends IndependentHost {
  protected override find(owner: HostObject, path: string): Place {
    const member = Object.keys(owner.values).find((each) => each.toLowerCase() === path.toLowerCase());
    return super.find(owner, member ?? path);
  }
}

class HearsNoHeart extends IndependentHost {
  protected override routes(url: URL, body: Json, clientId: string) {
    const { '/api/heartbeat': _, ...rest } = super.routes(url, body, clientId);
    return rest;
  }
}

class HearsOneHeart extends IndependentHost {
  protected override routes(url: URL, body: Json, _clientId: string) {
    return super.routes(url, body, 'app');
  }
}

class WritesUpToAMistake extends IndependentHost {
  protected override writeAll(owner: HostObject, value: Json): Json {
    for (const [name, each] of Object.entries(value)) super.writeAll(owner, { [name]: each });
    return this.object(owner, Number.POSITIVE_INFINITY);
  }
}

class SaysChangedOfEachWrite extends IndependentHost {
  protected override write(place: Place, value: Json, isReset?: boolean): Json {
    return { ...super.write(place, value, isReset), changed: true };
  }
}

class AnswersNothingOfLists extends IndependentHost {
  protected override edit(method: string, owner: HostObject, rest: string[], body: Json): Json {
    super.edit(method, owner, rest, body);
    return {};
  }
}

class ExpandsOneMore extends IndependentHost {
  protected override depth(url: URL): number {
    return super.depth(url) + 1;
  }
}

class ResumesNothing extends IndependentHost {
  protected override missed(): readonly never[] {
    return [];
  }
}

class AllowsNothing extends IndependentHost {
  protected override answer(method: string, url: URL, text: string, clientId: string): Answer {
    const { headers: _, ...answer } = super.answer(method, url, text, clientId);
    return answer;
  }
}

class LeavesKindsOut extends IndependentHost {
  protected override types(only?: string): Json[] {
    return super.types(only).map((type) => ({
      ...type,
      properties: type.properties.map(({ elementType: _, ...property }: Json) => property),
    }));
  }
}

/** Faults that whoever writes a host may make, with the rules that each breaks. */
export const wrongHosts: Readonly<
  Record<string, readonly [rules: readonly string[], make: () => IndependentHost]>
> = {
  'says 400 of an object that it has not': [['ERR-1'], () => new SaysBadRequest()],
  'tells of changes without their path': [['EVT-1', 'VER-1'], () => new TellsInPart()],
  'shows numbers as text': [['WIR-7'], () => new ShowsText()],
  'echoes what stood there before': [['END-5', 'WIR-8'], () => new EchoesBefore()],
  'makes numbers fit': [['ERR-3'], () => new ClampsNumbers()],
  'answers batches from the end': [['END-7'], () => new AnswersBackwards()],
  'tells the time in numbers': [['VER-1', 'WIR-4'], () => new TellsTheTimeInNumbers()],
  'greets without an id': [['EVT-1', 'EVT-13'], () => new GreetsWithoutId()],
  'counts no events': [['WIR-5'], () => new CountsNothing()],
  'does not say that it answers JSON': [['SVC-2'], () => new NamesNoType()],
  'lets no page read': [['WIR-2'], () => new LetsNobodyRead()],
  'lets every page write': [['WIR-3'], () => new LetsEverybodyWrite()],
  'answers 404 with a page': [['END-8', 'ERR-5'], () => new AnswersPages()],
  'has numbers for ids': [
    ['OBJ-1', 'OBJ-6', 'OBJ-7', 'PTH-1', 'DRT-1', 'END-3', 'END-4', 'END-10', 'EVT-1', 'EVT-13', 'VER-1'],
    () => new CountsObjects(),
  ],
  'knows routes in one case': [['WIR-1'], () => new KnowsOneCase()],
  'knows names in any case': [['WIR-1'], () => new KnowsAnyCase()],
  'has no heartbeat': [['WIR-6'], () => new HearsNoHeart()],
  'takes all apps for one': [['WIR-6'], () => new HearsOneHeart()],
  'writes up to a mistake': [['ERR-8'], () => new WritesUpToAMistake()],
  'says of every write that it has changed something': [['WIR-8'], () => new SaysChangedOfEachWrite()],
  'answers nothing to operations on lists': [['VER-1', 'WIR-9'], () => new AnswersNothingOfLists()],
  'shows one level more': [['DEP-1', 'DEP-3', 'DEP-6', 'LIM-1'], () => new ExpandsOneMore()],
  'says that it resumes, and does not': [['EVT-1', 'EVT-13', 'WIR-5'], () => new ResumesNothing()],
  'does not say what it allows': [['WIR-10'], () => new AllowsNothing()],
  'does not say what is in its lists': [['WIR-11'], () => new LeavesKindsOut()],
};
