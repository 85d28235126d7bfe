import { AttachedHost, HttpClient } from '../../conformance/client/index.js';

const clocks = new Map<string, Promise<string | undefined>>();

/** Returns undefined if the clock of the host is manual, else the fix; the result is cached. */
export function manualClockProblem(control: string, token: string | undefined): Promise<string | undefined> {
  let known = clocks.get(control);
  if (known === undefined) {
    known = step(control, token);
    clocks.set(control, known);
  }
  return known;
}

async function step(control: string, token: string | undefined): Promise<string | undefined> {
  const host = new AttachedHost(control, { url: control, token });
  try {
    const { status, json } = await host.controlRequest('clock.step', { frames: 1 });
    if (status === 200) return undefined;
    return `its clock does not stand still (clock.step: ${json?.error ?? status}); sim-host has --clock manual for that`;
  } catch (error) {
    return `no control channel answers at ${control}: ${(error as Error).message}`;
  } finally {
    host.close();
  }
}

/** Returns undefined if the host answers, else the error. */
export async function unreachableReason(
  baseUrl: string,
  token: string | undefined,
): Promise<string | undefined> {
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
