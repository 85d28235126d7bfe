import { signal } from '@preact/signals';
import type { QuitAnswer } from '../../client/index.js';
import { toast } from '../host/notices.js';
import { reportFailure } from '../host/outcomes.js';
import { theme } from '../host/persisted-signal.js';
import { mayWrite } from '../host/rights.js';
import { languages } from '../host/scene.js';
import { ask, hasToken, remoteHost, signOut } from '../host/session.js';
import { live, refreshShow } from '../host/show.js';
import { openMenu } from '../ui/menu.js';

/** The dialogs of the page Show. */
type DialogName = 'save-as' | 'load' | 'export' | 'import' | 'reset' | 'revert' | 'delete' | 'quit' | 'keys';
export const openDialog = signal<DialogName | undefined>(undefined);

/** Returns a function that opens a dialog. */
export const open = (what: DialogName) => () => {
  openDialog.value = what;
};

/** Runs an action and reports its outcome. Resolves to true if it succeeded. */
export async function perform(what: string, act: () => Promise<unknown>): Promise<boolean> {
  const isDone = await attempt(what, act);
  if (isDone) toast({ kind: 'success', title: what, isBrief: true });
  return isDone;
}

/** Runs an action whose success the host itself reports, such as a save. */
export async function attempt(what: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    reportFailure(what.toLowerCase(), error);
    return false;
  } finally {
    refreshShow();
  }
}

/** Saves the open live scene, or asks for a name if there is none. */
export function saveShow(): void {
  if (!mayWrite.value) return;
  if (live.value?.path === null) open('save-as')();
  else void attempt('Saved', () => ask('POST', '/api/live/save'));
}

function nextTheme(): void {
  const isDark =
    theme.value === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark';
  theme.value = isDark ? 'light' : 'dark';
}

export async function quit(): Promise<void> {
  try {
    const { message, declined, confirmId } = await ask<Partial<QuitAnswer>>('POST', '/api/commands/quit');
    // If there is a prompt, no notice is needed.
    if (declined !== true) toast({ kind: 'info', title: message ?? 'The host quits' });
    else if (confirmId === undefined)
      toast({ kind: 'warning', title: message ?? 'The host does not quit now' });
  } catch (error) {
    reportFailure('quit', error);
  }
}

export function setLanguage(language: string): Promise<boolean> {
  return perform(`Language: ${language}`, () =>
    remoteHost.value!.setLanguage(language).then(() => {
      languages.value = { ...languages.value, current: language };
    }),
  );
}

/** Opens the menu of actions that affect only this panel. */
export function showMenu(anchor: HTMLElement): void {
  openMenu(anchor, 'Panel', [
    { label: 'Dark or light', icon: 'dark_mode', act: nextTheme },
    { label: 'Keys', icon: 'keyboard', note: '?', act: open('keys') },
    ...(hasToken() ? [{ label: 'Forget the token', icon: 'logout', act: signOut }] : []),
  ]);
}
