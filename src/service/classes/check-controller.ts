import { type Controller, type ControlOption, controls } from '../../wire/controls.js';
import { checkNames } from '../common/check-options.js';
import { valueText } from '../common/exception-text.js';
import { meantOrAvailable } from '../common/nearest-name.js';

/** The valid values of an option, by its type in the table of controls. */
const optionTypes = {
  number: { name: 'a number', has: (value: unknown) => typeof value === 'number' && Number.isFinite(value) },
  text: { name: 'a non-empty string', has: isName },
  texts: { name: 'an array of texts', has: (value: unknown) => Array.isArray(value) && value.every(isName) },
  object: { name: 'an object', has: (value: unknown) => typeof value === 'object' && value !== null },
};

/** Checks the controller of a declaration, for plain JavaScript. @throws Error */
export function checkController(where: string, controller: Controller): void {
  if (typeof controller !== 'object' || controller === null)
    throw new Error(
      `${where}: controller: expected an object, for example { type: 'Slider', minValue: 0, maxValue: 1, step: 0.1 }, got ${valueText(controller)}`,
    );
  const { type } = controller;
  const names = Object.keys(controls);
  if (!names.includes(type)) {
    throw new Error(`${where}: unknown controller type "${type}"${meantOrAvailable(String(type), names)}`);
  }
  const options: Readonly<Record<string, ControlOption>> = controls[type];
  checkNames(`${where}: controller`, controller, { type: true, ...options });
  for (const [name, option] of Object.entries(options)) {
    const value = (controller as Readonly<Record<string, unknown>>)[name];
    if (value === undefined && option.endsWith('?')) continue;
    const expected = optionTypes[option.replace('?', '') as keyof typeof optionTypes];
    if (!expected.has(value))
      throw new Error(`${where}: controller: ${name} must be ${expected.name}, and is ${valueText(value)}`);
  }
  if (controller.type === 'Slider') checkRange(where, controller);
}

function checkRange(
  where: string,
  { minValue, maxValue, step }: Extract<Controller, { type: 'Slider' }>,
): void {
  if (minValue >= maxValue)
    throw new Error(`${where}: controller: minValue must be a number below maxValue, and is ${minValue}`);
  if (step <= 0) throw new Error(`${where}: controller: step must be above 0, and is ${step}`);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
