import { signal } from '@preact/signals';
import { reportFailure } from '../host/outcomes.js';
import { access, isReached, mayWrite } from '../host/rights.js';
import { remoteHost } from '../host/session.js';
import { prompts } from '../host/show.js';
import { Button } from '../ui/button.js';
import { PromptDialog } from '../ui/prompt-dialog.js';
import { truncate } from '../ui/truncate.js';

/** Maximum number of characters of a message. */
const maxMessageLength = 10_000;
const choices = ['cancel', 'no', 'yes'] as const;
/** The prompt whose answer the host has not confirmed. */
const answering = signal<string | undefined>(undefined);

/** Shows the oldest prompt of the host on every page; the first answer on any surface closes it. */
export function Prompts() {
  const prompt = prompts.value[0];
  if (prompt === undefined) return null;
  const answer = async (choice: (typeof choices)[number]) => {
    answering.value = prompt.id;
    try {
      await remoteHost.value!.answer(prompt.id, choice);
      prompts.value = prompts.value.filter(({ id }) => id !== prompt.id);
    } catch (error) {
      reportFailure(prompt.title || 'Prompt', error);
    } finally {
      answering.value = undefined;
    }
  };
  const labels = { yes: prompt.yes, no: prompt.no, cancel: prompt.cancel };
  const shown = choices.filter((each) => labels[each]);
  const last = shown.length === 0 ? (['cancel'] as const) : shown;
  return (
    <PromptDialog
      key={prompt.id}
      title={truncate(prompt.title || 'Prompt')}
      icon={prompt.icon || 'help'}
      // A prompt without `cancel` must be answered.
      onEscape={() => labels.cancel && mayWrite.value && void answer('cancel')}
      mayAnswer={mayWrite.value}
      actions={last.map((choice) => (
        <Button
          key={choice}
          kind={choice === 'yes' ? 'primary' : choice === 'cancel' ? 'quiet' : 'plain'}
          busy={answering.value === prompt.id}
          onClick={() => void answer(choice)}
        >
          {truncate(labels[choice] ?? 'Close')}
        </Button>
      ))}
    >
      <p class="prompt-message">{truncate(prompt.message, maxMessageLength)}</p>
      {access.value === 'read' && <p class="dim">This panel is read-only; another surface must answer.</p>}
      {!isReached.value && <p class="dim">Not connected. You can answer when the host is back.</p>}
      {prompts.value.length > 1 && <p class="dim">{prompts.value.length - 1} more after this one</p>}
    </PromptDialog>
  );
}
