/// <reference lib="dom" />
/** Hosts that send invalid or huge data: the panel runs none of it, draws a limited part, and keeps working. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { type HostileHost, hostileHost } from './hostile-host.js';
import { every, field, host, left, quitBrowser, until, type Visit, visit } from './stage.js';

const skip = left;
let running: TestHost;

before(async () => {
  if (!skip) running = await host(every);
});
after(async () => {
  await quitBrowser();
  await running?.stop();
});

const markup = '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>';
const long = 'x'.repeat(8_000_000);
/** A lone surrogate, which no URL can contain. */
const half = '\ud800';

type Members = Readonly<Record<string, unknown>>;
const property = (name: string, type: string, more: Members = {}) => ({ name, type, ...more });
const sane = property('sane', 'Single');
const object = (more: Members = {}) => ({
  '@type': 'Lamp',
  '@id': '1',
  '@name': 'Lamp',
  '@source': 'lamp',
  ...more,
});
const lamp = (properties: readonly unknown[], value: Members, more: Members = {}) => ({
  '/exposed/types': { types: [{ type: 'Lamp', properties: [sane, ...properties], ...more }] },
  '/exposed/objects': { objects: [object()] },
  '/exposed/object/lamp': object({ sane: 1, ...value }),
});
const manyOf = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const enumOf = (values: readonly unknown[]) => ({ '/exposed/enums': { enums: [{ type: 'Mode', values }] } });
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

function deep(levels: number): unknown {
  let value: unknown = { '@type': 'Node', next: null };
  for (let i = 0; i < levels; i++) value = { '@type': 'Node', next: value };
  return value;
}

const hosts: Readonly<Record<string, () => Members>> = {
  'markup in every text': () => ({
    ...lamp(
      [
        property(markup, 'String', { label: markup, help: markup, section: { title: markup, icon: markup } }),
        property('picture', 'String', { controller: { type: 'ImagePreview', intervalMs: 100 } }),
        property('friend', 'Lamp', { ref: true }),
      ],
      {
        [markup]: markup,
        picture: 'data:text/html,<script>ran=1</script>',
        friend: { '@ref': 'javascript:ran=1' },
      },
      { help: markup, category: markup, icon: markup },
    ),
    '/ui/info': { title: markup },
  }),
  'texts of 8 MB': () => ({
    ...lamp([property('text', 'String', { help: long }), property('other', long)], {
      text: long,
      other: long,
    }),
    '/exposed/objects': { objects: [object({ '@name': long })] },
    '/ui/info': { title: long },
  }),
  'a text of four million lines': () => lamp([property('text', 'String')], { text: 'x\n'.repeat(4_000_000) }),
  '100,000 members': () => {
    const names = manyOf(100_000, (i) => `m${i}`);
    return lamp(
      names.map((name) => property(name, 'Single')),
      Object.fromEntries(names.map((name) => [name, 1])),
    );
  },
  'an enum of 100,000 values': () => ({
    ...lamp([property('mode', 'Mode'), property('other', 'Mode')], { mode: 'M1', other: 'M99999' }),
    ...enumOf(manyOf(100_000, (i) => ({ name: `M${i}`, value: i }))),
  }),
  '100,000 names of one flag': () => ({
    ...lamp([property('mode', 'Mode', { isFlags: true })], { mode: 'M1, M2' }),
    ...enumOf(manyOf(100_000, (i) => ({ name: `M${i}`, value: 1 }))),
  }),
  '100,000 objects to choose from': () => ({
    ...lamp([property('friend', 'Lamp', { ref: true })], { friend: { '@ref': '1' } }),
    '/exposed/objects': {
      objects: manyOf(100_000, (i) =>
        object({ '@id': String(i + 1), '@source': i === 0 ? 'lamp' : `lamp-${i}` }),
      ),
    },
  }),
  'names that all objects inherit': () =>
    lamp(
      inherited.flatMap((name, i) => [
        property(name, name),
        property(`c${i}`, name, {
          controller: { type: name },
          enumType: name,
          section: { icon: name, title: name },
        }),
      ]),
      {},
      {
        functions: [
          {
            name: 'constructor',
            returnType: '',
            icon: 'constructor',
            parameters: inherited.map((each) => property(each, each)),
          },
        ],
      },
    ),
  'objects that refer to themselves': () =>
    lamp([property('self', 'Lamp', { ref: true, controller: { type: 'InlineReference' } })], {
      self: { '@ref': '1' },
    }),
  'structs 400 deep': () => ({
    ...lamp([property('node', 'Node')], { node: deep(400) }),
    '/exposed/types': {
      types: [
        { type: 'Lamp', properties: [sane, property('node', 'Node')] },
        { type: 'Node', properties: [property('next', 'Node')] },
      ],
    },
  }),
  'types that derive from each other': () => ({
    ...lamp([], { other: null }),
    '/exposed/types': {
      types: [
        {
          type: 'Lamp',
          properties: [sane, property('other', 'None', { controller: { type: 'ObjectSelector' } })],
          baseTypes: ['Base'],
        },
        { type: 'Base', properties: [], baseTypes: ['Lamp'] },
      ],
    },
  }),
  'halves of characters': () => ({
    ...lamp([property('text', 'String', { section: { icon: half, title: half } })], { text: half }),
    '/exposed/objects': {
      objects: [object(), object({ '@id': '2', '@source': half, '@name': half, '@icon': half })],
    },
  }),
  'descriptors of other forms': () =>
    lamp(
      [
        property('a', 'Single', { visibility: { property: 5, value: {}, showWhenMatch: true } }),
        property('b', 'Single', { controller: null, section: 7, label: {} }),
        property('c', 'String', { controller: { type: 'TypeSelector', options: 5 } }),
        property('d', 'Single', { controller: { type: 'Slider', minValue: 'x', maxValue: 'NaN', step: -1 } }),
      ],
      { a: 1, b: 1, c: 1, d: 'NaN' },
    ),
  'numbers that are none': () => ({
    ...lamp(
      [
        property('n', 'Single'),
        property('v', 'Vector3'),
        property('q', 'Quaternion'),
        property('c', 'Color'),
      ],
      { n: 'NaN', v: { x: 'NaN', y: {} }, q: { x: 'NaN' }, c: { r: 'NaN', g: [] } },
    ),
    '/api/performance': { fps: 'NaN', memory: null },
  }),
};

/** More elements than a healthy host causes, but few enough to draw quickly. */
const mostElements = 6000;

async function look(
  t: { after(end: () => Promise<void>): void },
  answers: Members,
): Promise<[HostileHost, Visit]> {
  const hostile = await hostileHost(answers);
  t.after(() => hostile.end());
  const tab = await visit(running.url, `?host=${encodeURIComponent(hostile.url)}#/objects/lamp`);
  t.after(() => tab.end());
  await tab.page.getByRole('button', { name: 'Go on' }).click();
  return [hostile, tab];
}

async function isSound(hostile: HostileHost, { page, complaints, strangers }: Visit): Promise<void> {
  const input = field(page, 'sane').getByRole('textbox');
  await input.waitFor();
  await until(
    async () => {
      hostile.tell({ type: 'exposed_object_updated', id: '1', path: 'sane', value: 7, changed: true });
      return input.inputValue();
    },
    (text) => text === '7',
    'what comes',
  );
  await page.getByRole('button', { name: 'More', exact: true }).waitFor();
  const seen = await page.evaluate(() => ({
    ran: 'ran' in globalThis,
    elements: document.querySelectorAll('*').length,
  }));
  assert.equal(seen.ran, false);
  assert.ok(seen.elements < mostElements, `${seen.elements} elements`);
  assert.deepEqual(
    complaints.filter((each) => !/Content Security Policy/.test(each)),
    [],
  );
  assert.deepEqual(
    strangers.filter((each) => !each.startsWith(hostile.url)),
    [],
  );
}

for (const [what, answers] of Object.entries(hosts))
  test(`${what}: the rest of the panel is shown and updated`, { skip }, async (t) => {
    await isSound(...(await look(t, answers())));
  });

test('a list of any length can be opened and chosen from', { skip }, async (t) => {
  const [hostile, { page }] = await look(t, hosts['an enum of 100,000 values']!());
  hostile.answers['/exposed/object/lamp/mode'] = { value: 'M5', id: '1', path: 'mode', changed: true };
  const choice = field(page, 'mode').getByRole('combobox');
  // A control that is drawn again loses the focus, and with it its options.
  await until(
    async () => {
      await choice.focus();
      if ((await choice.locator('option').count()) <= 70_000) return false;
      return choice.selectOption('M70000', { timeout: 2000 }).then(
        () => true,
        () => false,
      );
    },
    (isChosen) => isChosen,
    'the choice',
  );
  await until(
    () => hostile.asked,
    (asked) => asked.includes('/exposed/object/lamp/mode'),
    'the write',
  );
});

test('events of every form leave the panel working', { skip }, async (t) => {
  const [hostile, tab] = await look(t, lamp([], {}));
  await field(tab.page, 'sane').waitFor();
  const ids = ['', '-1', '9'.repeat(400), half, '\t', 'i:1e999', 'i:NaN', long.slice(0, 100_000)];
  for (const id of ids)
    hostile.tell({ type: 'exposed_object_updated', id: '1', path: 'x', value: 1, changed: true }, id);
  for (const type of [...inherited, 'x', 'types_update'])
    hostile.tell({ type, id: '1', path: '__proto__/polluted', value: 1, added: [], removed: [] });
  for (const notificationType of [...inherited, markup])
    hostile.tell({ type: 'system_notification', notificationType, title: markup, message: long, icon: half });
  hostile.tell({
    type: 'exposed_object_updated',
    id: '1',
    path: '__proto__',
    value: { polluted: 1 },
    changed: true,
  });
  hostile.tell({ type: 'confirm_dismiss', id: 'nobody asked' });
  hostile.tell({
    type: 'confirm_request',
    id: 'q',
    title: long,
    message: long,
    yes: long,
    no: markup,
    cancel: 'Leave',
  });
  const question = tab.page.locator('dialog.prompt');
  await question.getByRole('button', { name: 'Leave' }).waitFor();
  hostile.tell({ type: 'confirm_dismiss', id: 'q' });
  await question.waitFor({ state: 'detached' });
  await isSound(hostile, tab);
  assert.equal(await tab.page.evaluate(() => 'polluted' in {}), false);
});
