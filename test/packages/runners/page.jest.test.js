import { pageShowsTheHost } from './page.js';

async function until(isShown) {
  while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a page in jsdom shows what the host does', async () => {
  expect(await pageShowsTheHost(until)).toBe(true);
});
