import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  exposedClass,
  exposedField,
  exposedFunction,
  exposedProperty,
  RemoteControlService,
} from '../../../service/index.js';
import { createPlainHost } from '../../../service/plain/plain-host.js';
import type { SceneDocument } from '../document.js';
import { classDefinitions } from '../run/definitions.js';

@exposedClass({
  kind: 'class',
  category: 'Twice',
  icon: 'twin',
  help: 'Declared twice',
  formerNames: ['OldLamp'],
})
class Lamp {
  @exposedField({
    type: 'Single',
    controller: { type: 'Slider', minValue: 0, maxValue: 8, step: 0.5 },
    section: { icon: 'bulb', title: 'Light' },
    label: 'Level',
    help: 'How bright',
  })
  accessor level = 1;

  @exposedField({
    type: 'Boolean',
    collapsed: true,
    persistScope: 'project',
    layout: { path: 'a', direction: 'vertical' },
  })
  accessor on = false;

  @exposedField({ type: ['String'] }) accessor names: string[] = [];

  @exposedField({
    type: 'String',
    showIf: { on: true, level: 1 },
    hideIf: { names: null },
    controller: { type: 'StringSelector', sourcePropertyName: 'names' },
  })
  accessor choice = '';

  @exposedProperty({ type: 'Single', readOnly: true }) accessor heat = 0;

  @exposedFunction({
    returns: 'Int32',
    icon: 'flash',
    showIf: { on: true },
    parameters: {
      count: { type: 'Int32', default: 1 },
      name: { type: 'String', controller: { type: 'StringSelector', sourcePropertyName: 'names' } },
    },
  })
  flash(count: number): number {
    return count;
  }
}

const scene = parse(`
classes:
  Lamp:
    kind: class
    category: Twice
    icon: twin
    help: Declared twice
    formerNames: [OldLamp]
    fields:
      level:
        type: Single
        controller: { type: Slider, minValue: 0, maxValue: 8, step: 0.5 }
        section: { icon: bulb, title: Light }
        label: Level
        help: How bright
      on: { type: Boolean, collapsed: true, persistScope: project, layout: { path: a, direction: vertical } }
      names: { type: "String[]" }
      choice:
        type: String
        showIf: { on: true, level: 1 }
        hideIf: { names: null }
        controller: { type: StringSelector, sourcePropertyName: names }
    properties:
      heat: { type: Single, readOnly: true }
    functions:
      flash:
        returns: Int32
        icon: flash
        showIf: { on: true }
        parameters:
          count: { type: Int32, default: 1 }
          name: { type: String, controller: { type: StringSelector, sourcePropertyName: names } }
        do: []
`) as SceneDocument;

test('a class has the same descriptors whether decorators or a scene file declare it', () => {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const decorated = new RemoteControlService({ host });
  const declared = new RemoteControlService({ host });
  const [definition] = classDefinitions(
    scene,
    () => null,
    () => null,
  );
  declared.classes.reset();
  declared.classes.define(definition!);
  const descriptor = ({ model }: RemoteControlService) =>
    JSON.stringify(model.descriptors.class(model.classes.find('Lamp')!));
  const expected = descriptor(decorated);
  assert.ok(expected.includes('"visibilityConditions"'));
  assert.equal(decorated.classes.find('Lamp')?.definition.constructorFunction, Lamp);
  assert.notEqual(declared.classes.find('Lamp')?.definition.constructorFunction, Lamp);
  assert.equal(descriptor(declared), expected);
  host.stop();
});
