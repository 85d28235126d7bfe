// A page written after docs/client.md: the level of a light, and a button that sets it.
import { connect, RemoteError } from 'sim-host/client';

const shown = (id) => document.getElementById(id);
const host = await connect(new URLSearchParams(location.search).get('host'), { clientId: 'page' });
const light = host.object('key-light');
light.subscribe('intensity', (value) => {
  shown('level').textContent = value;
});
shown('brighter').onclick = async () => {
  shown('taken').textContent = await light.set('intensity', 2);
};
try {
  await light.get('nothing');
} catch (error) {
  shown('refused').textContent = error instanceof RemoteError && error.code;
}
