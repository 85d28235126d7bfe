import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Command } from 'commander';
import { addRunOptions } from './options.js';
import { dropUnusedVariables } from './variables.js';

function parse(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  Object.assign(process.env, env);
  dropUnusedVariables(args);
  const command = addRunOptions(new Command('sim-host'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action(() => {});
  return command.parse(args, { from: 'user' }).opts();
}

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('SIM_HOST_')) delete process.env[name];
});

test('the scene file decides omitted options', () => {
  const { scene, ...others } = parse([]);
  assert.match(scene, /scenes.demo\.yaml$/);
  assert.deepEqual(others, { logLevel: 'log', json: false });
});

test('options override environment variables', () => {
  const env = { SIM_HOST_PORT: '9000', SIM_HOST_RATE: '30', SIM_HOST_JSON: 'yes', SIM_HOST_CONTROL: '0' };
  const { port, rate, json, control } = parse(['--port', '0'], env);
  assert.deepEqual({ port, rate, json, control }, { port: 0, rate: 30, json: true, control: 0 });
});

test('switches can be turned off again', () => {
  assert.equal(parse(['--allow-external-connections']).allowExternalConnections, true);
  assert.equal(parse(['--allow-external-connections', 'no']).allowExternalConnections, false);
  assert.equal(parse([], { SIM_HOST_ALLOW_EXTERNAL_CONNECTIONS: '0' }).allowExternalConnections, false);
});

test('origins and host names accumulate and are normalised as browsers send them', () => {
  const origins = ['https://Panel.example/', 'http://a.example:80', 'http://a.example:8080', '*', 'null'];
  const { allowOrigin, allowHost } = parse([
    ...origins.flatMap((origin) => ['--allow-origin', origin]),
    ...['--allow-host', 'studio.local', '--allow-host', '[fd00::2]:9095'],
  ]);
  assert.deepEqual(allowOrigin, [
    'https://panel.example',
    'http://a.example',
    'http://a.example:8080',
    '*',
    'null',
  ]);
  assert.deepEqual(allowHost, ['studio.local', '[fd00::2]:9095']);
  const env = { SIM_HOST_ALLOW_ORIGIN: 'https://a.example, https://b.example' };
  assert.deepEqual(parse([], env).allowOrigin, ['https://a.example', 'https://b.example']);
  assert.deepEqual(parse(['--allow-origin', '*'], env).allowOrigin, ['*'], 'options win');
});

test('the control channel opens on any port unless one is named', () => {
  assert.equal(parse(['--control']).control, 0);
  assert.equal(parse(['--control', '9096']).control, 9096);
});

test('the error for a wrong value names the option or variable and the expected value', () => {
  const wrong: readonly [args: readonly string[], env: Record<string, string>, message: RegExp][] = [
    [['--port', '65536'], {}, /--port.*'65536' is invalid.*0 \(any free one\) to 65535/],
    [['--port', '80x'], {}, /'80x' is invalid/],
    [['--rate', '0'], {}, /from 1 to 1000/],
    [['--seed', '-1'], {}, /from 0 to 2\^53 - 1/],
    [['--clock', 'fast'], {}, /Allowed choices are real, manual/],
    [['--token', ''], {}, /must be a non-empty string/],
    [['--token', 'open sesame'], {}, /--token.*without spaces/],
    [[], { SIM_HOST_READ_TOKEN: 'geheim\u00e4' }, /ASCII/],
    [['--log-level', 'loud'], {}, /choices are log, warning, error, none/],
    [[], { SIM_HOST_PORT: 'http' }, /from env 'SIM_HOST_PORT' is invalid/],
    [[], { SIM_HOST_JSON: 'maybe' }, /must be yes or no/],
    [['--allow-origin', 'panel.example'], {}, /must be an origin such as/],
    [['--allow-origin', 'https://panel.example/a'], {}, /must be an origin such as/],
    [['--allow-origin', 'https://a b'], {}, /must be an origin such as/],
    [['--host', '127.0.0.1:9095'], {}, /address or a name of this machine/],
    [['--allow-host', 'http://studio.local'], {}, /must be a host name such as/],
    [[], { SIM_HOST_ALLOW_ORIGIN: 'https://a.example,b' }, /must be an origin such as/],
    [['studio.yaml'], {}, /too many arguments/],
  ];
  for (const [args, env, message] of wrong) {
    assert.throws(() => parse(args, env), message, `${args} ${JSON.stringify(env)}`);
    for (const name of Object.keys(env)) delete process.env[name];
  }
});

test('empty variables and those that Kubernetes sets for a Service are ignored', () => {
  const env = { SIM_HOST_PORT: 'tcp://10.96.12.7:9095', SIM_HOST_RATE: '', SIM_HOST_CLOCK: '' };
  const { scene: _, ...options } = parse([], env);
  assert.deepEqual(options, { logLevel: 'log', json: false });
  assert.throws(() => parse([], { SIM_HOST_TOKEN: '' }), /must be a non-empty string/);
});

test('--check reads only the variables that it uses', () => {
  const env = { SIM_HOST_SCENE: 'studio.yaml', SIM_HOST_WATCH: 'yes', SIM_HOST_LOG_LEVEL: 'info' };
  const { scene, watch, logLevel } = parse(['--check'], env);
  assert.deepEqual({ scene, watch, logLevel }, { scene: 'studio.yaml', watch: undefined, logLevel: 'log' });
});
