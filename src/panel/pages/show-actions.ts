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
type DialogName =
  | 'save-as'
  | 'load'
  | 'export'
  | 'import'
  | 'reset'
  | 'revert'
  | 'delete'
  | 'quit'
  | 'keys'
  | 'language';
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
    // A prompt, if there is one, says everything.
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

export function showMenu(anchor: HTMLElement): void {
  const keeps = live.value !== undefined && mayWrite.value;
  openMenu(anchor, 'Show', [
    { label: 'Save', icon: 'save', note: 'Ctrl S', isDisabled: !keeps, act: saveShow },
    { label: 'Save as…', icon: 'save', isDisabled: !keeps, act: open('save-as') },
    { label: 'Load…', icon: 'folder_open', isDisabled: !keeps, act: open('load') },
    { label: 'Export…', icon: 'upload', isDisabled: !mayWrite.value, act: open('export') },
    { label: 'Import…', icon: 'download', isDisabled: !mayWrite.value, act: open('import') },
    'line',
    {
      label: 'Revert edits…',
      icon: 'history',
      isDisabled: !keeps || !live.value?.unsaved,
      act: open('revert'),
    },
    { label: 'Reset all to defaults…', icon: 'restart_alt', isDisabled: !keeps, act: open('reset') },
    'line',
    ...(languages.value.available.length > 1
      ? [
          {
            label: 'Language…',
            icon: 'translate',
            note: languages.value.current,
            isDisabled: !mayWrite.value,
            act: open('language'),
          },
        ]
      : []),
    { label: 'Dark or light', icon: 'dark_mode', act: nextTheme },
    { label: 'Keys', icon: 'keyboard', note: '?', act: open('keys') },
    ...(hasToken() ? [{ label: 'Forget the token', icon: 'logout', act: signOut }] : []),
    'line',
    {
      label: 'Quit the host…',
      icon: 'power_settings_new',
      isDangerous: true,
      isDisabled: !mayWrite.value,
      act: open('quit'),
    },
  ]);
}
