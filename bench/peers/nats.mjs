// nats-server with JetStream in a folder; it ends with the benchmark.
import { spawn } from 'node:child_process';
import { endWithInput } from './shared.mjs';

const [, , port, folder] = process.argv;
const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', port, '-js', '-sd', folder], {
  stdio: 'ignore',
});
server.once('exit', () => process.exit());
process.on('SIGTERM', () => server.kill('SIGKILL'));
endWithInput();
console.log(JSON.stringify({ pid: server.pid }));
