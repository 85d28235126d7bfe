import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { followAll, kinds, type Line, log } from '../host/event-log.js';
import { markRead, notices } from '../host/notices.js';
import { linkTo } from '../host/route.js';
import { entryOf } from '../host/scene.js';
import { remoteHost } from '../host/session.js';
import { IconButton } from '../ui/button.js';
import { Segments } from '../ui/choices.js';
import { Icon } from '../ui/icon.js';
import { noticeIcons } from '../ui/toasts.js';
import { VirtualList } from '../ui/virtual-list.js';

const views = [
  { value: 'notices', label: 'Notices' },
  { value: 'events', label: 'Events' },
] as const;
const view = signal<'notices' | 'events'>('notices');
const filter = signal('');
const paused = signal<readonly Line[] | undefined>(undefined);

const lines = computed(() => {
  const all = paused.value ?? log.value;
  const word = filter.value.trim().toLowerCase();
  if (word === '') return all;
  return all.filter((line) =>
    `${kinds[line.kind].word} ${objectName(line)} ${line.text}`.toLowerCase().includes(word),
  );
});

/** Lists notices, and the events of the stream. */
export function ActivityPage({ isSide = false }: { isSide?: boolean }) {
  return (
    <section class={`page activity ${isSide ? 'side-page' : ''}`} aria-label="Activity">
      <header class="line page-head">
        <h2>Activity</h2>
        <span class="gap" />
        <Segments
          label="What to show"
          value={view.value}
          options={views}
          onChange={(next) => (view.value = next)}
        />
      </header>
      {view.value === 'notices' ? <NoticeList /> : <EventLog />}
    </section>
  );
}

function NoticeList() {
  useEffect(markRead, [notices.value]);
  if (notices.value.length === 0)
    return (
      <div class="centered empty">
        <Icon name="notifications" />
        <p>Notifications of the host and errors appear here.</p>
      </div>
    );
  return (
    <ul class="notices">
      {[...notices.value].reverse().map(({ id, kind, title, message, icon, time }) => (
        <li key={id} class={`notice ${kind}`}>
          <Icon name={icon || noticeIcons[kind]} />
          <div>
            <strong>{title}</strong>
            {message && <p class="dim">{message}</p>}
          </div>
          <small class="dim">{clock(time)}</small>
        </li>
      ))}
    </ul>
  );
}

const rowHeight = 32;

function EventLog() {
  const isPaused = paused.value !== undefined;
  const host = remoteHost.value;
  useEffect(() => (isPaused ? undefined : followAll()), [isPaused, host]);
  return (
    <div class="event-log">
      <div class="line filter">
        <Icon name="search" />
        <input
          class="input"
          type="search"
          placeholder="Filter events"
          aria-label="Filter events"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <IconButton
          icon={isPaused ? 'play_arrow' : 'pause'}
          label={isPaused ? 'Continue' : 'Pause'}
          pressed={isPaused}
          onClick={() => (paused.value = isPaused ? undefined : log.value)}
        />
      </div>
      <VirtualList
        items={lines.value}
        rowHeight={rowHeight}
        label="Events"
        follows
        draw={(line) => (
          <div class="line event" key={line.id} title={line.text}>
            <time class="dim">{clock(line.time)}</time>
            <Icon name={kinds[line.kind].icon} />
            {line.objectId !== undefined && (
              <a href={linkTo('objects', entryOf(line.objectId)?.key ?? line.objectId)}>{objectName(line)}</a>
            )}
            <span class="event-text">{line.text || kinds[line.kind].word}</span>
          </div>
        )}
      />
      <p class="dim note">
        Shows all events while it is open; earlier value changes are those of objects that were shown.
      </p>
    </div>
  );
}

const objectName = ({ objectId }: Line) =>
  objectId === undefined ? '' : (entryOf(objectId)?.name ?? objectId);

function clock(time: number): string {
  return new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}
