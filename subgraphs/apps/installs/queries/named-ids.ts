import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isSlug } from '#manifest/slug.ts';
import { MAX_SETTING_VALUES } from '#schema/limits.ts';
import type { GivenValue } from '../domain/settings.ts';
import { type HeldIds, teamHolds } from '../operations/team-holds.ts';
import { objectsSet, type SettingTarget } from '../store/settings.ts';

const NOTHING: HeldIds = { properties: [], unitTypes: [], connections: [], placements: [] };

interface Naming {
  readonly teamId: number;
  readonly app: string;
  readonly values: readonly GivenValue[];
}

/** Finds objects that values refer to or that have settings, limited to the team's own. */
export async function findNamed(
  ctx: SubgraphContext,
  { teamId, app, values, objects = [] }: Naming & { readonly objects?: readonly SettingTarget[] },
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
  if (properties.length + unitTypes.length + connections.length + placements.length === 0) return NOTHING;
  return teamHolds(ctx, { teamId: String(teamId), app, properties, unitTypes, connections, placements });
}

/**
 * Finds the team's own objects that values refer to or a save targets, and deleted objects that have
 * settings.
 */
export async function findHeld(
  ctx: SubgraphContext,
  { target, ...naming }: Naming & { readonly target: SettingTarget },
): Promise<{ readonly named: HeldIds; readonly gone: readonly SettingTarget[] }> {
  if (!isSlug(naming.app)) return { named: NOTHING, gone: [] }; // the app doesn't exist
  const objects = await objectsSet(reader(ctx), naming);
  const named = await findNamed(ctx, { ...naming, objects: [target, ...objects] });
  return { named, gone: objects.filter((object) => !isHeld(named, object)) };
}

/** True if the team owns the object. */
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
