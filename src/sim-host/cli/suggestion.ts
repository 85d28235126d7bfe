import { nearestName } from '../../service/common/nearest-name.js';

/** Returns ` (Did you mean X?)` as commander writes it; an empty string if no name is similar. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? '' : ` (Did you mean ${nearest}?)`;
}
