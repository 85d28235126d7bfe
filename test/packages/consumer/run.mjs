// Uses the library as an application does and prints the results.
import assert from 'node:assert/strict';
import { brightnessOf, startLamp, startScene } from './built/lamp.js';

const { url, lamp, stop } = await startLamp();
const lampUrl = `${url}/exposed/object/lamp/brightness`;
const put = await fetch(lampUrl, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: '{"value":0.25}',
});
assert.equal(put.status, 200);
assert.equal(lamp.brightness, 0.25);
assert.equal(await brightnessOf(url), 0.25);
await stop();

const host = await startScene();
await host.step(3);
const status = await (await fetch(`${host.url}/api/status`)).json();
await host.stop();
console.log(JSON.stringify({ brightness: lamp.brightness, status: Object.keys(status).length > 0 }));
