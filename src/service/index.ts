/** The public API: a TypeScript application exposes its own classes with it and starts a service of its own. */
export type * from './events/api.js';
export { ClassTable } from './exposed/class-table.js';
export type { Controller } from './exposed/controllers.js';
export {
  type EnumObject,
  type EnumOptions,
  type ExternalEnumOptions,
  exposeEnum,
  exposeExternalEnum,
} from './exposed/declarations.js';
export { exposedClass, exposedField, exposedFunction, exposedProperty } from './exposed/decorators.js';
export type * from './exposed/definition.js';
export { ExposedError, type ExposedErrorCode } from './exposed/errors.js';
export { type ExposeClassOptions, exposeClass } from './exposed/expose-class.js';
export {
  ExposedClass,
  type ExposedFunction,
  type ExposedMember,
  type ExposedParameter,
} from './exposed/exposed-class.js';
export { ExposedObjectHandle } from './exposed/handle.js';
export type { TypeOption } from './exposed/infer-type.js';
export type {
  ClassOptions,
  Conditions,
  FunctionOptions,
  MemberOptions,
  ParameterOptions,
  PresentationOptions,
} from './exposed/options.js';
export type { ExposedObjectRegistry, RegisterOptions, RegistryListener } from './exposed/registry.js';
export { valueTypeNames } from './exposed/values/table.js';
export type { ChangeOrigin } from './exposed/writer.js';
export type { MenuItem, UiOptions } from './handlers/ui.js';
export type * from './host.js';
export {
  type Access,
  type Authorize,
  type Caller,
  fullAccess,
  type Place,
  type Rule,
  readOnlyAccess,
} from './http/access.js';
export type * from './http/api.js';
export type * from './http/engines/engine.js';
export { type EngineChoice, EngineError, type LoadedEngine, loadEngine } from './http/engines/load.js';
export { type LoadedUws, loadUws } from './http/engines/uws-binary.js';
export { CannotListenError } from './http/listen-problem.js';
export type { SecurityOptions } from './http/security.js';
export { type EngineInfo, HttpServer, type HttpServerOptions, type HttpServerPorts } from './http/server.js';
export { isJsonObject, type Json, type JsonObject, stringifyJson } from './json.js';
export { Localization, type LocalizationOptions } from './localization/localization.js';
export type { ExposedModel, ModelListener } from './model.js';
export type { RemoteErrorNotifier } from './notifications/error-notifier.js';
export type { Notification, Notifications, NotificationType } from './notifications/notifications.js';
export { FrameRate } from './performance/frame-rate.js';
export { diskFiles, type FileStore } from './persistence/files.js';
export { FileRefused } from './persistence/format.js';
export {
  type LiveSceneOptions,
  LiveSceneSaveSystem,
  type LoadOptions,
  type PendingEntry,
} from './persistence/live-scene.js';
export { Presets } from './persistence/presets.js';
export type { FrameLoop } from './plain/plain-frames.js';
export { createPlainHost, type PlainHost, type PlainHostOptions } from './plain/plain-host.js';
export { ConfirmDialog, type Terminal } from './prompts/confirm-dialog.js';
export type {
  ConfirmChoice,
  ConfirmRequest,
  PromptState,
  RemoteConfirmSystem,
} from './prompts/confirm-system.js';
export { type CheckedTypes, ExposedProperty } from './property.js';
export type { PlayModeStop } from './quit/play-mode.js';
export type { QuitAnswer, QuitController, QuitGate, UnsavedChanges } from './quit/quit-controller.js';
export { defaultPort, RemoteControlService } from './service.js';
export type { ProjectOptions, ServiceOptions } from './service-options.js';
export { ExposedObjectSnapshot } from './state/snapshot.js';
