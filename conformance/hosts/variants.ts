import type { IncomingMessage } from 'node:http';
import { IndependentHost } from './independent/host.js';
import { type Json, Refusal } from './independent/kinds.js';
import type { HostObject, Place } from './independent/objects.js';
import type { Answer } from './independent/routes.js';

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

class AnswersBadRequest extends IndependentHost {
  protected override refused(error: unknown, url?: URL): Answer {
    const answer = super.refused(error, url);
    return answer.body.error.startsWith('Object not found') ? { ...answer, status: 400 } : answer;
  }
}

class OmitsEventPaths extends IndependentHost {
  protected override tell(kind: string, members: Json, id?: string): void {
    const { path: _, ...rest } = members;
    super.tell(kind, rest, id);
  }
}

class ShowsNumbersAsStrings extends IndependentHost {
  protected override shown(type: string, value: Json, depth: number): Json {
    const shown = super.shown(type, value, depth);
    return typeof shown === 'number' ? String(shown) : shown;
  }
}

class SendsNumericTimes extends IndependentHost {
  protected override event(kind: string, members: Json): string {
    return super
      .event(kind, members)
      .replace(/"timestamp":"([^"]*)"/, (_, time) => `"timestamp":${Date.parse(time)}`);
  }
}

class OmitsEventIds extends IndependentHost {
  protected override idOf(): string {
    return `${this.instance}:1`;
  }
}

class OmitsConnectedId extends IndependentHost {
  protected override connectedId(): string {
    return '';
  }
}

class RefusesPages extends IndependentHost {
  protected override cors(_request: IncomingMessage): Record<string, string> {
    return {};
  }
}

class AllowsForeignWrites extends IndependentHost {
  protected override isWelcome(): boolean {
    return true;
  }
}

class AnswersHtml extends IndependentHost {
  protected override text(answer: Answer): string {
    return answer.status === 404 ? '<h1>Not Found</h1>' : super.text(answer);
  }
}

class NumericIds extends IndependentHost {
  override object(each: HostObject, depth: number): Json {
    return { ...super.object(each, depth), '@id': each.number };
  }

  protected override property(place: Place): Json {
    return { ...super.property(place), id: place.owner.number };
  }
}

class CaseSensitiveRoutes extends IndependentHost {
  protected override route(method: string, url: URL, body: Json, clientId: string): Answer {
    const [, first, second] = url.pathname.split('/');
    if (/[A-Z]/.test(`${first}${second}`)) throw new Refusal(404, `Not found: ${url.pathname}`);
    return super.route(method, url, body, clientId);
  }
}

class CaseInsensitiveNames extends IndependentHost {
  protected override find(owner: HostObject, path: string): Place {
    const member = Object.keys(owner.values).find((each) => each.toLowerCase() === path.toLowerCase());
    return super.find(owner, member ?? path);
  }
}

class WithoutHeartbeat extends IndependentHost {
  protected override routes(url: URL, body: Json, clientId: string) {
    const { '/api/heartbeat': _, ...rest } = super.routes(url, body, clientId);
    return rest;
  }
}

class SharedHeartbeat extends IndependentHost {
  protected override routes(url: URL, body: Json, _clientId: string) {
    return super.routes(url, body, 'app');
  }
}

class PartialWrites extends IndependentHost {
  protected override writeAll(owner: HostObject, value: Json): Json {
    for (const [name, each] of Object.entries(value)) super.writeAll(owner, { [name]: each });
    return this.object(owner, Number.POSITIVE_INFINITY);
  }
}

class ReportsUnchangedWrites extends IndependentHost {
  protected override write(place: Place, value: Json, isReset?: boolean): Json {
    return { ...super.write(place, value, isReset), changed: true };
  }
}

class EmptyListAnswers extends IndependentHost {
  protected override edit(method: string, owner: HostObject, rest: string[], body: Json): Json {
    super.edit(method, owner, rest, body);
    return {};
  }
}

class ExpandsDeeper extends IndependentHost {
  protected override depth(url: URL): number {
    return super.depth(url) + 1;
  }
}

class FalseResume extends IndependentHost {
  protected override missed(): readonly never[] {
    return [];
  }
}

class OmitsAllow extends IndependentHost {
  protected override answer(method: string, url: URL, text: string, clientId: string): Answer {
    const { headers: _, ...answer } = super.answer(method, url, text, clientId);
    return answer;
  }
}

class OmitsElementTypes extends IndependentHost {
  protected override types(only?: string): Json[] {
    return super.types(only).map((type) => ({
      ...type,
      properties: type.properties.map(({ elementType: _, ...property }: Json) => property),
    }));
  }
}

/** Typical faults of host authors, with the rules that each breaks; conformance/faults has more. */
export const wrongHosts: Readonly<
  Record<string, readonly [rules: readonly string[], make: () => IndependentHost]>
> = {
  'answers 400 for a missing object': [['ERR-1'], () => new AnswersBadRequest()],
  'sends changes without their path': [['EVT-1', 'VER-1'], () => new OmitsEventPaths()],
  'shows numbers as strings': [['WIR-7'], () => new ShowsNumbersAsStrings()],
  'sends times as numbers': [['VER-1', 'WIR-4'], () => new SendsNumericTimes()],
  'sends no id in the connected event': [['EVT-1', 'EVT-13'], () => new OmitsConnectedId()],
  'sends events without ids': [['WIR-5'], () => new OmitsEventIds()],
  'lets no page read': [['WIR-2'], () => new RefusesPages()],
  'lets every page write': [['WIR-3'], () => new AllowsForeignWrites()],
  'answers 404 with an HTML page': [['END-8', 'ERR-5'], () => new AnswersHtml()],
  'has numeric ids': [
    ['OBJ-1', 'OBJ-6', 'OBJ-7', 'PTH-1', 'DRT-1', 'END-3', 'END-4', 'END-10', 'EVT-1', 'EVT-13', 'VER-1'],
    () => new NumericIds(),
  ],
  'matches routes case-sensitively': [['WIR-1'], () => new CaseSensitiveRoutes()],
  'matches names case-insensitively': [['WIR-1'], () => new CaseInsensitiveNames()],
  'has no heartbeat': [['WIR-6'], () => new WithoutHeartbeat()],
  'counts all apps as one': [['WIR-6'], () => new SharedHeartbeat()],
  'applies a body up to its first error': [['ERR-8'], () => new PartialWrites()],
  'reports a change for every write': [['WIR-8'], () => new ReportsUnchangedWrites()],
  'answers list operations with an empty body': [['VER-1', 'WIR-9'], () => new EmptyListAnswers()],
  'shows one level too many': [['DEP-1', 'DEP-3', 'DEP-6', 'LIM-1'], () => new ExpandsDeeper()],
  'reports a resumed stream without resuming it': [['EVT-1', 'EVT-13', 'WIR-5'], () => new FalseResume()],
  'omits the Allow header': [['WIR-10'], () => new OmitsAllow()],
  'omits the element types of lists': [['WIR-11'], () => new OmitsElementTypes()],
};
