import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialogAnswer, Host } from '../host.js';
import { createPlainHost } from '../plain/plain-host.js';
import { RemoteControlService } from '../service.js';

/** Prompts of a host whose dialogs answer with `choice` immediately, if it is given. */
function build(choice?: DialogAnswer['choice']) {
  let closed = 0;
  const plain = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const host: Host = {
    ...plain,
    dialogs: {
      show(_, answer) {
        if (choice !== undefined) answer({ choice });
        return { close: () => closed++ };
      },
    },
  };
  const { prompts } = new RemoteControlService({ host, http: { port: 0 } });
  return { prompts, closed: () => closed };
}

test('a dialog that answers while it is shown is closed', () => {
  const { prompts, closed } = build('yes');
  const choices: string[] = [];
  const id = prompts.raise({ messageKey: 'Now?' }, (choice) => choices.push(choice));
  assert.deepEqual(choices, ['yes']);
  assert.equal(closed(), 1);
  assert.deepEqual(prompts.states, [{ id, pending: false, choice: 'yes' }]);
});

test('the last hundred answers are remembered, in addition to pending prompts', () => {
  const { prompts } = build();
  for (let i = 0; i < 102; i++)
    prompts.settle(
      prompts.raise({ messageKey: 'And?' }, () => {}),
      'no',
    );
  const last = prompts.raise({ messageKey: 'Still?' }, () => {});
  assert.equal(prompts.states.length, 101);
  assert.deepEqual(prompts.states[0], { id: 'confirm-3', pending: false, choice: 'no' });
  assert.deepEqual(prompts.states.at(-1), { id: last, pending: true });
});

test('prompts are cancelled if their texts are too long together, until some are answered', () => {
  const { prompts } = build();
  const choices: string[] = [];
  const raise = () => prompts.raise({ messageKey: 'x'.repeat(2 ** 20) }, (choice) => choices.push(choice));
  const [first] = [raise(), raise(), raise()];
  raise();
  assert.deepEqual(choices, ['cancel'], 'four times a mebibyte and the words on the buttons are too much');
  prompts.settle(first!, 'yes');
  raise();
  assert.deepEqual(choices, ['cancel', 'yes']);
  raise();
  assert.deepEqual(choices, ['cancel', 'yes', 'cancel']);
});
