import { createPlainHost, exposedClass, exposedField, RemoteControlService } from 'sim-host';

@exposedClass()
class Lamp {
  @exposedField({ type: 'Single' }) accessor brightness = 1;
}

const host = createPlainHost({ name: 'My application' });
const service = new RemoteControlService({ host, http: { port: Number(process.env.PORT ?? 9095) } });
service.objects.register(new Lamp(), { sourceKey: 'lamp', name: 'Lamp' });
const { url } = await service.start();
console.log(url); // http://127.0.0.1:9095
