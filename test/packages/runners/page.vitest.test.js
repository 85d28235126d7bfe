// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { pageShowsTheHost } from './page.js';

test('a page in jsdom shows the values of the host', async () => {
  expect(await pageShowsTheHost((isShown) => vi.waitFor(() => expect(isShown()).toBe(true)))).toBe(true);
});
