import { closest } from '../../kit/did-you-mean.ts';
import { type Issue, spelled } from './issues.ts';
import { isTable } from './values.ts';
import { MANIFEST_KEYS } from './vocabulary.ts';

/** Returns unknown keys in app.toml's tables, each with the known key that was probably meant. */
export function misspeltKeys(value: unknown, path: readonly (string | number)[] = []): readonly Issue[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => misspeltKeys(entry, [...path, index]));
  const known = MANIFEST_KEYS[path.filter((key) => typeof key === 'string').join('.')];
  if (!isTable(value) || !known) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (known.includes(key)) return misspeltKeys(inner, [...path, key]);
    const meant = closest(key, known);
    const at = spelled([...path, key]);
    if (meant === null || Object.hasOwn(value, meant)) {
      const message = `${at} isn't a key of app.toml. Known here: ${known.join(', ')}.`;
      return [{ path: at, code: 'unknown', message } as const];
    }
    const message = `${at} isn't a key of app.toml. Did you mean "${meant}"?`;
    return [{ path: at, code: 'misspelt', message } as const];
  });
}
