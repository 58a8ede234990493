import type { ReportGroup } from '../../generated.ts';
import type { ReportedUnitsFragment } from '../operations/generated.ts';
import { DEFAULT_PLAN_OF } from './cells.ts';
import type { Time } from './periods.ts';

/** A report's group names. */
export interface Labels {
  /** Groups that have a row even without sales, in order. */
  readonly keys: readonly string[];
  /** Returns the key shown for a stored one. */
  readonly keyOf: (stored: string) => string;
  readonly labelOf: (key: string) => string;
}

const SOURCES: Readonly<Record<string, string>> = {
  agent: 'AI agents',
  direct: 'Own site',
  host: 'Front desk and apps',
  request: 'Requests',
  channel: 'Channels',
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const asIs = (key: string) => key;

/** Returns a division's names, unless it's by time. */
export function labelsOf(
  groupBy: Exclude<ReportGroup, Time>,
  { unitTypes, ratePlans }: ReportedUnitsFragment,
): Labels {
  switch (groupBy) {
    case 'property': {
      const names = new Map(unitTypes.map(({ propertyId, propertyName }) => [propertyId, propertyName]));
      return named(names, [...names.keys()]);
    }
    case 'unit_type': {
      const places = new Set(unitTypes.map(({ propertyId }) => propertyId)).size;
      const names = new Map(
        unitTypes.map(({ id, name, propertyName }) => [id, places > 1 ? `${name}, ${propertyName}` : name]),
      );
      const active = unitTypes.filter(({ isActive }) => isActive).map(({ id }) => id);
      return named(names, active);
    }
    case 'rate_plan': {
      const types = new Map(unitTypes.map((type) => [type.id, type]));
      const names = new Map(
        ratePlans.map(({ id, name, unitTypeId }) => [
          id,
          `${name}, ${types.get(unitTypeId)?.name ?? unitTypeId}`,
        ]),
      );
      const keyOf = (stored: string) =>
        stored.startsWith(DEFAULT_PLAN_OF)
          ? (types.get(stored.slice(DEFAULT_PLAN_OF.length))?.ratePlanId ?? '')
          : stored;
      return { ...named(names, []), keyOf };
    }
    case 'source':
      return { keys: [], keyOf: asIs, labelOf: (key) => SOURCES[key] ?? key };
    case 'country':
      return {
        keys: [],
        keyOf: asIs,
        labelOf: (key) => (/^[A-Z]{2}$/.test(key) ? (COUNTRIES.of(key) ?? key) : key || UNKNOWN),
      };
  }
}

const UNKNOWN = 'Unknown';

const named = (names: ReadonlyMap<string, string>, keys: readonly string[]): Labels => ({
  keys,
  keyOf: asIs,
  labelOf: (key) => names.get(key) ?? UNKNOWN,
});
