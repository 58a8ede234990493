import type { Session } from '../../store/entities.ts';

/** A session as returned by PostgreSQL: timestamps as text, JSON parsed. */
export interface SessionRow {
  readonly id: string;
  readonly storefront_id: number;
  readonly team_id: number;
  readonly surface: Session['surface'];
  readonly agent_profile: string | null;
  readonly agent_address: string | null;
  readonly status: Session['status'];
  readonly lines: Session['lines'];
  readonly buyer: Session['buyer'];
  readonly guests: Session['guests'];
  readonly arrival_time: string | null;
  readonly extras: Session['extras'];
  readonly locale: string | null;
  readonly quote: Session['quote'];
  readonly notice: Session['notice'];
  readonly revision: number;
  readonly hold_id: string | null;
  readonly completing_since: string | null;
  readonly recovering_since: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
}

/** Converts a row to a session. */
export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    storefrontId: row.storefront_id,
    teamId: row.team_id,
    surface: row.surface,
    agentProfile: row.agent_profile,
    agentAddress: row.agent_address,
    status: row.status,
    lines: row.lines,
    buyer: row.buyer,
    guests: row.guests,
    arrivalTime: row.arrival_time,
    extras: row.extras,
    locale: row.locale,
    quote: row.quote,
    notice: row.notice,
    revision: row.revision,
    holdId: row.hold_id,
    completingSince: row.completing_since ? new Date(row.completing_since) : null,
    recoveringSince: row.recovering_since ? new Date(row.recovering_since) : null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    expiresAt: new Date(row.expires_at),
  };
}
