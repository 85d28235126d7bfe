import { pageShowsTheHost } from './page.js';

async function until(isShown) {
  while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a page in jsdom shows the values of the host', async () => {
  expect(await pageShowsTheHost(until)).toBe(true);
});
