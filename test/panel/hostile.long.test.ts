/// <reference lib="dom" />
/** Hosts that send invalid or huge data: the panel runs none of it, draws a limited part, and keeps working. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { type OddHost, oddHost } from '../support/odd-host.js';
import { field, staged, test, until, type Visit, visit } from './stage.js';

let running: TestHost;

staged((each) => {
  running = each;
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
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

function deep(levels: number): unknown {
  let value: unknown = { '@type': 'Node', next: null };
  for (let i = 0; i < levels; i++) value = { '@type': 'Node', next: value };
  return value;
}

const hosts: Readonly<Record<string, () => Members>> = {
  'markup, halves of characters and names that all objects inherit': () => ({
    ...lamp(
      [
        property(markup, 'String', { label: markup, help: markup, section: { title: markup, icon: markup } }),
        property('picture', 'String', { controller: { type: 'ImagePreview', intervalMs: 100 } }),
        property('friend', 'Lamp', { ref: true }),
        property('half', 'String', { section: { icon: half, title: half } }),
        ...inherited.map((name) =>
          property(name, name, { controller: { type: name }, enumType: name, section: { icon: name } }),
        ),
      ],
      {
        [markup]: markup,
        picture: 'data:text/html,<script>ran=1</script>',
        friend: { '@ref': 'javascript:ran=1' },
        half,
      },
      {
        help: markup,
        category: markup,
        icon: markup,
        functions: [
          {
            name: 'constructor',
            returnType: '',
            parameters: inherited.map((each) => property(each, each)),
          },
        ],
      },
    ),
    '/exposed/objects': {
      objects: [object(), object({ '@id': '2', '@source': half, '@name': half, '@icon': half })],
    },
    '/ui/info': { title: markup },
  }),
  'texts of 8 MB, and one of four million lines': () => ({
    ...lamp(
      [property('text', 'String', { help: long }), property('other', long), property('lines', 'String')],
      { text: long, other: long, lines: 'x\n'.repeat(4_000_000) },
    ),
    '/exposed/objects': { objects: [object({ '@name': long })] },
    '/ui/info': { title: long },
  }),
  '100,000 members and objects': () => {
    const names = manyOf(100_000, (i) => `m${i}`);
    return {
      ...lamp([property('friend', 'Lamp', { ref: true }), ...names.map((name) => property(name, 'Single'))], {
        friend: { '@ref': '1' },
        ...Object.fromEntries(names.map((name) => [name, 1])),
      }),
      '/exposed/objects': {
        objects: manyOf(100_000, (i) =>
          object({ '@id': String(i + 1), '@source': i === 0 ? 'lamp' : `lamp-${i}` }),
        ),
      },
    };
  },
  'cycles, deep structs, and descriptors and numbers of other forms': () => ({
    ...lamp([], {
      self: { '@ref': '1' },
      node: deep(400),
      other: null,
      a: 1,
      b: 1,
      c: 1,
      d: 'NaN',
      v: { x: 'NaN', y: {} },
      q: { x: 'NaN' },
      color: { r: 'NaN', g: [] },
    }),
    '/exposed/types': {
      types: [
        {
          type: 'Lamp',
          baseTypes: ['Base'],
          properties: [
            sane,
            property('self', 'Lamp', { ref: true, controller: { type: 'InlineReference' } }),
            property('node', 'Node'),
            property('other', 'None', { controller: { type: 'ObjectSelector' } }),
            property('a', 'Single', { visibility: { property: 5, value: {}, showWhenMatch: true } }),
            property('b', 'Single', { controller: null, section: 7, label: {} }),
            property('c', 'String', { controller: { type: 'TypeSelector', options: 5 } }),
            property('d', 'Single', {
              controller: { type: 'Slider', minValue: 'x', maxValue: 'NaN', step: -1 },
            }),
            property('v', 'Vector3'),
            property('q', 'Quaternion'),
            property('color', 'Color'),
          ],
        },
        { type: 'Base', properties: [], baseTypes: ['Lamp'] },
        { type: 'Node', properties: [property('next', 'Node')] },
      ],
    },
    '/api/performance': { fps: 'NaN', memory: null },
  }),
};

/** More elements than a healthy host causes, but few enough to draw quickly. */
const mostElements = 6000;

async function look(t: TestContext, answers: Members): Promise<[OddHost, Visit]> {
  const hostile = await oddHost({
    '/exposed/enums': { enums: [] },
    '/ui/info': { title: 'Hostile' },
    '/ui/sidemenu': { menuItems: [] },
    '/api/language': { current: 'en', available: ['en'] },
    '/api/performance': { fps: 60, memory: 1e6 },
    '/api/heartbeat': { success: true, serverStatus: { connectedClients: 1 } },
    '/exposed/orphans': { orphans: [] },
    ...answers,
  });
  t.after(() => hostile.end());
  const tab = await visit(running.url, `?host=${encodeURIComponent(hostile.url)}#/objects/lamp`);
  t.after(() => tab.end());
  await tab.page.getByRole('button', { name: 'Go on' }).click();
  return [hostile, tab];
}

async function isSound(hostile: OddHost, { page, complaints, strangers }: Visit): Promise<void> {
  const input = field(page, 'sane').getByRole('textbox');
  await input.waitFor();
  await until(
    async () => {
      hostile.send({ type: 'exposed_object_updated', id: '1', path: 'sane', value: 7, changed: true });
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
    complaints.splice(0).filter((each) => !/Content Security Policy/.test(each)),
    [],
  );
  assert.deepEqual(
    strangers.filter((each) => !each.startsWith(hostile.url)),
    [],
  );
}

for (const [what, answers] of Object.entries(hosts))
  test(`${what}: the rest of the panel is shown and updated`, async (t) => {
    await isSound(...(await look(t, answers())));
  });

test('a long list can be opened and chosen from', async (t) => {
  const [hostile, { page }] = await look(t, {
    ...lamp([property('mode', 'Mode')], { mode: 'M1' }),
    '/exposed/enums': {
      enums: [{ type: 'Mode', values: manyOf(20_000, (i) => ({ name: `M${i}`, value: i })) }],
    },
  });
  hostile.answers['/exposed/object/lamp/mode'] = { value: 'M5', id: '1', path: 'mode', changed: true };
  const choice = field(page, 'mode').getByRole('combobox');
  // A control that is drawn again loses the focus, and with it its options.
  await until(
    async () => {
      await choice.focus();
      if ((await choice.locator('option').count()) < 20_000) return false;
      return choice.selectOption('M15000', { timeout: 5000 }).then(
        () => true,
        () => false,
      );
    },
    (isChosen) => isChosen,
    'the choice',
  );
  await until(
    () => hostile.requests.map(({ url }) => url),
    (asked) => asked.includes('/exposed/object/lamp/mode'),
    'the write',
  );
});

test('events of every form leave the panel working', async (t) => {
  const [hostile, tab] = await look(t, lamp([], {}));
  await field(tab.page, 'sane').waitFor();
  const ids = ['', '-1', '9'.repeat(400), half, '\t', 'i:1e999', 'i:NaN', long.slice(0, 100_000)];
  for (const id of ids)
    hostile.send({ type: 'exposed_object_updated', id: '1', path: 'x', value: 1, changed: true }, id);
  for (const type of [...inherited, 'x', 'types_update'])
    hostile.send({ type, id: '1', path: '__proto__/polluted', value: 1, added: [], removed: [] });
  for (const notificationType of [...inherited, markup])
    hostile.send({ type: 'system_notification', notificationType, title: markup, message: long, icon: half });
  hostile.send({
    type: 'exposed_object_updated',
    id: '1',
    path: '__proto__',
    value: { polluted: 1 },
    changed: true,
  });
  hostile.send({ type: 'confirm_dismiss', id: 'nobody asked' });
  hostile.send({
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
  hostile.send({ type: 'confirm_dismiss', id: 'q' });
  await question.waitFor({ state: 'detached' });
  await isSound(hostile, tab);
  assert.equal(await tab.page.evaluate(() => 'polluted' in {}), false);
});
