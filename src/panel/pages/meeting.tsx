import { useState } from 'preact/hooks';
import { RemoteError } from '../../client/index.js';
import { reasonOf } from '../host/outcomes.js';
import { hostUrl, isForeign, pair, phase, trouble, trust, unlock } from '../host/session.js';
import { Button } from '../ui/button.js';
import { cut } from '../ui/cut.js';
import { Icon } from '../ui/icon.js';

/** The address leads to another host than the one that serves this page. */
function ForeignPage() {
  return (
    <main class="meeting">
      <Icon name="open_in_new" />
      <h1>Steer another host?</h1>
      <p>
        <code>{location.host}</code> serves this page, but its address names <code>{cut(hostUrl)}</code>. That
        host receives what you do here, and the token if you enter one.
      </p>
      <div class="row">
        <Button onClick={() => location.assign(location.pathname)}>Stay here</Button>
        <Button kind="primary" onClick={trust}>
          Go on
        </Button>
      </div>
    </main>
  );
}

/** Before the host has been reached for the first time. */
export function MeetingPage() {
  if (phase.value === 'foreign') return <ForeignPage />;
  const isLost = phase.value === 'unreachable';
  return (
    <main class="meeting" aria-busy={!isLost}>
      <Icon name={isLost ? 'wifi_off' : 'sync_problem'} class={isLost ? '' : 'unseen'} />
      <h1>{isLost ? 'The host is not there' : ''}</h1>
      {isLost && (
        <>
          <p>
            <code>{hostUrl}</code> does not answer. The page goes on as soon as it does.
          </p>
          <p class="dim">{trouble.value}</p>
        </>
      )}
    </main>
  );
}

/** The host asks for a token: it is typed or bought with a code. */
export function LockedPage() {
  const [isCode, setCode] = useState(true);
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setMistake('');
    try {
      await (isCode ? pair(text.trim()) : unlock(text.trim()));
    } catch (error) {
      if (isCode && error instanceof RemoteError && error.code === 'not-found') {
        choose(false)();
        setMistake('This host shows no codes: type the token that it was started with.');
      } else setMistake(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (code: boolean) => () => {
    setCode(code);
    setText('');
    setMistake('');
  };
  const shared = {
    'aria-describedby': 'unlock-help',
    value: text,
    onInput: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  return (
    <main class="meeting">
      <Icon name="lock" />
      <h1>This host is locked</h1>
      {isForeign && (
        <p>
          Not <code>{location.host}</code>, but <code>{cut(hostUrl)}</code>.
        </p>
      )}
      <form
        class="unlock"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div role="group" class="segments" aria-label="How to unlock">
          <button type="button" aria-pressed={isCode} onClick={choose(true)}>
            Code
          </button>
          <button type="button" aria-pressed={!isCode} onClick={choose(false)}>
            Token
          </button>
        </div>
        {isCode ? (
          <input
            key="code"
            class="input code-input"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-label="Code that the host shows"
            placeholder="000 000"
            {...shared}
          />
        ) : (
          <input
            key="token"
            class="input"
            type="password"
            autoComplete="current-password"
            aria-label="Token"
            placeholder="Token"
            {...shared}
          />
        )}
        <p class={mistake ? 'mistake' : 'dim'} id="unlock-help" role={mistake ? 'alert' : undefined}>
          {mistake ||
            (isCode
              ? 'Enter the six digits that the host displays. If it displays none, use its token.'
              : 'Type the token that the host was started with.')}
        </p>
        <Button kind="primary" type="submit" busy={isBusy} disabled={text.trim() === ''}>
          Unlock
        </Button>
      </form>
    </main>
  );
}
