import { folder, livePath } from './world.js';

const live = (objects: string, more = '') =>
  `{"format":"jp.lilium.remotecontrol.live","formatVersion":1,${more}"objects":[${objects}]}`;
const settings = (objects: string) =>
  `{ "format": "jp.lilium.remotecontrol.projectsettings", "formatVersion": 1, "objects": [${objects}] }\n`;
const rigSettings = `${folder}/Settings/Model.Rig.settings.json`;
const deskSettings = `${folder}/Settings/Model.Desk.settings.json`;

/** Projects that failed once or are likely to fail; every run starts with them. */
export const corpus: Readonly<Record<string, readonly (readonly [path: string, text: string])[]>> = {
  'numbers beyond the precision of a double': [
    [
      livePath,
      live(
        '{"@source":"amp","@type":"Model.Rig","gain":0.773528457,"exact":1.0000000000000000001,"big":12345678901234567,"count":1e1,' +
          '"place":{"x":-0,"y":0.0,"z":1E+2}}',
      ),
    ],
  ],
  'one line between lines, CRLF and tabs': [
    [
      livePath,
      live(
        '\r\n\t{"@source":"desk","@type":"Model.Desk","fade":1.50,\r\n\t\t"lens":{ "focal" : 2.0 ,"tint":{"steps":4}} },\r\n\t{"@source":"rig","@type":"GameObjectWithTransform"}\r\n',
      ),
    ],
  ],
  'pending and resolved values': [
    [
      livePath,
      live(
        '{"@source":"amp","@type":"Model.Rig","gain":50,"target":{"@ref":"moon"},"lens":{"focal":3,"aim":{"@ref":"spot"}},' +
          '"targets":[{"@ref":"moon"},null,{"@ref":"dimmer"},{"@ref":"nobody"}],"clip":{"@type":"Clip","@guid":"guid-nowhere"}}',
      ),
    ],
  ],
  'arrays that are short, long, empty or sparse': [
    [
      livePath,
      live(
        '{"@source":"amp","@type":"Model.Rig","lenses":[{"focal":9}],"shapes":[{"@op":"removed"},{},{"@op":"new","@type":"Model.Box"}],' +
          '"cues":[{"@op":"new","@type":"Model.Cue","name":"Sad"}],"numbers":[],"names":["a",null,"c"]},' +
          '{"@source":"desk","@type":"Model.Desk","presets":["Wide",null,"Close"]},' +
          '{"@source":"dimmer","@type":"Model.Rig","lenses":[],"shapes":[{"@type":"Model.Disc","radius":2.0,"@op":"new"}]}',
      ),
    ],
  ],
  'three entries of one object': [
    [
      livePath,
      live(
        '{"@source":"lamp.components[Model.Rig]","@type":"Model.Rig","gain":0.5,"count":3},' +
          '{"@source":"lamp.components[0]","@type":"Model.Rig","gain":0.25},' +
          '{"@source":"lamp.components[0].lens","@type":"Model.Lens","focal":70.0}',
      ),
    ],
  ],
  'a child above its parent': [
    [
      livePath,
      live(
        '{"@source":"lamp","@type":"GameObjectWithTransform","@parent":"rig"},{"@source":"rig","@type":"GameObjectWithTransform","@parent":null}',
      ),
    ],
  ],
  'escaped and duplicate names': [
    [
      livePath,
      live(
        '{"@source":"amp","@type":"Model.Rig","\\u0067ain":0.250,"count":1,"count":2,"x\\"y":{"z":[{}]},"title":"sl\\/ash"}',
        '"x-team":{"of":[1.0,{"deep":null}]},',
      ),
    ],
  ],
  'a byte order mark': [[livePath, `\uFEFF${live('{"@source":"amp","@type":"Model.Rig","gain":1.0}')}\r\n`]],
  'unknown objects': [
    [
      livePath,
      live(
        '{"@source":"ghost","@type":"Ghost","a":{"b":[1.0]}},{"@source":"amp","@type":"Model.Gone","gain":2.0},{"gain":3.0},' +
          '{"@id":"new1","@op":"new","@type":"Model.Rig","gain":4.0},{"@source":"new2","@prefab":"guid-none","@type":"Model.Rig"}',
      ),
    ],
  ],
  'removed objects': [
    [livePath, live('{"@source":"amp","@op":"removed"},{"@source":"moon","@op":"removed"}')],
  ],
  'pending settings': [
    [
      rigSettings,
      settings(
        '{ "@source": "amp.components[Model.Rig]", "@type": "Model.Rig", "x": 1.0, "master": {"@ref": "moon"}, "level": 5.0, "house": {"aim": {"@ref":"spot"}, "n": 0.10} }',
      ),
    ],
    [deskSettings, settings('{ "@source": "desk", "@type": "Model.Desk", "master": 0.50 }')],
  ],
  'settings of a newer version': [
    [rigSettings, settings('').replace('"formatVersion": 1', '"formatVersion": 2')],
    [deskSettings, `${settings('{ "@source": "desk", "master": 2 }')}}`],
  ],
  'no objects at all': [[livePath, '{"format":"jp.lilium.remotecontrol.scene","formatVersion":1}']],
};
