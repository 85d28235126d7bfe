// Browsers open six connections to a host and each event stream needs one, so hidden tabs pause theirs.
import { effect, signal } from '@preact/signals';
import { hostUrl, remoteHost } from './session.js';

const isPaused = signal(false);

/** Pauses the stream of this tab when it is hidden while another tab of the same host is shown. */
export function shareConnections(): void {
  const channel = new BroadcastChannel(`sim-host:${hostUrl}`);
  const announce = () => {
    channel.postMessage(document.hidden ? 'hidden' : 'shown');
    if (!document.hidden) isPaused.value = false;
  };
  channel.onmessage = ({ data }) => {
    if (document.hidden) isPaused.value ||= data === 'shown';
    // Answers tabs that were opened in the background.
    else if (data === 'hidden') announce();
  };
  effect(() => {
    if (isPaused.value) remoteHost.value?.pause();
    else remoteHost.value?.resume();
  });
  document.addEventListener('visibilitychange', announce);
  announce();
}
