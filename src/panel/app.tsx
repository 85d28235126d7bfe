import { unread } from './host/notices.js';
import { isReached, isSilent } from './host/rights.js';
import { go, pages, panes, route } from './host/route.js';
import { connection, phase } from './host/session.js';
import { Control, controlOf } from './inspector/control.js';
import { DrawingContext } from './inspector/drawing.js';
import { Members } from './inspector/members.js';
import { ActivityPage } from './pages/activity.js';
import { ConnectingPage, SignInPage } from './pages/connect.js';
import { DeckPage } from './pages/deck.js';
import { ObjectPage } from './pages/object.js';
import { ObjectList } from './pages/objects.js';
import { PresetsHost } from './pages/presets.js';
import { Prompts } from './pages/prompts.js';
import { SearchHost } from './pages/search.js';
import { ShowPage } from './pages/show.js';
import { ShowDialogs } from './pages/show-dialogs.js';
import { TopBar } from './pages/top-bar.js';
import { ErrorBoundary } from './ui/error-boundary.js';
import { Icon } from './ui/icon.js';
import { MenuHost } from './ui/menu.js';
import { Toasts } from './ui/toasts.js';

const drawing = { Control, controlOf, Members, depth: 0 };

const overlays = [
  { what: 'A notice', Part: Toasts },
  { what: 'A menu', Part: MenuHost },
  { what: 'Presets', Part: PresetsHost },
  { what: 'A dialog', Part: ShowDialogs },
  { what: 'The search', Part: SearchHost },
  { what: 'A question', Part: Prompts },
];

export function App() {
  if (phase.value === 'locked') return <SignInPage />;
  if (phase.value !== 'live') return <ConnectingPage />;
  return (
    <DrawingContext.Provider value={drawing}>
      <div class={`app panes-${panes.value} ${isReached.value ? '' : 'quiet'}`}>
        <button type="button" class="button skip" onClick={() => document.querySelector('main')?.focus()}>
          Skip to the page
        </button>
        <ErrorBoundary what="The bar">
          <TopBar />
        </ErrorBoundary>
        <ConnectionBanner />
        <Panes />
        {panes.value === 1 && <Tabs />}
      </div>
      {overlays.map(({ what, Part }) => (
        <ErrorBoundary key={what} what={what}>
          <Part />
        </ErrorBoundary>
      ))}
    </DrawingContext.Provider>
  );
}

/** Draws the page, next to the list if there is room, and in a wide window also next to the deck and the activity. */
function Panes() {
  const { page, key } = route.value;
  return (
    <div class="panes">
      {panes.value > 1 && (
        <aside class="pane list">
          <ErrorBoundary what="The list">
            <ObjectList />
          </ErrorBoundary>
        </aside>
      )}
      <main class="pane" tabIndex={-1}>
        <ErrorBoundary key={`${page}/${key}`} what="The page">
          <Page />
        </ErrorBoundary>
      </main>
      {panes.value === 3 && (
        <aside class="pane side" aria-label="Deck and activity">
          <ErrorBoundary key={page} what="The deck">
            {page === 'deck' ? <ShowPage /> : <DeckPage isSide />}
          </ErrorBoundary>
          <ErrorBoundary what="The activity">{page !== 'activity' && <ActivityPage isSide />}</ErrorBoundary>
        </aside>
      )}
    </div>
  );
}

function Page() {
  const { page, key } = route.value;
  if (page === 'deck') return <DeckPage />;
  if (page === 'activity') return <ActivityPage />;
  if (page === 'show') return <ShowPage />;
  if (key !== undefined) return <ObjectPage key={key} objectKey={key} />;
  if (panes.value === 1) return <ObjectList />;
  return (
    <div class="centered empty">
      <Icon name="tune" />
      <p>Choose an object on the left, or press Ctrl K to search.</p>
    </div>
  );
}

function Tabs() {
  return (
    <nav class="tabs" aria-label="Pages">
      {pages.map(({ page, icon, label }) => (
        <button
          key={page}
          type="button"
          aria-label={page === 'activity' && unread.value > 0 ? `${label}, ${unread.value} new` : label}
          aria-current={route.value.page === page ? 'page' : undefined}
          onClick={() => go(page)}
        >
          <span class="middle tab-icon">
            <Icon name={icon} />
            {page === 'activity' && unread.value > 0 && (
              <span class="badge">{unread.value > 99 ? '99+' : unread.value}</span>
            )}
          </span>
          {label}
        </button>
      ))}
    </nav>
  );
}

/** Warns that the shown values may be outdated. It overlays the bar, so that nothing moves. */
function ConnectionBanner() {
  const state = connection.value;
  const isLost = state === 'waiting' || state === 'refused' || isSilent.value;
  return (
    <div class={`line lost ${isLost ? 'shown' : ''}`} role="status">
      {isLost && (
        <>
          <Icon name="wifi_off" />
          <span>
            {state === 'refused'
              ? 'The host refuses this page'
              : state === 'waiting'
                ? 'Connection lost. Trying again…'
                : 'The host does not respond'}
          </span>
        </>
      )}
    </div>
  );
}
