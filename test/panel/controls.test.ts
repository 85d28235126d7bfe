/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Every type and control: drawn, changed by keys, pointer and touch, and read back from the host. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import {
  becomes,
  field,
  has,
  phone,
  put,
  read,
  shows,
  staged,
  test,
  until,
  type Visit,
  visit,
} from './stage.js';

let running: TestHost;
let tab: Visit;
let page: Page;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every');
  page = tab.page;
});

const type = (name: RegExp | string, text: string) => async (of: Locator) => {
  const input = of.getByRole('textbox', { name }).first();
  await input.fill(text);
  await input.press('Enter');
};
/** In a form, Enter runs the function and Tab does not. */
const fill = (name: RegExp | string, text: string) => async (of: Locator) => {
  const input = of.getByRole('textbox', { name }).first();
  await input.fill(text);
  await input.press('Tab');
};
const select = (label: string) => (of: Locator) =>
  of
    .getByRole('combobox')
    .first()
    .selectOption({ label })
    .then(() => {});
const press = (name: string) => (of: Locator) => of.getByRole('button', { name, exact: true }).click();

/** For each member, an action of the user and the value that the host then has. */
const controls: Readonly<Record<string, readonly [act: (of: Locator) => Promise<void>, expected: unknown]>> =
  {
    slide: [(of) => of.getByRole('slider').press('ArrowRight'), 2.5],
    single: [type(/./, '4.25'), 4.25],
    double: [type(/./, '-1e-3'), -0.001],
    int32: [(of) => of.getByRole('textbox').press('ArrowUp'), 4],
    int16: [type(/./, '-7'), -7],
    byte: [type(/./, '255'), 255],
    flag: [(of) => of.getByRole('switch').click(), true],
    text: [type(/./, 'Good evening'), 'Good evening'],
    mode: [press('Auto'), 'Auto'],
    bone: [select('The hand'), 'Hand'],
    layers: [press('Sky'), 'Floor, Sky'],
    quality: [select('High'), 'High'],
    stepType: [select('Say'), 'Say'],
    model: [type(/./, 'models/chair.glb'), 'models/chair.glb'],
    v2: [type(/ y$/, '2'), { x: 0, y: 2 }],
    v3: [type(/ z$/, '3.5'), { x: 0, y: 0, z: 3.5 }],
    v4: [type(/ w$/, '4'), { x: 0, y: 0, z: 0, w: 4 }],
    v2i: [type(/ x$/, '1920'), { x: 1920, y: 0 }],
    v3i: [type(/ z$/, '-3'), { x: 0, y: 0, z: -3 }],
    area: [type(/ width$/, '640'), { x: 0, y: 0, width: 640, height: 0 }],
    friend: [select('Bob'), 'Bob'],
    clip: [select('Wave'), 'clip-1:7'],
    rig: [type(/ y$/, '1'), { x: 0, y: 1, z: 0 }],
  };

/** References are compared by what they refer to. */
function plain(value: unknown): unknown {
  const { '@guid': guid, '@name': name } = (value ?? {}) as Record<string, unknown>;
  return guid ?? name ?? value;
}

for (const [member, [act, expected]] of Object.entries(controls))
  test(`${member} is drawn, changed and read back`, async () => {
    await act(field(page, member));
    await until(
      () => read(running.url, `every/${member}`),
      (value) => isDeepStrictEqual(plain(value), expected),
      member,
    );
  });

test('an integer beyond 2^53 keeps its digits', async () => {
  await type(/./, '9007199254740995')(field(page, 'int64'));
  const text = () => fetch(`${running.url}/exposed/object/every/int64`).then((answer) => answer.text());
  await until(text, (answer) => answer.includes('9007199254740995'), 'int64');
});

test('a rotation is shown and set as angles', async () => {
  await type(/ y, degrees$/, '90')(field(page, 'turn'));
  const near = (value: unknown) => Math.abs((value as { y: number }).y - Math.SQRT1_2) < 1e-5;
  await until(() => read(running.url, 'every/turn'), near, 'turn');
  await put(running.url, 'every/turn', { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
  const shown = field(page, 'turn').getByRole('textbox', { name: / x, degrees$/ });
  await until(
    () => shown.inputValue(),
    (text) => Math.abs(Number(text) - 90) < 0.1,
    'angle',
  );
});

test('a camera turns by its pad and moves in its direction', async () => {
  const eye = field(page, 'eye');
  const pad = eye.getByRole('button', { name: /^Look around/ });
  await pad.press('Shift+ArrowRight');
  const turn = async () => ((await read(running.url, 'every/eye')) as Pose).rotation.y;
  await until(turn, (y) => Math.abs(y - Math.sin(Math.PI / 18)) < 1e-5, '20 degrees to the right');
  const box = (await pad.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 10, { steps: 8 });
  await page.mouse.up();
  await until(turn, (y) => Math.abs(y - Math.sin(Math.PI / 9)) < 1e-5, '40 degrees to the right');
  await eye.getByRole('button', { name: 'Eye forward' }).press('Enter');
  // Forward is to the right by then; a press moves a tenth of two units per second.
  const isThere = ({ position: { x, y, z } }: Pose) =>
    Math.abs(Math.hypot(x, z) - 0.2) < 1e-3 &&
    Math.abs(x - 0.2 * Math.sin((2 * Math.PI) / 9)) < 1e-3 &&
    y === 0;
  await until(async () => (await read(running.url, 'every/eye')) as Pose, isThere, 'place');
});

interface Pose {
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly rotation: { readonly y: number };
}

test('a value that is not the default is marked until it is reset, whoever changed it', async () => {
  const mark = (member: string) => field(page, member).locator('.differs').count();
  const isOne = (count: number) => count === 1;
  const isNone = (count: number) => count === 0;
  await until(() => mark('left'), isNone, 'left');
  await put(running.url, 'every/left', 4);
  await put(running.url, 'every/lens/coating/grade', 'Pico');
  await until(() => mark('left'), isOne, 'left');
  await until(() => mark('lens'), isOne, 'lens, by a member of it');
  await page.reload();
  await until(() => mark('left'), isOne, 'left after a reload');
  await until(() => mark('lens'), isOne, 'lens after a reload');
  await put(running.url, 'every/lens/coating/grade', 'Nano');
  await until(() => mark('lens'), isNone, 'lens');
  await field(page, 'left').getByRole('button', { name: 'Left (not the default)' }).click();
  await page.getByRole('menuitem', { name: /^Reset to default/ }).click();
  await until(() => mark('left'), isNone, 'left');
  assert.equal(await read(running.url, 'every/left'), 1);
});

test('sections above the chosen access level are hidden', async () => {
  await page.evaluate(() => (location.hash = '#/show'));
  const choice = page.getByRole('combobox', { name: /access level/ });
  await choice.selectOption('0');
  await page.evaluate(() => (location.hash = '#/objects/every'));
  await field(page, 'slide').waitFor();
  assert.equal(await field(page, 'expert').count(), 0);
  await page.evaluate(() => (location.hash = '#/show'));
  await choice.selectOption('3');
  await page.evaluate(() => (location.hash = '#/objects/every'));
  await field(page, 'expert').waitFor();
});

test('the parts of a transform are written separately', async () => {
  await type(/position x$/, '1.5')(field(page, 'pose'));
  await type(/scale z$/, '2')(field(page, 'pose'));
  const isBoth = (value: unknown) =>
    isDeepStrictEqual(value, {
      position: { x: 1.5, y: 0, z: 0 },
      rotation: { x: 0, y: 0, z: 0, w: 1 },
      scale: { x: 1, y: 1, z: 2 },
    });
  await until(() => read(running.url, 'every/pose'), isBoth, 'pose');
});

test('a color is picked and given an opacity', async () => {
  const color = field(page, 'color');
  await color.locator('.swatch').fill('#00ff00');
  await has(running, 'every/color', { r: 0, g: 1, b: 0, a: 1 });
  await type(/ a$/, '0')(color);
  await has(running, 'every/color', { r: 0, g: 1, b: 0, a: 0 });
});

test('an image is shown and reloaded', async () => {
  const image = field(page, 'preview').locator('img');
  await field(page, 'preview').scrollIntoViewIfNeeded();
  await image.waitFor();
  const first = await image.getAttribute('src');
  await until(
    () => image.getAttribute('src'),
    (source) => source !== first,
    'the next picture',
  );
  assert.ok(await image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth > 0));
});

test('an inline reference shows and writes the members of the other object', async () => {
  await type(/./, '7')(field(page, 'best').locator('[data-path="warmth"]'));
  await has(running, 'ada/warmth', 7);
});

test('members of inline objects are written separately', async () => {
  await type(/./, '85')(field(page, 'lens/focal'));
  await type(/./, 'Gold')(field(page, 'lens/coating/grade'));
  await has(running, 'every/lens/focal', 85);
  await has(running, 'every/lens/coating/grade', 'Gold');
});

test('labels in lists are unique', async () => {
  await field(page, 'numbers').getByRole('button', { name: 'Add to Numbers' }).waitFor();
  const names = await page
    .locator('.inspector .array')
    .locator('input, button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  // Links to the same object have the same target.
  const own = names.filter((name) => name !== '' && !name.startsWith('Open '));
  assert.ok(own.length > 10, own.join());
  assert.deepEqual(
    own.filter((name, i) => own.indexOf(name) !== i),
    [],
  );
});

test('elements are added, moved by keys and by dragging, removed, and written', async () => {
  const numbers = field(page, 'numbers');
  const now = (expected: readonly number[]) => has(running, 'every/numbers', expected);
  await numbers.getByRole('button', { name: 'Add' }).click();
  await now([1, 2, 3, 0]);
  await numbers.getByRole('textbox').nth(3).fill('9');
  await numbers.getByRole('textbox').nth(3).press('Enter');
  await now([1, 2, 3, 9]);
  await numbers.getByRole('button', { name: /^Move Element 1 of / }).press('ArrowDown');
  await now([2, 1, 3, 9]);
  await numbers.scrollIntoViewIfNeeded();
  const from = (await numbers.getByRole('button', { name: /^Move Element 4 of / }).boundingBox())!;
  const to = (await numbers.getByRole('button', { name: /^Move Element 1 of / }).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 5 });
  await page.mouse.up();
  await now([9, 2, 1, 3]);
  await numbers.getByRole('button', { name: 'Remove Element 2' }).click();
  await now([9, 1, 3]);
});

test('a second press before the host has responded removes no other element', async () => {
  const numbers = field(page, 'numbers');
  const before = (await read(running.url, 'every/numbers')) as number[];
  const removals: (() => void)[] = [];
  await page.route('**/numbers*', (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    removals.push(() => void route.continue());
  });
  const remove = numbers.getByRole('button', { name: 'Remove Element 1' });
  await remove.click();
  await remove.click();
  // The request of a second press would arrive before this one.
  await page.evaluate(() => fetch('/api/status').then((answer) => answer.json()));
  assert.equal(removals.length, 1);
  removals[0]!();
  await has(running, 'every/numbers', before.slice(1));
  await page.unroute('**/numbers*');
  await numbers.getByRole('button', { name: 'Add' }).click();
  await has(running, 'every/numbers', [...before.slice(1), 0]);
});

test('elements are named by their keys, and a type is chosen where there are several', async () => {
  const cues = field(page, 'cues');
  await cues.getByRole('button', { name: /^Main/ }).click();
  await cues.locator('[data-path="cues/1/seconds"]').getByRole('slider').press('ArrowRight');
  await has(running, 'every/cues/Main/seconds', 4.5);
  const steps = field(page, 'steps');
  await steps.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Say' }).click();
  await until(
    () => read(running.url, 'every/steps'),
    (value) =>
      isDeepStrictEqual(
        (value as { '@type': string }[]).map((each) => each['@type']),
        ['Wait', 'Say'],
      ),
    'steps',
  );
});

test('functions of elements are called on their element', async () => {
  const longer = field(page, 'cues').locator('[data-path="cues/1/Longer"]');
  await longer.getByRole('button', { expanded: false }).first().click();
  await fill(/./, '2')(longer);
  await longer.getByRole('button', { name: 'Run' }).click();
  await has(running, 'every/cues/Main/seconds', 6.5);
});

test('functions take arguments of every kind and show their results', async () => {
  const sum = field(page, 'Sum');
  await sum.getByRole('button', { expanded: false }).first().click();
  await fill('A', '5')(sum);
  await sum.getByRole('button', { name: 'Run' }).click();
  await sum.getByText('15').waitFor();
  const mix = field(page, 'Mix');
  await mix.getByRole('button', { name: 'Mix it', exact: true }).click();
  await fill('Word', 'blue')(mix);
  await mix.getByRole('switch').click();
  await press('Auto')(mix);
  await fill('Place x', '3')(mix);
  await mix.getByRole('button', { name: 'Run' }).click();
  await mix.getByText('blue true Auto').waitFor();
  await field(page, 'Fail').getByRole('button', { name: 'Fail', exact: true }).click();
  await page.locator('.toast.error', { hasText: 'Not done: Fail' }).waitFor();
  // Notifications arrive in order, so the one of the exception has arrived before this one.
  await field(page, 'Tell').getByRole('button', { name: 'Tell', exact: true }).click();
  await page.locator('.notices .notice', { hasText: 'Something happened' }).waitFor();
  assert.equal(await page.locator('.notices .notice', { hasText: 'It is broken' }).count(), 1);
});

test('an integer of 20 characters is complete on a phone', async () => {
  await put(running.url, 'every/int64', '-9223372036854775808');
  const mobile = await visit(running.url, '#/objects/every', phone);
  try {
    const input = field(mobile.page, 'int64').getByRole('textbox');
    await shows(input, '-9223372036854775808');
    assert.equal(await input.evaluate((each) => each.scrollWidth > each.clientWidth), false);
  } finally {
    await mobile.end();
  }
});

test('members are hidden, read-only, collapsed, translated and conditional as declared', async () => {
  assert.equal(await field(page, 'secret').count(), 0);
  assert.equal(await field(page, 'serial').getByRole('textbox').isEditable(), false);
  assert.equal(await field(page, 'closed').getByRole('button', { expanded: true }).count(), 0);
  await field(page, 'slide').getByText('Slide me').waitFor();
  await page.getByRole('heading', { name: /Numbers/ }).waitFor();
  const shown = async () => {
    const all = await Promise.all(['onlyOn', 'notOn', 'both'].map((each) => field(page, each).isVisible()));
    return all.map(Number).join('');
  };
  const when = async (mode: string, flag: boolean, expected: string) => {
    await put(running.url, 'every/mode', mode);
    await put(running.url, 'every/flag', flag);
    await becomes(shown, expected);
  };
  await when('On', false, '100');
  await when('Auto', false, '011');
  await when('Auto', true, '010');
  await when('Off', false, '010');
});

test('values of other clients are shown, but never while a finger drags', async () => {
  const slide = field(page, 'slide').getByRole('slider');
  await put(running.url, 'every/slide', 3);
  await shows(slide, '3');
  await slide.scrollIntoViewIfNeeded();
  const box = (await slide.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  const dragged = await slide.inputValue();
  await until(
    () => read(running.url, 'every/slide'),
    (value) => String(value) === dragged,
    'dragged',
  );
  // The arrival of another change shows that events arrive.
  await put(running.url, 'every/slide', 1);
  await put(running.url, 'every/single', 11);
  await shows(field(page, 'single').getByRole('textbox'), '11');
  assert.equal(await slide.inputValue(), dragged);
  await page.mouse.up();
  await shows(slide, '1');
});

test('typed text stays in its field, however late the next frame is', async () => {
  const shown = await field(page, 'text')
    .getByRole('textbox')
    .first()
    .evaluate(async (element) => {
      const input = element as HTMLTextAreaElement;
      const later = () => new Promise((resolve) => setTimeout(resolve));
      const { requestAnimationFrame: real } = window;
      const waiting: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (draw) => waiting.push(draw);
      try {
        input.value = 'Quick';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await later();
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        await later();
        return input.value;
      } finally {
        window.requestAnimationFrame = real;
        for (const draw of waiting) real(draw);
      }
    });
  assert.equal(shown, 'Quick');
  await has(running, 'every/text', 'Quick');
});

test('typed text is written, however soon Enter or another field follows', async () => {
  await put(running.url, 'every/slide', 3);
  const typed = { text: 'At once', double: '8.5', slide: '4.5' };
  await page.evaluate((all) => {
    for (const [member, text] of Object.entries(all)) {
      const input = document.querySelector<HTMLInputElement>(
        `.inspector [data-path="${member}"] :is(textarea, input:not([type=range]))`,
      )!;
      input.focus();
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (member !== 'double')
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
  }, typed);
  for (const [member, expected] of Object.entries({
    text: 'At once',
    double: 8.5,
    slide: 4.5,
  }))
    await has(running, `every/${member}`, expected);
});

/** Runs before the next frame: focuses a number, types, and optionally focuses another field. */
const inOneFrame = (keys: string, another?: string) =>
  page.evaluate(
    async ([text, other]) => {
      const later = () => new Promise((resolve) => setTimeout(resolve));
      const inputOf = (member: string) =>
        document.querySelector<HTMLInputElement>(`.inspector [data-path="${member}"] :is(textarea, input)`)!;
      const { requestAnimationFrame: real } = window;
      const waiting: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (draw) => waiting.push(draw);
      try {
        inputOf('single').focus();
        await later();
        if (other !== undefined) inputOf(other).focus();
        for (const key of text!) {
          document.execCommand('insertText', false, key);
          await later();
          for (const draw of waiting.splice(0)) draw(performance.now());
        }
      } finally {
        window.requestAnimationFrame = real;
      }
    },
    [keys, another],
  );

test('no key is lost in a number that got the focus within the same frame', async () => {
  await put(running.url, 'every/single', 1.23456);
  await shows(field(page, 'single').getByRole('textbox'), '1.2346');
  await inOneFrame('42');
  await page.keyboard.press('Enter');
  await has(running, 'every/single', 42);
});

test('a number that loses the focus at once does not take it back', async () => {
  await inOneFrame(' and more', 'text');
  await page.keyboard.press('Enter');
  await until(
    () => read(running.url, 'every/text'),
    (value) => /^(At once and more| and moreAt once)$/.test(String(value)),
    'text',
  );
});

test('leaving a number unedited writes nothing', async () => {
  const single = field(page, 'single').getByRole('textbox');
  await single.focus();
  await put(running.url, 'every/single', 43);
  await put(running.url, 'every/int32', 44);
  await shows(field(page, 'int32').getByRole('textbox'), '44');
  await single.press('Tab');
  await shows(single, '43');
  // Writes are sent in order, so the later one shows that the earlier one was sent.
  await type(/./, '45')(field(page, 'int32'));
  await has(running, 'every/int32', 45);
  assert.equal(await read(running.url, 'every/single'), 43);
});

test('on a phone an object is opened from the list and leads back to it', async () => {
  const mobile = await visit(running.url, '#/objects', phone);
  try {
    await mobile.page.getByRole('link', { name: /Every/ }).first().tap();
    await field(mobile.page, 'flag').getByRole('switch').tap();
    await has(running, 'every/flag', true);
    await mobile.page.getByRole('button', { name: 'Back to all objects' }).tap();
    await mobile.page.getByRole('searchbox', { name: 'Filter objects' }).waitFor();
  } finally {
    await mobile.end();
  }
});

test('the panel sends requests only to the host', () => {
  assert.deepEqual(tab.strangers, []);
});
