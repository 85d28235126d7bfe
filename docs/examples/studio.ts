/** Options of a service, routes of an application's own, and who may do what: examples of docs/embedding.md. */
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
    port: 0, // any free one; 9095 when left out
    allowExternalConnections: false, // true: all interfaces, IPv4 and IPv6; then set a token
    token: 'a-long-secret', // asked for as `Authorization: Bearer …` on every route
    readToken: 'a-long-one-too', // opens reading alone
    pairing: 'full', // service.pairing.code, shown to people, buys a device its token: 'full' or 'read'
    allowAddresses: ['192.168.1.0/24'], // who may call, beside this machine
    allowOrigins: ['https://panel.example'], // pages beside those of this machine
    allowHosts: ['studio.local'], // names beside localhost under which it may be called
    engine: 'auto', // uWebSockets.js where it loads, else node:http
    bodyLimit: 1024 * 1024, // bytes; 8 MiB when left out
  },
  project: { folder: 'studio-data' }, // live scenes, settings and presets; left out, nothing is saved
  autoSaveOnQuit: true, // left out, unsaved changes are asked about
  languages: ['en', 'de'], // the one at the start first
  translations: { de: { 'studio.title': 'Studio', 'confirm.save': 'Speichern' } },
  ui: {
    title: 'studio.title',
    menuItems: [{ id: 'lights', label: 'Lights', icon: 'bulb', pageType: 'objects' }],
  },
  panel: true, // the page that steers it, at its address; or the folder of another page
  maxSubscribers: 100, // event streams that may be open at once
};

/** `GET /studio/lamps`: a route of the application's own. */
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

/** Who asks, and what they may. */
export async function authorize(caller: Caller): Promise<Access | undefined> {
  const role = await roleOf(caller.token);
  if (role === 'admin') return fullAccess;
  if (role === 'operator') return operator;
  return role === 'viewer' ? readOnlyAccess : undefined; // undefined: 401
}

const secret = 'the key that tokens are signed with';

/** A token is `<role>.<signature>`; an application would rather verify a JSON Web Token here. */
async function roleOf(token: string | undefined): Promise<string | undefined> {
  const [role = '', signature = ''] = token?.split('.') ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(role))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? role : undefined;
}

export function sign(role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex');
}

/** Starts the studio with `options`, or with rights. */
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

/** What the application does with its own objects. */
export function fromTheInside(service: RemoteControlService) {
  const handle = service.objects.resolve('key-lamp')!; // id, source key or static class name
  const before = service.tryGetValue(handle, 'brightness', 'Single'); // number | undefined
  service.trySetValue(handle, 'brightness', 'Single', 0.3); // boolean
  const brightness = service.property(handle, 'brightness'); // resolve once, write often
  brightness.set(0.4);
  return before;
}
