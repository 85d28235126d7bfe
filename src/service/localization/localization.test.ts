import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApplicationCode } from '../common/application-code.js';
import { Localization } from './localization.js';

const code: ApplicationCode = {
  report: (where, error) => assert.fail(`${where}: ${error}`),
};

test('without languages there is English, at the start and after a change', () => {
  const localization = new Localization(code, { languages: [] });
  assert.deepEqual(localization.available, ['en']);
  assert.equal(localization.current, 'en');
  localization.replace({ languages: ['de', 'fr'] });
  localization.replace({ languages: [] });
  assert.deepEqual(localization.available, ['en']);
  assert.equal(localization.current, 'en');
});

test('other languages and texts are told of, and the same ones are not', () => {
  const localization = new Localization(code, { languages: ['en', 'de'] });
  let told = 0;
  localization.onChanged(() => told++);
  localization.set('de');
  localization.set('de');
  assert.equal(told, 1);
  localization.replace({ languages: ['en', 'de'] });
  assert.equal(told, 1);
  localization.replace({ languages: ['fr', 'de'], translations: { de: { greeting: 'Hallo' } } });
  assert.equal(told, 2);
  assert.equal(localization.current, 'de', 'it stays where it is among them');
  assert.equal(localization.translate('greeting'), 'Hallo');
  localization.replace({ languages: ['fr', 'en'] });
  assert.equal(told, 3);
  assert.equal(localization.current, 'fr');
  assert.equal(localization.translate('greeting'), 'greeting');
  assert.throws(() => localization.set('de'), /no language "de"; there are fr, en/);
});
