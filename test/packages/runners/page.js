import { connect } from 'sim-host/client';
import { startSimHost } from 'sim-host/testing';

/** Shows a value of a host in the page and changes it; true if page and host agree. */
export async function pageShowsTheHost(until) {
  const host = await startSimHost({ scene: 'scene.yaml' });
  const app = await connect(host.url);
  try {
    const output = document.body.appendChild(document.createElement('output'));
    app.object('lamp').subscribe('level', (level) => {
      output.textContent = level;
    });
    await until(() => output.textContent === '1');
    await host.step('2 s');
    await until(() => output.textContent === '0.5');
    await app.object('lamp').set('level', 0.25);
    const response = await fetch(`${host.url}/exposed/object/lamp/level`);
    return output.textContent === '0.25' && (await response.json()).value === 0.25;
  } finally {
    app.close();
    await host.stop();
  }
}
