// nats-server with JetStream on a free port: node nats.mjs FOLDER prints its URL. It ends with this process.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithInput } from './shared.mjs';

const [, , folder] = process.argv;
const port = ['-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', folder];
const server = spawn('nats-server', [...port, '-js', '-sd', folder], { stdio: 'ignore' });
server.once('error', () => {
  console.log(JSON.stringify({ event: 'missing', what: 'nats-server' }));
  process.exit();
});
server.once('exit', () => process.exit());
process.on('SIGTERM', () => server.kill('SIGKILL'));
endWithInput();
// It writes its addresses when it listens.
const file = join(folder, `nats-server_${server.pid}.ports`);
let text = '';
for (; !text.endsWith('}'); await pause(20)) text = existsSync(file) ? readFileSync(file, 'utf8') : '';
console.log(JSON.stringify({ url: JSON.parse(text).nats[0] }));
