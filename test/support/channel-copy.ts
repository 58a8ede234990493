import type { TestDatabase } from './database.ts';
import { daysAhead } from './stays.ts';

/** A channel's data for a night in one of its rooms. */
export type CopiedNight = Readonly<Record<string, unknown>>;

/** A message as an app reads it. */
export interface AriMessage {
  readonly message_id: string;
  readonly connection_id: number;
  readonly channel_property_id: string;
  readonly mode: 'delta' | 'full';
  readonly more: boolean;
  readonly sequence: number;
  readonly currency: string;
  readonly changes: readonly ({
    readonly channel_room: string;
    readonly channel_rate?: string;
    readonly from: string;
    readonly until: string;
  } & Readonly<Record<string, unknown>>)[];
}

/** A channel's copy by room, optional rate and night: a message older than a received one changes nothing. */
export interface ChannelCopy {
  readonly nights: Map<string, CopiedNight>;
  readonly take: (message: AriMessage) => void;
}

export function openCopy(): ChannelCopy {
  const nights = new Map<string, CopiedNight>();
  const newest = new Map<number, number>();
  return {
    nights,
    take({ connection_id: id, sequence, changes }) {
      if (sequence <= (newest.get(id) ?? 0)) return;
      newest.set(id, sequence);
      for (const { channel_room: room, channel_rate: rate, from, until, ...says } of changes) {
        for (
          let night = Temporal.PlainDate.from(from);
          Temporal.PlainDate.compare(night, until) <= 0;
          night = night.add({ days: 1 })
        )
          nights.set([room, rate, night].filter((part) => part !== undefined).join(' '), says);
      }
    },
  };
}

/** The expected copy of a unit type's nights from this many days ahead, from the calendar itself. */
export async function freeUnits(
  database: Pick<TestDatabase, 'query'>,
  unitTypeId: string,
  { from, nights }: { readonly from: number; readonly nights: number },
): Promise<readonly number[]> {
  const rows = await database.query<{ free: number }>(
    `SELECT greatest(0, total - closed - held - confirmed) AS free FROM catalog.night
     WHERE unit_type_id = $1 AND night >= $2::date AND night < $3::date ORDER BY night`,
    [unitTypeId, daysAhead(from), daysAhead(from + nights)],
  );
  return rows.map(({ free }) => Number(free));
}
