import { Given } from '@cucumber/cucumber';
import type { Json } from '../../conformance/client/index.js';
import { type Found, finding } from '../support/found.js';
import { isComposite } from '../support/nesting.js';
import { movingMembers } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

const numeric = ['Single', 'Double', 'Int32', 'Int64', 'Int16', 'Byte'];

/** Writable numbers, persistable ones first, because applications may handle the others specially. */
function numbersOf({ objects, types }: Found, wanted: string | undefined) {
  const all = objects.flatMap((object) => {
    const type = types.find((each) => each.type === object['@type']);
    const properties: Json[] = type?.properties ?? [];
    return properties
      .filter(
        ({ name, type: kind, isReadOnly }) =>
          numeric.includes(kind) && !isReadOnly && typeof object[name] === 'number',
      )
      .map((property) => ({ object, property }));
  });
  const own = wanted === undefined ? all : all.filter(({ property }) => property.name === wanted);
  const isKept = ({ property }: { property: Json }) => property.isPersistable !== false;
  return [...own.filter(isKept), ...own.filter((each) => !isKept(each))];
}

/** Other numbers that the control of a property allows. */
function otherNumbers(value: number, controller: Json): number[] {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = controller ?? {};
  const candidates = [1, 2, Math.ceil(minValue), Math.floor(maxValue), 0, value + 1, value - 1];
  return candidates.filter(
    (each) => Number.isFinite(each) && each !== value && each >= minValue && each <= maxValue,
  );
}

/** The value of the property is restored after the scenario. */
Given('one of them has a property that takes numbers', function (this: HostWorld) {
  return useNumber(this, finding(this));
});

/** Searches the members of an object and its inline objects. */
Given('one of them has a property that takes whole numbers of 32 bits', async function (this: HostWorld) {
  const { objects, types } = finding(this);
  const moves = await movingMembers(this);
  for (const object of objects) {
    const { status, json } = await this.http.request('GET', `/exposed/object/${object['@id']}?nested=1`);
    for (const { way, value } of wholeNumbersIn(status === 200 ? json : object, types)) {
      if (moves(object, way[0]!) || ![way[0], way.at(-1), undefined].includes(this.parameters.member))
        continue;
      const path = ['/exposed/object', object['@id'], ...way].join('/');
      this.borrow(path, value);
      this.remember({ path, value });
      return undefined;
    }
  }
  return this.notApplicable('none of its objects has an Int32 that can be written, as far as its types tell');
});

/** Yields each number with the names of its path, without lists. */
function* wholeNumbersIn(object: Json, types: readonly Json[]): Generator<{ way: string[]; value: number }> {
  const properties: Json[] = types.find((each) => each.type === object['@type'])?.properties ?? [];
  for (const { name, type, isReadOnly } of properties) {
    const value = object[name];
    if (isReadOnly) continue;
    if (type === 'Int32' && typeof value === 'number') yield { way: [name], value };
    else if (isComposite(value) && value['@id'] === undefined)
      for (const inner of wholeNumbersIn(value, types))
        yield { way: [name, ...inner.way], value: inner.value };
  }
}

Given('the object with it has a property that takes numbers', function (this: HostWorld) {
  const { objects, types } = finding(this);
  const holder = objects.filter((object) => Object.values(object).some((value) => isComposite(value)));
  return useNumber(this, { objects: holder, types });
});

/**
 * Finds the first property that keeps another number; types do not describe the limits of an application.
 */
async function firstWritable<T extends { object: Json; property: Json; other: number }>(
  world: HostWorld,
  usable: readonly T[],
): Promise<T | undefined> {
  for (const each of usable) {
    const path = `/exposed/object/${each.object['@id']}/${each.property.name}`;
    const before = (await world.http.request('GET', path)).json?.value;
    await world.http.request('PUT', path, { body: { value: each.other } });
    const after = (await world.http.request('GET', path)).json?.value;
    await world.http.request('PUT', path, { body: { value: before } });
    if (after === each.other) return each;
  }
  return undefined;
}

async function useNumber(world: HostWorld, among: Found): Promise<'skipped' | undefined> {
  const { member } = world.parameters;
  const moves = await movingMembers(world);
  const numbers = numbersOf(among, member);
  if (numbers.length === 0)
    return world.notApplicable(
      member === undefined
        ? 'none of its objects has a number that can be written, as far as its types tell'
        : `no object has a number ${member} that can be written, which --member names`,
    );
  const usable = numbers.flatMap(({ object, property }) => {
    if (moves(object, property.name)) return [];
    return otherNumbers(object[property.name], property.controller).map((other) => ({
      object,
      property,
      other,
    }));
  });
  const chosen = (await firstWritable(world, usable)) ?? usable[0];
  if (chosen === undefined)
    return world.notApplicable(
      'every number that can be written moves by itself; --object and --member name one that can be worked with',
    );
  const { object, property, other } = chosen;
  const id = object['@id'];
  const path = `/exposed/object/${id}/${property.name}`;
  const value = (await world.http.request('GET', path)).json?.value ?? object[property.name];
  world.borrow(path, value);
  const isLower = property.name.toLowerCase() === property.name;
  const otherCase = isLower ? property.name.toUpperCase() : property.name.toLowerCase();
  world.remember({ path, object: id, name: property.name, value, other, 'other-case': otherCase });
  return undefined;
}
