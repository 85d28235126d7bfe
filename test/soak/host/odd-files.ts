import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** Content that no answer may reveal of a file outside the project. */
export const secret = 'a-format-of-somebody-else';

/** Special files in the folder `odd` of a project, and their open handles. */
export class OddFiles {
  readonly #servers: Server[] = [];

  /** Files that the system cannot create, such as links on Windows, are skipped. */
  constructor(project: string) {
    const folder = join(project, 'odd');
    mkdirSync(join(folder, 'folder.live.json'), { recursive: true });
    const file = (name: string) => join(folder, `${name}.live.json`);
    const header = (formatVersion: string) =>
      `{"format":"jp.lilium.remotecontrol.live","formatVersion":${formatVersion},"objects":[]}`;
    writeFileSync(file('endless-version'), header('1e400'));
    writeFileSync(file('later-version'), header('999'));
    writeFileSync(file('foreign'), `{"format":"${secret}","formatVersion":1,"objects":[]}`);
    writeFileSync(file('broken'), header('1').slice(0, -2));
    writeFileSync(file('no-utf8'), Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    writeFileSync(file('deep'), `${header('1').slice(0, -2)}${'[{"a":'.repeat(20_000)}`);
    tried(() => execFileSync('mkfifo', [file('fifo')]));
    tried(() => symlinkSync('/etc/passwd', file('out')));
    tried(() => symlinkSync('/dev/zero', file('device')));
    tried(() => symlinkSync('/proc/self/mem', file('memory')));
    tried(() => symlinkSync(file('circle'), file('circle')));
    tried(() => symlinkSync('..', join(folder, 'up')));
    const server = createServer();
    server.on('error', () => {});
    tried(() => server.listen(file('socket')));
    this.#servers.push(server);
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }
}

function tried(make: () => unknown): void {
  try {
    make();
  } catch {
    // The system cannot create it, so its case tests a missing file.
  }
}
