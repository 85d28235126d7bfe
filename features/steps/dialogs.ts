import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { type Answer, type Json, parseJson } from '../../conformance/client/index.js';
import { assertContains, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const begun = new WeakMap<HostWorld, Promise<Answer>>();

/** A command that answers only once a dialog is answered. */
When('the host begins {string}', async function (this: HostWorld, command: string) {
  begun.set(this, this.host.controlRequest(command));
});

Then('what was begun answers {}', async function (this: HostWorld, expected: string) {
  const answer = await begun.get(this);
  assertContains(answer?.json, parseJson(expected));
});

/** A command that was begun reaches the host a moment later. */
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

When('the dialog is answered with {string}', async function (this: HostWorld, choice: string) {
  const { id } = await theDialog(this);
  await this.host.control('dialog.answer', { id, choice });
});

When('the dialog is answered with the path {string}', async function (this: HostWorld, path: string) {
  const { id } = await theDialog(this);
  await this.host.control('dialog.answer', { id, path });
});

Then('no dialog is up', async function (this: HostWorld) {
  assert.equal(show(await this.host.control('dialog.list')), '{"dialogs":[]}');
});
