import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { type Answer, HttpClient, type Json, parseJson } from '../../conformance/client/index.js';
import { assertContains, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const begun = new WeakMap<HostWorld, Promise<Answer>>();

/** A command that answers after a dialog is answered. */
When('the host begins {string}', async function (this: HostWorld, command: string) {
  begun.set(this, this.host.controlRequest(command));
});

Then('what was begun answers {}', async function (this: HostWorld, expected: string) {
  const answer = await begun.get(this);
  assertContains(answer?.json, parseJson(expected));
});

/** Waits until the host has received a command that was started. */
async function theDialog(world: HostWorld): Promise<Json> {
  for (let i = 0; i < 1000; i++) {
    const { dialogs } = await world.host.control('dialog.list');
    if (dialogs.length > 0) return dialogs[0];
  }
  assert.fail('no dialog is up');
}

Then('a dialog of the kind {string} is up', async function (this: HostWorld, kind: string) {
  const dialog = await theDialog(this);
  assert.equal(dialog.kind, kind, show(dialog));
  assert.ok(dialog.title !== '' && dialog.buttons.length >= 2, show(dialog));
});

Then('the dialog has the title {string}', async function (this: HostWorld, title: string) {
  assert.equal((await theDialog(this)).title, title);
});

When('the dialog is answered with {string}', async function (this: HostWorld, choice: string) {
  const { id } = await theDialog(this);
  await this.host.control('dialog.answer', { id, choice });
});

When('the dialog is answered with the path {string}', async function (this: HostWorld, path: string) {
  const { id } = await theDialog(this);
  await this.host.control('dialog.answer', { id, path });
});

When('the host asks {int} times', async function (this: HostWorld, count: number) {
  for (let i = 0; i < count; i++) await this.host.control('prompt.ask', { messageKey: `question ${i}` });
});

Then('no dialog is up', async function (this: HostWorld) {
  assert.equal(show(await this.host.control('dialog.list')), '{"dialogs":[]}');
});

Then(
  'of {int} prompts answered at once by two apps and the dialog each has one winner',
  async function (this: HostWorld, count: number) {
    const apps = [new HttpClient(this.host.url), new HttpClient(this.host.url)];
    for (let i = 0; i < count; i++) {
      const { id } = await this.host.control('prompt.ask', { messageKey: 'race' });
      const confirm = (app: HttpClient, choice: string) =>
        app.request('POST', '/api/confirm', { body: { id, choice } }).then(({ json }) => json.settled);
      const dialog = this.host
        .control('dialog.answer', { id, choice: 'cancel' })
        .then(({ answered }) => answered);
      const wins = await Promise.all([confirm(apps[0]!, 'yes'), dialog, confirm(apps[1]!, 'no')]);
      assert.deepEqual(
        wins.filter((won) => won),
        [true],
        `prompt ${id}`,
      );
    }
    for (const app of apps) app.close();
    const { entries } = await this.host.control('log.tail');
    const answers = entries.filter(({ message }: { message: string }) =>
      message.startsWith('Prompt confirm-'),
    );
    assert.equal(answers.length, count, 'each callback ran once');
  },
);

Then('the host ends with exit code {int}', async function (this: HostWorld, code: number) {
  assert.equal(await this.process.exited, code, this.process.stderr);
});
