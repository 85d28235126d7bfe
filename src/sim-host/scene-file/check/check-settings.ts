import { dirname, resolve } from 'node:path';
import { meantPageType } from '../../../service/handlers/ui.js';
import { isHostName, isOrigin } from '../../../service/http/security/security.js';
import { ownTexts } from '../../../service/localization/own-texts.js';
import { listenAddress } from '../../addresses.js';
import { highestId, isId, lowestId } from '../../engine/ids.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { SceneDocument } from '../document.js';
import { readSession } from '../run/replay.js';
import type { DocumentPath } from '../source.js';

/** Finds errors in the settings of the application: languages, menu, ids, server, replay. */
export function checkSettings(document: SceneDocument, found: DiagnosticList): void {
  const { application, translations = {}, ui, scenes = {} } = document;
  const languages = application.languages ?? Object.keys(ownTexts);
  const { language = languages[0]!, firstId } = application;
  found.requireName(['application', 'language'], 'language', language, languages);
  // English texts are shown if a language has no text.
  for (const name of Object.keys(translations))
    found.requireName(['translations', name], 'language', name, [...languages, 'en'], 'key');
  if (firstId !== undefined && !isId(BigInt(firstId)))
    found.add(['application', 'firstId'], `${firstId} is not from ${lowestId} to ${highestId}`);
  const items = ui?.menuItems ?? [];
  for (const [i, { pageType }] of items.entries()) {
    const hint = meantPageType(pageType);
    if (hint !== undefined)
      found.add(['ui', 'menuItems', i, 'pageType'], `unknown page type "${pageType}"`, { hint });
  }
  checkServer(document, found);
  checkReplay(document, found);
  const taken = new Map<string, DocumentPath>();
  const requireUnique = (what: string, path: DocumentPath) => {
    const other = taken.get(what);
    if (other === undefined) taken.set(what, path);
    else found.add(path, `the ${what} is taken, by ${found.otherPlace(other)}`);
  };
  for (const [i, { id }] of items.entries()) requireUnique(`menu id "${id}"`, ['ui', 'menuItems', i, 'id']);
  for (const [name, { buildIndex }] of Object.entries(scenes))
    if (buildIndex !== undefined) requireUnique(`build index ${buildIndex}`, ['scenes', name, 'buildIndex']);
  const [first, ...others] = Object.keys(scenes).filter((name) => scenes[name]!.active);
  for (const name of others)
    found.add(['scenes', name, 'active'], `"${first}" is active already`, { expected: 'one active scene' });
}

function checkServer({ server = {} }: SceneDocument, found: DiagnosticList): void {
  const { host, allowHosts = [], allowOrigins = [] } = server;
  if (host !== undefined && listenAddress(host) === undefined)
    found.add(['server', 'host'], `"${host}" is not an address to listen on`, {
      expected: 'an address or a name of this machine, such as 0.0.0.0 or ::1',
    });
  for (const [i, name] of allowHosts.entries())
    if (!isHostName(name))
      found.add(['server', 'allowHosts', i], `"${name}" is not a host name`, {
        expected: 'a name such as studio.local, with or without a port',
      });
  for (const [i, origin] of allowOrigins.entries())
    if (!isOrigin(origin))
      found.add(['server', 'allowOrigins', i], `"${origin}" is not an origin`, {
        expected: 'scheme, host and port, as https://panel.example, or *',
      });
}

function checkReplay({ file, replay }: SceneDocument, found: DiagnosticList): void {
  if (replay === undefined) return;
  try {
    const { cutLine } = readSession(resolve(dirname(file), replay.file));
    if (cutLine !== undefined)
      found.warn(['replay'], `line ${cutLine} of "${replay.file}" is incomplete and was skipped`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : 'it cannot be read';
    found.add(['replay'], `"${replay.file}" is not a session: ${why}`, {
      expected: 'a file that sim-host record has written, relative to this one',
    });
  }
}
