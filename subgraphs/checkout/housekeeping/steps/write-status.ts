import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import type { UnitStatusRow } from '../../store/entities.ts';
import { type StatusFields, viewHousekeeping } from '../domain/unit-status.ts';

/** A unit with its place. */
export interface PlacedUnit {
  readonly unitId: number;
  readonly teamId: number;
  readonly propertyId: number;
  readonly unitTypeId: number;
  readonly timeZone: string;
}

/** New values for a unit's row; omitted fields keep theirs. */
export type StatusChange = Partial<
  StatusFields &
    Pick<
      UnitStatusRow,
      'leftBookingId' | 'leftAt' | 'statusBefore' | 'displaced' | 'nightsVersion' | 'nightsSynced'
    >
>;

/** Locks a unit's status, creating it if the unit has none. */
export async function lockStatus(
  ctx: SubgraphContext,
  em: Transaction,
  { unitId, teamId, propertyId, unitTypeId, timeZone }: PlacedUnit,
): Promise<UnitStatusRow> {
  const { rows } = await sql<UnitStatusRow>`
    INSERT INTO checkout.unit_statuses AS u (unit_id, team_id, property_id, unit_type_id, time_zone, status, updated_at)
    VALUES (${unitId}, ${teamId}, ${propertyId}, ${unitTypeId}, ${timeZone}, 'clean', ${ctx.clock.now()})
    ON CONFLICT (unit_id) DO UPDATE SET time_zone = excluded.time_zone
    RETURNING unit_id AS "unitId", team_id AS "teamId", property_id AS "propertyId", unit_type_id AS "unitTypeId",
      time_zone AS "timeZone", status, out_from AS "outFrom", out_until AS "outUntil", out_reason AS "outReason",
      displaced, left_booking_id::float8 AS "leftBookingId", left_at AS "leftAt", status_before AS "statusBefore",
      nights_version AS "nightsVersion", nights_synced AS "nightsSynced", version, updated_at AS "updatedAt"`.execute(
    statements(em),
  );
  const [row] = rows;
  if (!row) throw new Error(`Failed to lock the status of unit ${unitId}.`);
  return row;
}

/** Writes a locked unit's status, and publishes `unit.housekeeping_changed` if it differs for callers. */
export async function writeStatus(
  ctx: SubgraphContext,
  em: Transaction,
  before: UnitStatusRow,
  change: StatusChange,
): Promise<void> {
  const after = { ...before, ...change };
  const now = ctx.clock.now();
  const today = dateIn(after.timeZone, now).toString();
  const [was, is] = [viewHousekeeping(before, today), viewHousekeeping(after, today)];
  const isChanged = was.status !== is.status || was.from !== is.from || was.until !== is.until;
  const version = before.version + (isChanged ? 1 : 0);
  await sql`
    UPDATE checkout.unit_statuses SET status = ${after.status}, out_from = ${after.outFrom}::date,
      out_until = ${after.outUntil}::date, out_reason = ${after.outReason}::text,
      displaced = ${JSON.stringify(after.displaced)}::jsonb, left_booking_id = ${after.leftBookingId}::bigint,
      left_at = ${after.leftAt}::timestamptz, status_before = ${after.statusBefore}::text,
      nights_version = ${after.nightsVersion}, nights_synced = ${after.nightsSynced}, version = ${version}, updated_at = ${now}
    WHERE unit_id = ${before.unitId}`.execute(statements(em));
  if (!isChanged) return;
  const { unitId, teamId, propertyId, unitTypeId } = before;
  const { status, from, until } = is;
  const about = { teamId, unitId, unitTypeId, propertyId, version };
  await publish(ctx, em, 'unit.housekeeping_changed', { ...about, status, from, until });
}
