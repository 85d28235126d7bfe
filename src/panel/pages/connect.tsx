import { useState } from 'preact/hooks';
import { RemoteError } from '../../client/index.js';
import { reasonOf } from '../host/outcomes.js';
import { connectionError, hostUrl, isForeign, pair, phase, signIn, trust } from '../host/session.js';
import { Button } from '../ui/button.js';
import { Segments } from '../ui/choices.js';
import { Icon } from '../ui/icon.js';
import { truncate } from '../ui/truncate.js';

/** Asks before the panel connects to another host than the one that serves it. */
function ForeignHostPage() {
  return (
    <main class="centered meeting">
      <Icon name="open_in_new" />
      <h1>Connect to another host?</h1>
      <p>
        <code>{location.host}</code> serves this page, but its address names <code>{truncate(hostUrl)}</code>.
        That host receives what you do here, and the token if you enter one.
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

/** Shown until the host is reached for the first time. */
export function ConnectingPage() {
  if (phase.value === 'foreign') return <ForeignHostPage />;
  const isLost = phase.value === 'unreachable';
  return (
    <main class="centered meeting" aria-busy={!isLost}>
      <Icon name={isLost ? 'wifi_off' : 'sync_problem'} class={isLost ? '' : 'unseen'} />
      <h1>{isLost ? 'The host is unreachable' : ''}</h1>
      {isLost && (
        <>
          <p>
            <code>{hostUrl}</code> does not respond. This page reconnects automatically.
          </p>
          <p class="dim">{connectionError.value}</p>
        </>
      )}
    </main>
  );
}

const kinds = [
  { value: 'code', label: 'Code' },
  { value: 'token', label: 'Token' },
] as const;

const fields = {
  code: {
    class: 'input code-input',
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    'aria-label': 'Code that the host shows',
    placeholder: '000 000',
  },
  token: {
    class: 'input',
    type: 'password',
    autoComplete: 'current-password',
    'aria-label': 'Token',
    placeholder: 'Token',
  },
} as const;

/** Asks for a token, or for a code to exchange for one. */
export function SignInPage() {
  const [kind, setKind] = useState<'code' | 'token'>('code');
  const isCode = kind === 'code';
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setError('');
    try {
      await (isCode ? pair(text.trim()) : signIn(text.trim()));
    } catch (error) {
      if (isCode && error instanceof RemoteError && error.code === 'not-found') {
        choose('token');
        setError('This host displays no codes; enter the token that it was started with.');
      } else setError(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: typeof kind) => {
    setKind(next);
    setText('');
    setError('');
  };
  return (
    <main class="centered meeting">
      <Icon name="lock" />
      <h1>This host is locked</h1>
      {isForeign && (
        <p>
          Not <code>{location.host}</code>, but <code>{truncate(hostUrl)}</code>.
        </p>
      )}
      <form
        class="unlock"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Segments label="How to unlock" value={kind} options={kinds} onChange={choose} />
        <input
          key={kind}
          {...fields[kind]}
          aria-describedby="unlock-help"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p class={error ? 'error-text' : 'dim'} id="unlock-help" role={error ? 'alert' : undefined}>
          {error ||
            (isCode
              ? 'Enter the six digits that the host displays. If it displays none, use its token.'
              : 'Enter the token that the host was started with.')}
        </p>
        <Button kind="primary" type="submit" busy={isBusy} disabled={text.trim() === ''}>
          Unlock
        </Button>
      </form>
    </main>
  );
}
