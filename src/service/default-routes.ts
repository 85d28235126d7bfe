import { assetRoutes } from './handlers/asset.js';
import { batchRoutes } from './handlers/batch.js';
import { commandRoutes } from './handlers/commands.js';
import { confirmRoutes } from './handlers/confirm.js';
import { FileRequests, fileRoutes } from './handlers/files.js';
import { functionRoutes } from './handlers/functions.js';
import { imageRoutes } from './handlers/image.js';
import { languageRoutes } from './handlers/language.js';
import { liveRoutes } from './handlers/live.js';
import { objectRoutes } from './handlers/objects.js';
import { openApiRoutes } from './handlers/openapi.js';
import { orphanRoutes } from './handlers/orphans.js';
import { pairRoutes } from './handlers/pair.js';
import { PanelHandler } from './handlers/panel.js';
import { presetRoutes } from './handlers/presets.js';
import { statusRoutes } from './handlers/status.js';
import { streamRoutes } from './handlers/stream.js';
import { typeRoutes } from './handlers/types.js';
import { uiRoutes } from './handlers/ui.js';
import { welcomeRoutes } from './handlers/welcome.js';
import type { Route } from './http/api.js';
import type { ServiceParts } from './wiring.js';

/** Returns the routes that every service has. */
export function defaultRoutes(parts: ServiceParts): Route[] {
  const { host, stream, model, live, server, quit, localization, guards } = parts;
  const panel = parts.panel === undefined ? undefined : new PanelHandler(parts.panel);
  const { translate } = localization;
  const requests = new FileRequests();
  return [
    ...objectRoutes(model, guards),
    ...functionRoutes(model, guards, host, parts.report),
    ...batchRoutes(
      server.batchItems,
      (run) => model.changes.detector.batching('remote', run),
      model.texts,
      (warning) => host.log.write('Warning', warning),
    ),
    ...typeRoutes(model, guards),
    ...imageRoutes(model, guards, host.images),
    ...orphanRoutes(live, guards),
    ...fileRoutes(live, requests),
    ...liveRoutes(live, model, guards, requests),
    ...presetRoutes(parts.presets, model, guards, requests),
    ...assetRoutes(parts.assets),
    ...confirmRoutes(parts.prompts, host.clock),
    ...commandRoutes(quit, async () => live?.deleteSavedData(), host.clock, translate),
    ...languageRoutes(localization),
    ...uiRoutes(
      () => parts.ui,
      () => host.application.name,
      translate,
    ),
    ...statusRoutes(host, stream),
    ...streamRoutes(stream, guards),
    ...openApiRoutes(),
    ...pairRoutes(server.pairing),
    ...welcomeRoutes((request) => panel?.page(request)),
    ...(panel?.routes ?? []),
  ];
}
