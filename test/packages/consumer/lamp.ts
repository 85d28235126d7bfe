import {
  createPlainHost,
  ExposedError,
  exposedClass,
  exposedField,
  exposedFunction,
  RemoteControlService,
} from 'sim-host';
import { connect, type RemoteHost } from 'sim-host/client';
import { startSimHost, type TestHost } from 'sim-host/testing';

@exposedClass({ category: 'Lights' })
export class Lamp {
  @exposedField({ type: 'Single' }) accessor brightness = 1;

  @exposedFunction()
  off(): void {
    this.brightness = 0;
  }
}

/** A service of a custom application; resolves with its URL and a stop function. */
export async function startLamp(): Promise<{ url: string; lamp: Lamp; stop: () => Promise<void> }> {
  const host = createPlainHost({ name: 'Lamp' });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  const lamp = new Lamp();
  service.objects.register(lamp, { sourceKey: 'lamp' });
  const { url } = await service.start();
  const stop = async () => {
    await service.stop();
    host.stop();
  };
  return { url, lamp, stop };
}

/** A simulated host in this process. */
export function startScene(): Promise<TestHost> {
  return startSimHost({
    scene: {
      application: { name: 'Consumer' },
      scenes: { Main: { buildIndex: 0, objects: [{ name: 'Box' }] } },
    },
  });
}

export const isRefusal = (error: unknown): boolean => error instanceof ExposedError;

/** Reads a member over the wire. */
export async function brightnessOf(url: string): Promise<number> {
  const host: RemoteHost = await connect(url, { clientId: 'consumer' });
  try {
    return (await host.object('lamp').get('brightness')) as number;
  } finally {
    host.close();
  }
}
