import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { SettingScope } from '#manifest/declared-setting.ts';
import { isSlug } from '#manifest/slug.ts';
import { MAX_SETTING_VALUES } from '#schema/limits.ts';
import { type HeldIds, teamHolds } from '../../operations/team-holds.ts';
import type { GivenValue } from '../domain/settings.ts';
import type { SettingTarget } from '../store/settings.ts';

const NOTHING: HeldIds = { properties: [], unitTypes: [], connections: [], placements: [] };

/** What values and the target may name, as far as the team has it. */
export async function findNamed(
  ctx: SubgraphContext,
  {
    teamId,
    app,
    target: { per, objectId },
    values,
  }: {
    readonly teamId: number;
    readonly app: string;
    readonly target: SettingTarget;
    readonly values: readonly GivenValue[];
  },
): Promise<HeldIds> {
  const ids = [
    ...new Set(values.slice(0, MAX_SETTING_VALUES).flatMap(({ value }) => parseId(value ?? '') ?? [])),
  ].map(String);
  const of = (kind: SettingScope) => (per === kind ? [String(objectId)] : []);
  const connections = of('connection');
  const placements = of('placement');
  const properties = [...ids, ...of('property')];
  const unitTypes = [...ids, ...of('unit_type')];
  if (!isSlug(app)) return NOTHING; // there is no such app
  if (properties.length + unitTypes.length + connections.length + placements.length === 0) return NOTHING;
  return teamHolds(ctx, { teamId: String(teamId), app, properties, unitTypes, connections, placements });
}
