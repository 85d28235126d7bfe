import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialogAnswer, DialogRequest, Host, HostDialog } from '../host.js';
import { createPlainHost, RemoteControlService } from '../index.js';
import { PlayModeStop } from './play-mode-stop.js';
import { QuitController } from './quit-controller.js';

/** A quit controller of an application with a stopped clock, its log, and whether it has quit. */
function application(options: {
  unsaved?: boolean;
  save?: () => Promise<boolean>;
  show?: (dialog: DialogRequest, answer: (answer: DialogAnswer) => void) => HostDialog | undefined;
}) {
  const log: string[] = [];
  const plain = createPlainHost({
    name: 'Test',
    loop: 'own',
    log: ({ message }) => log.push(message.split('\n')[0]!),
  });
  let now = 0;
  let quits = 0;
  const host: Host = {
    ...plain,
    clock: { ...plain.clock, mode: 'manual', now: () => now },
    quit: () => quits++,
    ...(options.show && { dialogs: { show: options.show } }),
  };
  const changes = {
    hasUnsavedChanges: options.unsaved ?? false,
    canSaveSilently: false,
    trySaveOrPrompt: options.save ?? (async () => true),
  };
  const { prompts } = new RemoteControlService({ host, http: { port: 0 } });
  return {
    log,
    prompts,
    quit: new QuitController(host, prompts, changes, false),
    playMode: new PlayModeStop(host, changes, (key) => key),
    pass(ms: number) {
      now += ms;
      plain.tick();
    },
    /** Resolves after all work of this turn is done. */
    async quits() {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
      return quits;
    },
  };
}

test('a promise of false vetoes the quit, which waits for it', async () => {
  const app = application({});
  let answer: ((value: boolean) => void) | undefined;
  app.quit.onQuitRequesting(() => new Promise((resolve) => (answer = resolve)));
  const first = app.quit.request();
  const second = app.quit.request();
  assert.equal(await app.quits(), 0);
  answer!(false);
  assert.deepEqual([await first, await second], [{ accepted: false }, { accepted: false }]);
  const third = app.quit.request();
  answer!(true);
  assert.deepEqual(await third, { accepted: true });
  assert.equal(await app.quits(), 1);
});

test('a gate that rejects, throws or never answers is logged and does not stop the quit', async () => {
  const app = application({});
  app.quit.onQuitRequesting(async () => {
    throw new Error('rejects');
  });
  app.quit.onQuitRequesting(() => {
    throw new Error('throws');
  });
  let late: ((error: Error) => void) | undefined;
  app.quit.onQuitRequesting(() => new Promise((_, reject) => (late = reject)));
  const request = app.quit.request();
  app.pass(9_999);
  assert.equal(await app.quits(), 0);
  app.pass(1);
  assert.deepEqual(await request, { accepted: true });
  late!(new Error('late'));
  assert.equal(await app.quits(), 1);
  assert.deepEqual(app.log.sort(), [
    'A quit gate failed: Error: late',
    'A quit gate failed: Error: rejects',
    'A quit gate failed: Error: throws',
    'A quit gate has not answered in 10 s: the quit goes on',
  ]);
});

test('a dialog that answers while it is shown settles the quit', async () => {
  for (const [choice, accepted] of [
    ['yes', true],
    ['no', true],
    ['cancel', false],
  ] as const) {
    const app = application({
      unsaved: true,
      show: (_, answer) => {
        answer({ choice });
        return { close() {} };
      },
    });
    assert.equal((await app.quit.request()).accepted, accepted, choice);
    assert.equal(await app.quits(), accepted ? 1 : 0, choice);
    if (accepted) continue;
    assert.equal((await app.quit.request()).confirmId, 'confirm-2', 'the next request asks again');
  }
});

test('a failing dialog counts as missing; a failing save stops the quit', async () => {
  const failing = application({
    unsaved: true,
    show: () => {
      throw new Error('no screen');
    },
  });
  assert.equal((await failing.quit.request()).accepted, false);
  assert.equal(failing.playMode.request(), false);
  assert.equal(failing.playMode.request(), false);
  assert.deepEqual(failing.log, Array(3).fill('Showing a dialog: Error: no screen'));

  let answer: ((answer: DialogAnswer) => void) | undefined;
  const unsaved = application({
    unsaved: true,
    save: () => Promise.reject(new Error('no disk')),
    show: (_, tell) => {
      answer = tell;
      return { close() {} };
    },
  });
  assert.equal((await unsaved.quit.request()).confirmId, 'confirm-1');
  answer!({ choice: 'yes' });
  assert.equal(await unsaved.quits(), 0);
  assert.deepEqual(unsaved.log, ['What follows a prompt: Error: no disk']);
  assert.equal((await unsaved.quit.request()).confirmId, 'confirm-2');
});

test('an answer to the prompt settles all requests that are pending at gates', async () => {
  const app = application({ unsaved: true, show: () => ({ close() {} }) });
  const { confirmId } = await app.quit.request();
  assert.equal(confirmId, 'confirm-1');
  let open: ((value: boolean) => void) | undefined;
  let asked = 0;
  app.quit.onQuitRequesting(() => (++asked === 1 ? new Promise((resolve) => (open = resolve)) : true));
  const pending = app.quit.request();
  app.prompts.settle('confirm-1', 'no');
  open!(true);
  assert.deepEqual(await pending, { accepted: true });
  assert.equal(await app.quits(), 1);
});

test('play mode: an answer while the dialog is shown counts, and the next stop asks again', async () => {
  let choice: DialogAnswer['choice'] = 'cancel';
  let shown = 0;
  const app = application({
    unsaved: true,
    show: (_, answer) => {
      shown++;
      answer({ choice });
      return { close() {} };
    },
  });
  assert.equal(app.playMode.request(), false);
  choice = 'no';
  assert.equal(app.playMode.request(), true);
  assert.equal(shown, 2);
  assert.equal(await app.quits(), 1);
});

test('an application without a project cannot save on quit', async () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  assert.equal(await service.trySaveOrPrompt(), false);
});
