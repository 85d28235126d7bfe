/** What goes over the wire. Written by scripts/wire-types.mjs from docs/openapi.yaml: change it there. */
import type { Json } from './json.js';

export type WireError = {
  readonly error: string;
};

export type BatchError = {
  readonly error: string;
  readonly responses?: readonly Json[];
};

/** A signed 64-bit integer */
export type ObjectId = string;

export type Timestamp = string;

export type WireObject = {
  readonly '@type': string;
  readonly '@id': ObjectId;
  /** A 64-bit integer */
  readonly '@instanceID'?: Json;
  readonly '@name': string;
  readonly '@source'?: string;
  readonly '@icon'?: string;
  readonly '@parent'?: string;
  readonly [member: string]: Json | undefined;
};

export type ObjectList = {
  readonly objects: readonly WireObject[];
};

export type Property = {
  readonly value: Json;
  readonly id: ObjectId;
  readonly path: string;
  readonly changed: boolean;
};

export type FunctionResult = {
  readonly result: Json;
};

export type BatchItem = {
  /** Echoed as it came */
  readonly id?: Json;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Of an object or a function, as in `/exposed/object/key-light/intensity` */
  readonly path: string;
  /** As of the request alone */
  readonly body?: Json;
};

export type BatchResult = {
  readonly responses: readonly {
    readonly id: Json;
    readonly status: number;
    readonly body: Json;
  }[];
};

export type Condition = {
  readonly property: string;
  readonly value: string | number | boolean | null;
  readonly showWhenMatch: boolean;
};

export type Section = {
  readonly icon: string;
  readonly title: string;
  readonly accessLevel: number;
  readonly subtitle?: string;
};

export type Layout = {
  readonly path: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly columns?: number;
  readonly grow?: number;
};

/** How a remote app lets its users set a value */
export type Controller = 
  | {
    readonly type: 'Default' | 'Hide' | 'InlineReference';
  }
  | {
    readonly type: 'Slider';
    readonly minValue: number;
    readonly maxValue: number;
    readonly step: number;
  }
  | {
    readonly type: 'StringSelector';
    /** The member of the same object that holds the choices */
    readonly sourcePropertyName: string;
    /** Its name before 0.24 */
    readonly sourceProperty: string;
  }
  | {
    readonly type: 'TypeSelector';
    readonly options: readonly string[];
  }
  | {
    readonly type: 'ObjectSelector';
    readonly options: readonly {
      readonly id: ObjectId;
      readonly name: string;
      readonly type: string;
    }[];
  }
  | {
    readonly type: 'AssetSelector';
    readonly sourcePropertyName: string;
    readonly assetType: string;
    readonly refProperty?: string;
  }
  | {
    readonly type: 'ImagePreview';
    readonly intervalMs: number;
  }
  | {
    readonly type: 'GLTFFileSelector';
    readonly extensions: readonly string[];
  }
  | {
    readonly type: 'CameraController';
    readonly options?: {
      readonly [member: string]: Json;
    };
  };

export type PropertyDescriptor = {
  readonly name: string;
  /** `Single`, `Color`, the name of an enum, a class or an asset type, …; of an array with `[]` behind it */
  readonly type: string;
  readonly isReadOnly: boolean;
  readonly isArray: boolean;
  readonly isPersistable: boolean;
  readonly controller: Controller;
  readonly order: number;
  /** Of an array */
  readonly elementType?: string;
  /** Of the value, or of the elements of an array; a `component` is a reference to an object of the engine */
  readonly valueKind?: 'value' | 'enum' | 'class' | 'asset' | 'component';
  /** A value may be several names of the enum, as in `Left, Right` */
  readonly isFlags?: true;
  /** A value, or the array as a whole, may be null */
  readonly isNullable?: true;
  readonly isKey?: true;
  readonly persistScope?: 'project';
  readonly elementTypeOptions?: readonly string[];
  readonly ref?: true;
  readonly label?: string;
  readonly help?: string;
  readonly visibility?: Condition;
  readonly visibilityConditions?: readonly Condition[];
  readonly section?: Section;
  readonly layout?: Layout;
  readonly collapsed?: true;
};

export type ParameterDescriptor = {
  readonly name: string;
  /** `Single`, `Color`, the name of an enum, a class or an asset type, …; of an array with `[]` behind it */
  readonly type: string;
  readonly isReadOnly: boolean;
  readonly isArray: boolean;
  readonly isPersistable: boolean;
  readonly controller: Controller;
  readonly order: number;
  /** Of an array */
  readonly elementType?: string;
  /** Of the value, or of the elements of an array; a `component` is a reference to an object of the engine */
  readonly valueKind?: 'value' | 'enum' | 'class' | 'asset' | 'component';
  /** A value may be several names of the enum, as in `Left, Right` */
  readonly isFlags?: true;
  /** A value, or the array as a whole, may be null */
  readonly isNullable?: true;
  readonly enumType?: string;
  /** For calls that leave the argument out */
  readonly defaultValue?: Json;
  readonly ref?: true;
  readonly label?: string;
  readonly help?: string;
  readonly visibility?: Condition;
  readonly visibilityConditions?: readonly Condition[];
  readonly section?: Section;
  readonly layout?: Layout;
};

export type FunctionDescriptor = {
  readonly name: string;
  readonly returnType: string;
  readonly parameters: readonly ParameterDescriptor[];
  readonly order: number;
  readonly controller?: Controller;
  readonly label?: string;
  readonly icon?: string;
  readonly help?: string;
  readonly visibility?: Condition;
  readonly visibilityConditions?: readonly Condition[];
  readonly section?: Section;
  readonly layout?: Layout;
};

export type TypeList = {
  readonly types: readonly {
    readonly type: string;
    /** `component`: in the engine, and referred to; `class` and `struct`: within the objects that have them, unless registered; `static`: one, by its name */
    readonly kind?: 'component' | 'class' | 'struct' | 'static';
    /** Nothing is of this very class, but of those that derive from it */
    readonly isAbstract?: boolean;
    readonly properties: readonly PropertyDescriptor[];
    readonly category?: string;
    readonly functions?: readonly FunctionDescriptor[];
    readonly help?: string;
    readonly icon?: string;
    readonly hideInScene?: true;
    readonly baseTypes?: readonly string[];
  }[];
};

export type EnumList = {
  readonly enums: readonly {
    readonly type: string;
    readonly values: readonly {
      readonly name: string;
      readonly value: number;
      readonly displayName: string;
    }[];
    readonly help?: string;
  }[];
};

export type OrphanList = {
  readonly orphans: readonly {
    readonly sourceKey: string;
    readonly type: string;
  }[];
};

export type OrphanRemoved = {
  readonly success: true;
  readonly removed: boolean;
};

export type Success = {
  readonly success: true;
};

export type Live = {
  /** Of the live scene that is open, in the project's folder */
  readonly path: string | null;
  readonly unsaved: boolean;
  /** Those with unsaved edits; the scene may be unsaved for other reasons too */
  readonly objects: readonly {
    readonly id: ObjectId;
    readonly name: string;
    readonly properties: readonly string[];
  }[];
  /** Live scenes of the project */
  readonly files: readonly string[];
};

export type LivePath = {
  readonly success: true;
  /** Of the live scene that is open */
  readonly path: string | null;
};

export type PresetList = {
  readonly presets: readonly {
    readonly name: string;
    /** Of its object; empty for a file that cannot be read */
    readonly type: string;
  }[];
};

export type PresetPath = {
  readonly success: true;
  readonly path: string;
};

export type Status = {
  readonly success: true;
  readonly applicationName: string;
  readonly version: string;
  readonly fps: number;
  readonly instanceId: string;
  /** What the caller may do */
  readonly access?: 'full' | 'read' | 'some';
};

export type Performance = {
  readonly success: true;
  readonly fps: number;
  /** Working set in bytes */
  readonly memory: number;
};

export type Heartbeat = {
  readonly success: true;
  readonly clientId: string;
  readonly serverTime: Timestamp;
  readonly message: string;
  readonly serverStatus: {
    readonly isRunning: boolean;
    readonly connectedClients: number;
    /** Seconds */
    readonly uptime: number;
  };
};

export type Addresses = {
  readonly success: true;
  readonly addresses: readonly {
    readonly interfaceName: string;
    readonly address: string;
  }[];
  readonly timestamp: Timestamp;
};

export type Asset = {
  readonly guid: string;
  readonly name: string;
  readonly type: string;
};

export type AssetList = {
  readonly assets: readonly {
    readonly guid: string;
    readonly name: string;
    readonly type: string;
    /** False for one that has to be loaded first */
    readonly loaded: boolean;
  }[];
};

export type Confirmed = {
  readonly success: true;
  readonly settled: boolean;
  readonly timestamp: Timestamp;
};

export type QuitAnswer = {
  readonly success: boolean;
  readonly declined?: true;
  readonly message: string;
  readonly confirmId?: string;
  readonly timestamp: Timestamp;
};

/** Declined, with nothing deleted, by an application that cannot be ended remotely */
export type ResetAnswer = {
  readonly success: boolean;
  readonly declined?: true;
  readonly message: string;
  readonly timestamp: Timestamp;
};

export type Language = {
  readonly current: string;
  readonly available: readonly string[];
};

export type LanguageChanged = {
  readonly success: true;
  readonly current: string;
};

export type UiInfo = {
  readonly title: string;
};

export type SideMenu = {
  readonly menuItems: readonly {
    readonly id: string;
    readonly icon: string;
    readonly label: string;
    readonly pageType: string;
    readonly selectorObjectId: string;
    readonly factoryObjectId: string;
    readonly position: string;
    readonly order: number;
    readonly accessLevel: number;
  }[];
};

/** The data of one event of the stream, as it stands under the member `data` */
export type StreamEvent = 
  | Connected
  | PropertyUpdated
  | ObjectsChanged
  | TypesUpdate
  | SystemNotification
  | ConfirmRequest
  | ConfirmDismiss
  | ClientPresence;

/** The first event of a stream */
export type Connected = {
  readonly type: 'connected';
  readonly timestamp: Timestamp;
  readonly clientId: string;
  readonly serverTime: string;
  readonly message: string;
  /** New for every start of the host */
  readonly instanceId: string;
  /** After `resumed` nothing was missed; else read again */
  readonly resume?: 'fresh' | 'resumed' | 'gap';
  /** The id of this event, and of the last one before those that follow */
  readonly cursor?: string;
};

/** A member has another value; with an empty path, the object as a whole */
export type PropertyUpdated = {
  readonly type: 'exposed_object_updated';
  readonly timestamp: Timestamp;
  readonly value: Json;
  readonly id: ObjectId;
  /** Its source key, if it has one: with `?source` */
  readonly source?: string;
  readonly path: string;
  /** Whether the value differs from its captured default */
  readonly changed: boolean;
};

/** Objects have come or gone */
export type ObjectsChanged = {
  readonly type: 'exposed_objects_changed';
  readonly timestamp: Timestamp;
  readonly added: readonly ObjectId[];
  readonly removed: readonly ObjectId[];
  /** Source keys by id, of those that have one: with `?source` */
  readonly sources?: { readonly [name: string]: string };
};

/** Types or enums are others, or in another language */
export type TypesUpdate = {
  readonly type: 'types_update';
  readonly timestamp: Timestamp;
};

export type SystemNotification = {
  readonly type: 'system_notification';
  readonly timestamp: Timestamp;
  readonly notificationType: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly message: string;
  readonly icon: string;
  readonly data: Json;
  readonly messageId: string;
};

/** A question that the host asks on every surface at once; the first answer counts */
export type ConfirmRequest = {
  readonly type: 'confirm_request';
  readonly timestamp: Timestamp;
  readonly id: string;
  readonly icon: string;
  readonly titleKey: string;
  readonly messageKey: string;
  readonly yesKey: string;
  readonly noKey: string;
  /** Empty, like `cancel`, where the question offers no cancel */
  readonly cancelKey: string;
  readonly title: string;
  readonly message: string;
  /** Label of the button */
  readonly yes: string;
  readonly no: string;
  readonly cancel: string;
};

/** A question has its answer */
export type ConfirmDismiss = {
  readonly type: 'confirm_dismiss';
  readonly timestamp: Timestamp;
  readonly id: string;
  readonly choice?: 'yes' | 'no' | 'cancel';
  /** The client identity that has answered, or `host` for its own dialog; left out where nobody has */
  readonly by?: string;
};

/** Another app came or went */
export type ClientPresence = {
  readonly type: 'client_connected' | 'client_disconnected';
  readonly timestamp: Timestamp;
  readonly clientId: string;
};
