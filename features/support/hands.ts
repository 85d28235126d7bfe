import { AttachedHost, HttpClient } from '../../conformance/client/index.js';

const clocks = new Map<string, Promise<string | undefined>>();

/** Undefined when time stands still until it is told to go on; else what is to be done so that it does. Asked once. */
export function clockIsStill(control: string, token: string | undefined): Promise<string | undefined> {
  let known = clocks.get(control);
  if (known === undefined) {
    known = step(control, token);
    clocks.set(control, known);
  }
  return known;
}

async function step(control: string, token: string | undefined): Promise<string | undefined> {
  const hands = new AttachedHost(control, { url: control, token });
  try {
    const { status, json } = await hands.controlRequest('clock.step', { frames: 1 });
    if (status === 200) return undefined;
    return `its clock does not stand still (clock.step: ${json?.error ?? status}); sim-host has --clock manual for that`;
  } catch (error) {
    return `no control channel answers at ${control}: ${(error as Error).message}`;
  } finally {
    hands.close();
  }
}

/** Whether a host still answers: undefined, or what was said instead. */
export async function messageOfGone(baseUrl: string, token: string | undefined): Promise<string | undefined> {
  const client = new HttpClient(baseUrl, token);
  try {
    await client.request('GET', '/exposed/objects', { limitMs: 10_000 });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    client.close();
  }
}
