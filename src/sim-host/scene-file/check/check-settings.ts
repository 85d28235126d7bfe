import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { nearestName } from '../../../service/common/nearest-name.js';
import { meantPageType } from '../../../service/handlers/ui.js';
import { isHostName } from '../../../service/http/security/security.js';
import { ownTexts } from '../../../service/localization/own-texts.js';
import { listenAddress } from '../../addresses.js';
import { highestId, isId, lowestId } from '../../engine/ids.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { SceneDocument } from '../document.js';
import { readSession } from '../run/replay.js';

/** Finds errors in the settings of the application: languages, menu, server, project, scenes. */
export function checkSettings(document: SceneDocument, found: DiagnosticList): void {
  checkLanguages(document, found);
  checkMenu(document, found);
  checkFirstId(document, found);
  checkHosts(document, found);
  checkOrigins(document, found);
  checkProject(document, found);
  checkReplay(document, found);
  checkScenes(document, found);
  checkAssets(document, found);
}

function checkLanguages({ application, translations = {} }: SceneDocument, found: DiagnosticList): void {
  const languages = application?.languages;
  for (const [i, language] of (languages ?? []).entries()) {
    if (languages!.indexOf(language) < i)
      found.add(['application', 'languages', i], `"${language}" is there already`);
  }
  const offered = languages ?? Object.keys(ownTexts);
  const { language } = application ?? {};
  if (language !== undefined && !offered.includes(language)) {
    found.add(['application', 'language'], `the application has no language "${language}"`, {
      expected: `one of ${offered.join(', ')}`,
    });
  }
  // English texts are shown if a language has no text.
  const known = [...offered, 'en'];
  for (const language of Object.keys(translations)) {
    if (known.includes(language)) continue;
    found.add(['translations', language], `the application has no language "${language}"`, {
      expected: languages === undefined ? 'application.languages with it' : `one of ${languages.join(', ')}`,
      hint: nearestName(language, known),
      at: 'key',
    });
  }
}

function checkMenu({ ui }: SceneDocument, found: DiagnosticList): void {
  const items = ui?.menuItems ?? [];
  for (const [i, item] of items.entries()) {
    const path = ['ui', 'menuItems', i];
    const other = items.findIndex(({ id }) => id === item.id);
    if (other < i) {
      const where = found.otherPlace(['ui', 'menuItems', other, 'id']);
      found.add([...path, 'id'], `there is a menu item "${item.id}" already, in ${where}`);
    }
    const meant = meantPageType(item.pageType);
    if (meant !== undefined)
      found.add([...path, 'pageType'], `unknown page type "${item.pageType}"`, { hint: meant });
  }
}

function checkFirstId({ application }: SceneDocument, found: DiagnosticList): void {
  const { firstId } = application ?? {};
  if (firstId === undefined || isId(BigInt(firstId))) return;
  found.add(['application', 'firstId'], `${firstId} is out of range`, {
    expected: `an integer from ${lowestId} to ${highestId}`,
  });
}

function checkHosts({ server }: SceneDocument, found: DiagnosticList): void {
  const { host, allowHosts = [] } = server ?? {};
  if (host !== undefined && listenAddress(host) === undefined)
    found.add(['server', 'host'], `"${host}" is not an address to listen on`, {
      expected: 'an address or a name of this machine, such as 0.0.0.0 or ::1',
    });
  for (const [i, name] of allowHosts.entries()) {
    if (isHostName(name)) continue;
    found.add(['server', 'allowHosts', i], `"${name}" is not a host name`, {
      expected: 'a name such as studio.local, with or without a port',
    });
  }
}

/** Origins are compared exactly as browsers send them: scheme, host and port. */
function checkOrigins({ server }: SceneDocument, found: DiagnosticList): void {
  for (const [i, origin] of (server?.allowOrigins ?? []).entries()) {
    if (origin === '*' || origin === 'null') continue;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    const own = url && url.host !== '' ? `${url.protocol}//${url.host}` : undefined;
    if (own === origin.toLowerCase()) continue;
    found.add(['server', 'allowOrigins', i], `"${origin}" is not an origin`, {
      expected: 'scheme, host and port, as https://panel.example, or *',
      hint: own ?? (/^[\w.-]+(:\d+)?$/.test(origin) ? `https://${origin}` : undefined),
    });
  }
}

function checkProject({ project }: SceneDocument, found: DiagnosticList): void {
  for (const name of ['live', 'saveAs'] as const) {
    const path = project?.[name];
    if (typeof path !== 'string') continue;
    const within = relative('/project', resolve('/project', path));
    const leadsOut = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within);
    if (!leadsOut && !isAbsolute(path)) continue;
    found.add(['project', name], `"${path}" is not in the project's folder`, {
      expected: 'a path relative to the folder, without ..',
    });
  }
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

function checkScenes({ scenes = {} }: SceneDocument, found: DiagnosticList): void {
  let active: string | undefined;
  const byIndex = new Map<number, string>();
  for (const [name, scene] of Object.entries(scenes)) {
    const path = ['scenes', name];
    if (scene.active && active !== undefined)
      found.add([...path, 'active'], `"${active}" is active already`, { expected: 'one active scene' });
    if (scene.active) active ??= name;
    const { buildIndex } = scene;
    if (buildIndex === undefined) continue;
    const other = byIndex.get(buildIndex);
    if (other === undefined) byIndex.set(buildIndex, name);
    else found.add([...path, 'buildIndex'], `${buildIndex} is the build index of "${other}" already`);
  }
}

function checkAssets({ assets = {} }: SceneDocument, found: DiagnosticList): void {
  const seen = new Map<string, string>();
  for (const [key, { guid = key }] of Object.entries(assets)) {
    const other = seen.get(guid);
    seen.set(guid, other ?? key);
    if (other === undefined) continue;
    const where = found.otherPlace(['assets', other], 'key');
    found.add(['assets', key, 'guid'], `"${guid}" is already the GUID of the asset "${other}", in ${where}`);
  }
}
