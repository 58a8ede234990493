import { closest } from '../../kit/did-you-mean.ts';
import { type Issue, spelled } from './issues.ts';
import { isTable } from './values.ts';
import { MANIFEST_KEYS } from './vocabulary.ts';

/** Unknown keys that are probably a slip of a known one, in the tables that app.toml names. Other unknown keys are ignored. */
export function misspeltKeys(value: unknown, path: readonly (string | number)[] = []): readonly Issue[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => misspeltKeys(entry, [...path, index]));
  const known = MANIFEST_KEYS[path.filter((key) => typeof key === 'string').join('.')];
  if (!isTable(value) || !known) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (known.includes(key)) return misspeltKeys(inner, [...path, key]);
    const meant = closest(key, known);
    if (meant === null || Object.hasOwn(value, meant)) return [];
    const at = spelled([...path, key]);
    const message = `${at} is not a key of app.toml. Did you mean "${meant}"?`;
    return [{ path: at, code: 'misspelt', message } as const];
  });
}
