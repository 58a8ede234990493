import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { isSlug } from '#manifest/slug.ts';
import { MAX_SETTING_VALUES } from '#schema/limits.ts';
import { type HeldIds, teamHolds } from '../../operations/team-holds.ts';
import type { GivenValue } from '../domain/settings.ts';
import type { SettingTarget } from '../store/settings.ts';

const NOTHING: HeldIds = { properties: [], unitTypes: [], connections: [], placements: [] };

/** What values name, and objects that have settings, as far as the team has it. */
export async function findNamed(
  ctx: SubgraphContext,
  {
    teamId,
    app,
    objects = [],
    values,
  }: {
    readonly teamId: number;
    readonly app: string;
    readonly objects?: readonly SettingTarget[];
    readonly values: readonly GivenValue[];
  },
): Promise<HeldIds> {
  const ids = [
    ...new Set(values.slice(0, MAX_SETTING_VALUES).flatMap(({ value }) => parseId(value ?? '') ?? [])),
  ].map(String);
  const of = (kind: SettingTarget['per']) =>
    objects.filter(({ per }) => per === kind).map(({ objectId }) => String(objectId));
  const connections = of('connection');
  const placements = of('placement');
  const properties = [...ids, ...of('property')];
  const unitTypes = [...ids, ...of('unit_type')];
  if (!isSlug(app)) return NOTHING; // there is no such app
  if (properties.length + unitTypes.length + connections.length + placements.length === 0) return NOTHING;
  return teamHolds(ctx, { teamId: String(teamId), app, properties, unitTypes, connections, placements });
}

/** Whether an object is among what a team has. */
export function isHeld(held: HeldIds, { per, objectId }: SettingTarget): boolean {
  const { properties, unitTypes, connections, placements } = held;
  const ids = {
    property: properties,
    unit_type: unitTypes,
    connection: connections,
    placement: placements,
  };
  return per !== 'install' && ids[per].includes(String(objectId));
}

/** Those of some objects that a team has no more. */
export const goneOf = (objects: readonly SettingTarget[], held: HeldIds): readonly SettingTarget[] =>
  objects.filter((object) => !isHeld(held, object));
