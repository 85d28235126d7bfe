/** The public API: a TypeScript application exposes its own classes with it and starts a service of its own. */

export type { ChangeSink } from './access/change-sink.js';
export type { Changes } from './access/changes.js';
export type { KeptPiece, KeptTexts } from './access/kept-texts.js';
export type { ElementRead, FileValue, Load } from './access/loads.js';
export type { Baselines, ObjectTexts } from './access/object-text.js';
export type { Callers, ChangeOrigin } from './access/origin.js';
export type { Prepared } from './access/prepared.js';
export type { Planned, Written } from './access/unit-of-work.js';
export type { Assignment, Carrier, UndoStep, WritePlan } from './access/write-plan.js';
export type { Writer } from './access/writer.js';
export type { ApplicationCode } from './application-code.js';
export type { Controller, ObjectOption, SelectorSource } from './classes/controllers.js';
export type { Declarations } from './classes/declarations.js';
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
export type { AnyClass } from './classes/gathered.js';
export type { TypeOption } from './classes/infer-type.js';
export type {
  ClassOptions,
  FunctionOptions,
  MemberOptions,
  ParameterOptions,
} from './classes/options.js';
export type { Conditions, PresentationOptions } from './classes/presentation.js';
export type { EmitOptions, EventEmitter, EventKind, EventSubject, eventKinds } from './events/api.js';
export type { PendingEvent } from './events/coalescing.js';
export type { Notice } from './events/delivery.js';
export type { EventStream, EventStreamOptions, OnConnect } from './events/event-stream.js';
export type { EventFilter } from './events/filter.js';
export type { Presence } from './events/presence.js';
export type { Publication } from './events/publication.js';
export type { EventGuard, StreamEvent } from './events/stream-event.js';
export type { Connection } from './events/subscriber.js';
export { ArgumentError, ExposedError, type ExposedErrorCode } from './exposed-error.js';
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
export {
  type Access,
  type Authorize,
  type Caller,
  fullAccess,
  type Place,
  type Rule,
  readOnlyAccess,
} from './http/access.js';
export type {
  Answer,
  ApiRequest,
  Handler,
  Method,
  OpenResponse,
  Reply,
  ResponseOwner,
  Route,
  Takeover,
} from './http/api.js';
export type { BatchCaller } from './http/batch-item.js';
export type {
  AbortListener,
  AnswerLength,
  EngineKind,
  EngineRequest,
  Exchange,
  engineKinds,
  Headers,
  HttpEngine,
  RequestListener,
} from './http/engines/engine.js';
export { type EngineChoice, EngineError, type LoadedEngine, loadEngine } from './http/engines/load.js';
export { type LoadedUws, loadUws } from './http/engines/uws-binary.js';
export type { Uws, UwsApp, UwsListenSocket } from './http/engines/uws-types.js';
export type { ListenProblem } from './http/listen-problem.js';
export { CannotListenError } from './http/listen-problem.js';
export type { Paired, Pairing } from './http/pairing.js';
export type { RouteMatch, Router } from './http/router.js';
export { ContradictoryOptions, type SecurityOptions } from './http/security.js';
export { HttpServer } from './http/server.js';
export type { EngineInfo, HttpServerOptions, HttpServerPorts } from './http/server-options.js';
export { TlsError, type TlsFiles, type TlsOptions } from './http/tls.js';
export type { TokenAccess, TokenOptions, Tokens } from './http/tokens.js';
export { isJsonObject, type Json, type JsonObject, stringifyJson } from './json.js';
export { Localization, type LocalizationOptions } from './localization/localization.js';
export type { ExposedModel } from './model.js';
export type { ModelListener, WriteListener } from './model-listener.js';
export type { UrlLike } from './module-url.js';
export { NatsError, type NatsOptions } from './nats/options.js';
export type { RemoteErrorNotifier } from './notifications/error-notifier.js';
export type { Notification, Notifications, NotificationType } from './notifications/notifications.js';
export type { keyText } from './objects/element-keys.js';
export { ExposedObjectHandle } from './objects/handle.js';
export type { PersistentUnit, PropertyRef, Steps } from './objects/property-ref.js';
export type {
  ExposedObjectRegistry,
  KeptIds,
  RegisterOptions,
  RegistryListener,
} from './objects/registry.js';
export type { FunctionPlace, ObjectPlace, PathResolver, Viewer } from './objects/resolve.js';
export { FrameRate } from './performance/frame-rate.js';
export { diskFiles } from './persistence/disk/disk-files.js';
export { FileError } from './persistence/file-error.js';
export type { FileStore, FolderEntry } from './persistence/files.js';
export { FileRefused } from './persistence/format.js';
export {
  type LiveSceneOptions,
  LiveSceneSaveSystem,
  type LoadOptions,
} from './persistence/live-scene.js';
export type { PendingEntry } from './persistence/open-scene.js';
export { Presets } from './persistence/presets.js';
export type { ProjectFolder } from './persistence/project-folder.js';
export { ExposedObjectSnapshot } from './persistence/snapshot.js';
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
export { RemoteControlService } from './service.js';
export type { ProjectOptions, ServiceOptions } from './service-options.js';
export type { Captured, ExposedObjectDefaultRegistry } from './state/defaults.js';
export type { Indexes, IndexSet } from './state/index-set.js';
export type { Mark } from './state/marks.js';
export type { MemberValues } from './state/member-values.js';
export type { ObjectMarks } from './state/object-marks.js';
export type { IndexOf } from './state/relinked.js';
export type { Beginning, ChangedUnit, SavedObject, Taken, WhichMembers } from './state/saved-object.js';
export type { SavedForesight, SavedState, Touched } from './state/saved-state.js';
export type { AsItIs, Captures, TrackedMember } from './state/tracked-member.js';
export type { CapturesOf, DirtyTracker, UnitState } from './state/tracker.js';
export type { OrAnyText, PropertyPath, PropertyValue } from './typed-paths.js';
export type { OnRelinked } from './types/class-linker.js';
export { ClassTable } from './types/class-table.js';
export type { Descriptors, Translate } from './types/descriptors.js';
export type { AssetLookup, ClassLookup, ObjectLookup, Referenced } from './types/environment.js';
export type { ResolveType } from './types/exposed-class.js';
export { ExposedClass, type ExposedFunction, type ExposedParameter } from './types/exposed-class.js';
export type { ExposedMember } from './types/exposed-member.js';
export type { Patch } from './types/graph/snapshot.js';
export type { Assignable, Plan } from './types/plan.js';
export type { FilePlace, FileProblems, Type } from './types/type.js';
export { valueTypeNames } from './types/values/table.js';
export { defaultPort } from './wiring.js';
