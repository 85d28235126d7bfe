// nginx with nchan (Debian: libnginx-mod-nchan): a broker in C that sends each change to all subscribers.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change, everyFrame, listening } from './shared.mjs';

const module = '/usr/lib/nginx/modules/ngx_nchan_module.so';
if (spawnSync('nginx', ['-v']).error || !existsSync(module)) {
  console.log(JSON.stringify({ event: 'missing', what: 'nginx with nchan' }));
  process.exit(0);
}

const changes = Number(process.argv[2] ?? 13);
const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), 'nchan-'));
writeFileSync(
  join(folder, 'nginx.conf'),
  `load_module ${module};
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
worker_rlimit_nofile 20000;
events { worker_connections 10000; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /api/stream { nchan_subscriber eventsource; nchan_channel_id bench; nchan_subscriber_first_message newest; }
    location = /publish { nchan_publisher; nchan_channel_id bench; nchan_message_buffer_length 50; }
  }
}
`,
);
const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('SIGTERM', () => {
  nginx.kill('SIGTERM');
  process.exit(0);
});

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const publish = (text) => {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: '/publish',
    method: 'POST',
    agent,
    headers: { 'X-EventSource-Event': 'data', 'Content-Length': Buffer.byteLength(text) },
  });
  outgoing.on('response', (response) => response.resume());
  outgoing.on('error', () => {});
  outgoing.end(text);
};
let seq = 0;
setTimeout(() => {
  listening(port, nginx.pid);
  everyFrame(() => {
    const timestamp = new Date().toISOString();
    for (let i = 0; i < changes; i++) {
      publish(JSON.stringify(change(++seq, `v${i}`, timestamp)));
    }
  });
}, 500);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
