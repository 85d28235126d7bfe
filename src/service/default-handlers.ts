import { AssetHandler } from './handlers/asset.js';
import { BatchHandler } from './handlers/batch.js';
import { CommandsHandler } from './handlers/commands.js';
import { ConfirmHandler } from './handlers/confirm.js';
import { FileRequests, FilesHandler } from './handlers/files.js';
import { FunctionsHandler } from './handlers/functions.js';
import { ImageHandler } from './handlers/image.js';
import { LanguageHandler } from './handlers/language.js';
import { LiveHandler } from './handlers/live.js';
import { ObjectsHandler } from './handlers/objects.js';
import { OpenApiHandler } from './handlers/openapi.js';
import { OrphansHandler } from './handlers/orphans.js';
import { PairHandler } from './handlers/pair.js';
import { PanelHandler } from './handlers/panel.js';
import { PresetsHandler } from './handlers/presets.js';
import { StatusHandler } from './handlers/status.js';
import { StreamHandler } from './handlers/stream.js';
import { TypesHandler } from './handlers/types.js';
import { UiHandler } from './handlers/ui.js';
import { WelcomeHandler } from './handlers/welcome.js';
import type { Handler } from './http/api.js';
import type { ServiceParts } from './wiring.js';

/** Returns the handlers that every service has. */
export function defaultHandlers(parts: ServiceParts): Handler[] {
  const { host, stream, model, live, server, quit, localization, guards } = parts;
  const panel = parts.panel === undefined ? undefined : new PanelHandler(parts.panel);
  const { translate } = localization;
  const requests = new FileRequests();
  return [
    new ObjectsHandler(model, guards),
    new FunctionsHandler(model, guards, host, parts.report),
    new BatchHandler(
      (method, path, body, caller) => server.items.respond(method, path, body, caller),
      (run) => model.changes.batching('remote', run),
      model.texts,
      (warning) => host.log.write('Warning', warning),
    ),
    new TypesHandler(model, guards),
    new ImageHandler(model, guards, host.images),
    new OrphansHandler(live, guards),
    new FilesHandler(live, requests),
    new LiveHandler(live, model, guards, requests),
    new PresetsHandler(parts.presets, model, guards, requests),
    new AssetHandler(parts.assets),
    new ConfirmHandler(parts.prompts, host.clock),
    new CommandsHandler(quit, async () => live?.deleteSavedData(), host.clock, translate),
    new LanguageHandler(localization),
    new UiHandler(
      () => parts.ui,
      () => host.application.name,
      translate,
    ),
    new StatusHandler(host, stream),
    new StreamHandler(stream, guards),
    new OpenApiHandler(),
    new PairHandler(server.pairing),
    new WelcomeHandler((request) => panel?.page(request)),
    ...(panel === undefined ? [] : [panel]),
  ];
}
