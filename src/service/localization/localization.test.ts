import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApplicationCode } from '../common/application-code.js';
import { Localization } from './localization.js';

const code: ApplicationCode = {
  report: (where, error) => assert.fail(`${where}: ${error}`),
};

test('without languages the language is English, at the start and after a change', () => {
  const localization = new Localization(code, { languages: [] });
  assert.deepEqual(localization.available, ['en']);
  assert.equal(localization.current, 'en');
  localization.replace({ languages: ['de', 'fr'] });
  localization.replace({ languages: [] });
  assert.deepEqual(localization.available, ['en']);
  assert.equal(localization.current, 'en');
});

test('changed languages and texts are reported, and equal ones are not', () => {
  const localization = new Localization(code, { languages: ['en', 'de'] });
  let reports = 0;
  localization.onChanged(() => reports++);
  localization.set('de');
  localization.set('de');
  assert.equal(reports, 1);
  localization.replace({ languages: ['en', 'de'] });
  assert.equal(reports, 1);
  localization.replace({ languages: ['fr', 'de'], translations: { de: { greeting: 'Hallo' } } });
  assert.equal(reports, 2);
  assert.equal(localization.current, 'de', 'it stays where it is among them');
  assert.equal(localization.translate('greeting'), 'Hallo');
  localization.replace({ languages: ['fr', 'en'] });
  assert.equal(reports, 3);
  assert.equal(localization.current, 'fr');
  assert.equal(localization.translate('greeting'), 'greeting');
  assert.throws(() => localization.set('de'), /unknown language "de"; available: fr, en/);
});
