import './style/base.css';
import './style/shell.css';
import './style/controls.css';
import './style/inspector.css';
import './style/pages.css';
import './style/forced.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.js';
import { followRestarts } from './host/edits.js';
import { theme } from './host/persisted-signal.js';
import { followRights } from './host/rights.js';
import { followScene } from './host/scene.js';
import { connectWithRetry } from './host/session.js';
import { followShow } from './host/show.js';
import { shareConnections } from './host/tabs.js';
import { followKeys } from './shortcuts.js';

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
followScene();
followShow();
followRestarts();
followRights();
followKeys();
shareConnections();
void connectWithRetry();
render(<App />, document.getElementById('app')!);
