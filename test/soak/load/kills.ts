import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient } from '../../../conformance/client/index.js';
import { type Engine, SoakHost } from '../host/host.js';
import type { Random } from '../random.js';
import { StreamClient } from './stream-client.js';

/** Hosts that are killed during a save and restarted with the remaining files. */
const lives = 2;
/** Milliseconds in which a save is in progress. */
const killAfterMs = 150;

/**
 * Kills a host during a save and restarts it on its files: each must be whole, saved values must exist, and a
 * reconnecting app must learn that it missed events.
 */
export async function killAndRestart(
  engine: Engine,
  random: Random,
  onWrong: (what: string) => void,
): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  let [saved, written] = [0, 0];
  let lastEventId: string | undefined;
  try {
    for (let life = 0; life < lives; life++) {
      const host = await SoakHost.start({ engine, project });
      const http = new HttpClient(host.url);
      if (life > 0) {
        const { json } = await http.request('GET', '/exposed/object/Desk/count');
        const count = Number(json.value);
        // The value of the scene, if the host was killed before its first save.
        const isFirst = saved === 0 && count === 4_294_967_290;
        if (!isFirst && !(count >= saved && count <= written))
          onWrong(`after a kill Desk/count is ${count}; ${saved} was saved, ${written} was written`);
        const stream = await new StreamClient(host.port, { query: '', lastEventId }, onWrong).greeted();
        if (stream.resume !== 'gap') onWrong(`after a kill a stream says ${stream.resume}, and not gap`);
        stream.close();
      }
      const stream = await new StreamClient(host.port, { query: '' }, onWrong).greeted();
      const isOver = pause(random.below(killAfterMs) + 50).then(() => true);
      for (;;) {
        const value = ++written;
        const save = http
          .request('PUT', '/exposed/object/Desk/count', { body: { value } })
          .then(() => host.control('live.save'))
          .then(() => (saved = value))
          .catch(() => {});
        if (await Promise.race([isOver, save.then(() => false)])) break;
      }
      ({ lastEventId } = stream);
      await host.kill();
      stream.close();
      http.close();
      for (const wrong of brokenFiles(project)) onWrong(`after a kill ${wrong}`);
    }
    const last = await SoakHost.start({ engine, project });
    await last.stop();
  } catch (error) {
    onWrong(`kill and restart: ${(error as Error).message}`);
  } finally {
    rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Files of a project with invalid JSON; temporary files of a kill may be incomplete. */
export function brokenFiles(project: string): readonly string[] {
  return (
    readdirSync(project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ parentPath, name }) => join(parentPath, name))
      // The soak created these broken files.
      .filter((file) => !file.startsWith(join(project, 'odd')))
      .filter((file) => {
        try {
          JSON.parse(readFileSync(file, 'utf8'));
          return false;
        } catch {
          return true;
        }
      })
      .map((file) => `${file} is no whole JSON`)
  );
}
