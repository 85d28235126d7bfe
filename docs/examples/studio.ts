/** Options of a service, custom routes and authorization: examples of docs/embedding.md. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Access,
  type Caller,
  createPlainHost,
  exposedClass,
  exposedField,
  exposedFunction,
  fullAccess,
  type Handler,
  RemoteControlService,
  readOnlyAccess,
  type ServiceOptions,
} from 'sim-host';

@exposedClass({ category: 'Lights', name: 'StudioLamp' })
export class StudioLamp {
  @exposedField({ type: 'Single' }) accessor brightness = 1;
  @exposedField() accessor fixture = 'F-1';

  @exposedFunction({ parameters: { target: { type: 'Single', default: 0 } } })
  fadeTo(target: number) {
    this.brightness = target;
  }
}

export const options: Omit<ServiceOptions, 'host'> = {
  http: {
    port: 0, // any free port; default 9095
    hostname: '127.0.0.1', // the address to listen on; this is the default
    allowExternalConnections: false, // true: all interfaces, IPv4 and IPv6; set a token then
    token: 'a-long-secret', // required as `Authorization: Bearer …` on every route
    readToken: 'another-long-secret', // permits only reading
    pairing: 'full', // devices exchange service.pairing.code for a token: 'full' or 'read'
    allowAddresses: ['192.168.1.0/24'], // accepts only these callers and this machine; default: every caller
    allowOrigins: ['https://panel.example'], // pages to accept in addition to those of this machine
    allowHosts: ['studio.local'], // host names to accept in addition to localhost
    engine: 'auto', // uWebSockets.js if it loads, otherwise node:http
    bodyLimit: 1024 * 1024, // bytes; default 1 MiB
  },
  project: { folder: 'studio-data' }, // live scenes, settings, presets; without it, no edit is saved or counts as unsaved
  autoSaveOnQuit: true, // on a quit request, saves without a prompt; `stop()` does not
  languages: ['en', 'de'], // the first is the initial one
  translations: { de: { 'studio.title': 'Studio', 'confirm.save': 'Speichern' } },
  ui: {
    title: 'studio.title',
    menuItems: [{ id: 'lights', label: 'Lights', icon: 'bulb', pageType: 'objects' }],
  },
  panel: true, // the web panel; or the folder of your own page
  maxSubscribers: 100, // open event streams; default 10,000
};

/** `GET /studio/lamps`: a custom route. */
export class LampCount implements Handler {
  readonly routes;

  constructor(service: RemoteControlService) {
    const count = () => [...service.objects].filter((each) => each.class.name === 'StudioLamp').length;
    this.routes = [
      { method: 'GET' as const, path: '/studio/lamps', handle: () => JSON.stringify({ lamps: count() }) },
    ];
  }
}

const operator: Access = {
  name: 'operator',
  read: (path) => !path.endsWith('/fixture'),
  write: (path) => path.startsWith('key-lamp/'),
  call: (path) => path === 'key-lamp/fadeTo',
};

/** Decides what a caller may do. */
export async function authorize(caller: Caller): Promise<Access | undefined> {
  const role = await roleOf(caller.token);
  if (role === 'admin') return fullAccess;
  if (role === 'operator') return operator;
  return role === 'viewer' ? readOnlyAccess : undefined; // undefined: 401
}

const secret = 'the key that tokens are signed with';

/** A token is `<role>.<signature>`. A real application would verify a JSON Web Token here. */
async function roleOf(token: string | undefined): Promise<string | undefined> {
  const [role = '', signature = ''] = token?.split('.') ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(role))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? role : undefined;
}

export function sign(role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex');
}

/** Starts the studio. */
export async function startStudio(
  http: NonNullable<ServiceOptions['http']>,
  more: Partial<ServiceOptions> = {},
) {
  const host = createPlainHost({ name: 'Studio' });
  const service = new RemoteControlService({ host, http, ...more });
  service.addHandler(new LampCount(service));
  const lamp = new StudioLamp();
  const handle = service.objects.register(lamp, { sourceKey: 'key-lamp', name: 'Key lamp' });
  service.objects.register(new StudioLamp(), { sourceKey: 'fill-lamp', name: 'Fill lamp' });
  const { url } = await service.start();
  return { service, lamp, handle, url, [Symbol.asyncDispose]: () => service.stop() };
}

/** Opens and saves live scenes, and asks before it loads one. */
export async function runShow(service: RemoteControlService) {
  const live = service.live!; // undefined without `project`
  await live.start('main'); // opens the last live scene, or else main.live.json, created if missing
  await live.save('evening'); // without a path: to the open live scene
  service.prompts.raise({ messageKey: 'Back to the main scene?' }, (choice) => {
    if (choice === 'yes') return live.loadCurrentDataFrom('main'); // opens it
  });
}

/** Reads and writes exposed objects from inside the application. */
export function fromTheInside(service: RemoteControlService) {
  const handle = service.objects.resolve('key-lamp')!; // id, source key or static class name
  const before = service.tryGetValue(handle, 'brightness', 'Single'); // number | undefined
  service.trySetValue(handle, 'brightness', 'Single', 0.3); // boolean
  const brightness = service.property(handle, 'brightness'); // resolve once, write often
  brightness.set(0.4);
  return before;
}
