import { createPlainHost, exposeClass, exposeEnum, RemoteControlService } from 'sim-host';

const Mode = { Spot: 0, Wide: 1 };
exposeEnum(Mode, { name: 'LampMode' });

class Lamp {
  brightness = 1;
  mode = Mode.Spot;
  presets = [0, 50, 100];
  get watts() {
    return this.brightness * 60;
  }
  fadeTo(target) {
    this.brightness = target;
  }
}
exposeClass(Lamp, {
  category: 'Lights',
  fields: { brightness: { type: 'Single' }, mode: { type: 'LampMode' }, presets: { type: 'Int32[]' } },
  properties: { watts: { type: 'Single' } },
  functions: { fadeTo: { parameters: { target: { type: 'Single', default: 0 } } } },
});

const lamp = new Lamp();
const host = createPlainHost({ name: 'Lamp in JavaScript' });
const service = new RemoteControlService({ host, http: { port: Number(process.env.PORT ?? 9095) } });
service.objects.register(lamp, { sourceKey: 'lamp' });
const { url } = await service.start();
console.log(url);

/** A change by the application, reported to remote apps. */
export function dim() {
  lamp.brightness /= 2;
  service.notifyChanged(lamp, 'brightness');
}
