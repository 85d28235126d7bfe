import type { WireObject } from '../../../client/index.js';
import type { HostTypes } from '../exposed/host-types.js';

/** Maximum length of a name in a key, which leaves room for type and number. */
const maxNameLength = 500;

/** Returns the key of each object by id: its source key, else its name, or `Type:Name` if that is taken. */
export function objectKeys(objects: readonly WireObject[], types: HostTypes): ReadonlyMap<string, string> {
  const keyOf = ({ '@type': type, '@source': source }: WireObject) =>
    types.kind(type) === 'static' ? type : source;
  const taken = new Set(objects.map(keyOf));
  return new Map(
    objects.map((object) => {
      const name = nameOf(object);
      const long = `${object['@type']}:${name}`;
      let key = keyOf(object) ?? (taken.has(name) ? long : name);
      for (let i = 2; keyOf(object) === undefined && taken.has(key); i++) key = `${long} ${i}`;
      taken.add(key);
      return [object['@id'], key];
    }),
  );
}

/** Returns the name of an object without characters that keys cannot contain, else its type. */
function nameOf(object: WireObject): string {
  const name = object['@name'].slice(0, maxNameLength).replaceAll(/[.[\]/]|\p{Surrogate}/gu, '_');
  return name.trim() || object['@type'];
}
