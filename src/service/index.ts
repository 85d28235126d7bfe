/** The public API: a TypeScript application exposes its own classes with it and starts a service of its own. */

export type { ConfirmChoice } from '../wire/confirm-choices.js';
export type { Controller } from '../wire/controls.js';
export type { EventKind } from '../wire/event-kinds.js';
export type { ValueOf, ValueTypeName } from '../wire/value-types.js';
export type {
  ClassOptions,
  FunctionOptions,
  MemberOptions,
  ParameterOptions,
} from './classes/declaration-options.js';
export type { DeclarationSite } from './classes/declaration-site.js';
export {
  type EnumObject,
  type EnumOptions,
  type ExternalEnumOptions,
  exposeEnum,
  exposeExternalEnum,
} from './classes/declarations.js';
export type { MemberContext } from './classes/decorators.js';
export { exposedClass, exposedField, exposedFunction, exposedProperty } from './classes/decorators.js';
export type {
  AnyClass,
  ClassDefinition,
  ClassKind,
  ClassTraits,
  Condition,
  EnumDefinition,
  FunctionDefinition,
  FunctionTraits,
  Invocation,
  Layout,
  MemberDefinition,
  MemberTraits,
  ParameterDefinition,
  ParameterTraits,
  Presentation,
  Section,
} from './classes/definition.js';
export { type ExposeClassOptions, exposeClass } from './classes/expose-class.js';
export type { TypeOption } from './classes/infer-type.js';
export type { Conditions, PresentationOptions } from './classes/presentation.js';
export { ArgumentError, ExposedError, type ExposedErrorCode } from './common/exposed-error.js';
export type { Json, JsonObject } from './common/json.js';
export type { UrlLike } from './common/module-url.js';
export type { EmitOptions, EventEmitter, EventSubject } from './events/event-emitter.js';
export { diskFiles } from './files/disk/disk-files.js';
export { FileRefused } from './files/format.js';
export {
  type LiveSceneOptions,
  LiveSceneSaveSystem,
  type LoadOptions,
} from './files/live-scene-save-system.js';
export { ExposedObjectSnapshot, type Exposing } from './files/object-snapshot.js';
export type { PendingEntry } from './files/open-scene.js';
export { Presets } from './files/preset-files.js';
export { FileError } from './files/project/file-error.js';
export type { FileStore, FolderEntry } from './files/project/file-store.js';
export type { MenuItem, UiOptions } from './handlers/ui.js';
export type {
  ApplicationInfo,
  AssetInfo,
  DialogAnswer,
  DialogRequest,
  GameObjectAspect,
  Host,
  HostAssets,
  HostClock,
  HostDialog,
  HostDialogs,
  HostFrames,
  HostIds,
  HostImages,
  HostLog,
  HostMemory,
  HostObjects,
  HostScenes,
  HostSpawner,
  LogEntry,
  LogLevel,
  ObjectOrigin,
  SceneInfo,
  SpawnRequest,
  TransformValue,
  Unsubscribe,
} from './host.js';
export type {
  ApiRequest,
  Handler,
  HandlerResponse,
  HttpResponse,
  Method,
  OpenResponse,
  ResponseOwner,
  ResponseTakeover,
  Route,
} from './http/api.js';
export type {
  AbortListener,
  EngineKind,
  EngineRequest,
  Exchange,
  Headers,
  HttpEngine,
  RequestListener,
  ResponseLength,
} from './http/engines/engine.js';
export { type EngineChoice, EngineError, type LoadedEngine } from './http/engines/load-engine.js';
export type { ListenProblem } from './http/listen-error.js';
export { CannotListenError } from './http/listen-error.js';
export {
  type Access,
  type Authorize,
  type Caller,
  fullAccess,
  type RightSubject,
  type Rule,
  readOnlyAccess,
} from './http/security/access.js';
export { ContradictoryOptions } from './http/security/auth-options.js';
export type { Paired, Pairing } from './http/security/pairing.js';
export type { SecurityOptions } from './http/security/security.js';
export { TlsError, type TlsFiles, type TlsOptions } from './http/security/tls.js';
export type { TokenAccess, TokenOptions } from './http/security/tokens.js';
export type { EngineInfo, HttpServerOptions } from './http/server-options.js';
export { Localization, type LocalizationOptions } from './localization/localization.js';
export type { ChangeOrigin } from './members/origin.js';
export { ExposedProperty } from './model/property.js';
export type { OrAnyText, PropertyPath, PropertyValue } from './model/typed-paths.js';
export { NatsError, type NatsOptions } from './nats/nats-options.js';
export type { RemoteErrorNotifier } from './notifications/error-notifier.js';
export type { Notification, Notifications, NotificationType } from './notifications/notifications.js';
export { ExposedObjectHandle } from './objects/handle.js';
export type {
  ExposedObjectRegistry,
  KeptIds,
  RegisterOptions,
  RegistryListener,
} from './objects/object-registry.js';
export { FrameRate } from './performance/frame-rate.js';
export type { FrameLoop } from './plain/plain-frames.js';
export { createPlainHost, type PlainHost, type PlainHostOptions } from './plain/plain-host.js';
export { ConfirmDialog, type Terminal } from './prompts/confirm-dialog.js';
export type { ConfirmRequest, RemoteConfirmSystem } from './prompts/confirm-system.js';
export type { PlayModeStop } from './quit/play-mode-stop.js';
export type { QuitAnswer, QuitController, QuitGate } from './quit/quit-controller.js';
export { RemoteControlService } from './service.js';
export type { ProjectOptions, ServiceOptions } from './service-options.js';
export { ClassTable } from './types/class-table.js';
export type { ClassLookup, ObjectLookup, Referenced } from './types/environment.js';
export { ExposedClass } from './types/exposed-class.js';
