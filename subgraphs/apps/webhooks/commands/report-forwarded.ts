import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import type { InstallTarget } from '../../installs/steps/install-target.ts';
import { withInstall } from '../../installs/steps/install-target.ts';
import { FORWARD_BATCH } from '../domain/deliveries.ts';

/** A local app's response to a forwarded delivery. */
export interface ForwardOutcome {
  readonly eventId: string;
  /** Null if there was no response. */
  readonly statusCode?: number | null;
  readonly error?: string | null;
  readonly latencyMs: number;
}

/** The number of recorded outcomes, or why they were refused. */
export type Reported = Refused & { readonly recorded: number };

/**
 * Records a local app's responses in the delivery log. Reported deliveries have arrived, so they aren't sent
 * again when forwarding ends. Skips deliveries that aren't forwarded, e.g. because they've been replayed since.
 * See docs/interface/webhooks.md#forwarding.
 */
export async function reportForwarded(
  ctx: SubgraphContext,
  { outcomes, ...target }: InstallTarget & { readonly outcomes: readonly ForwardOutcome[] },
): Promise<Reported> {
  if (outcomes.length > FORWARD_BATCH) {
    const refused = refuse('INVALID', `At most ${FORWARD_BATCH} outcomes can be reported at a time.`, [
      'outcomes',
    ]);
    return { ...refused, recorded: 0 };
  }
  const done = await withInstall(ctx, target, async (em, install): Promise<Reported> => {
    const { rows } = await sql`
      UPDATE apps.deliveries d
      SET last_status_code = o."statusCode", last_error = o.error, latency_ms = o."latencyMs", handed_over = false
      FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (
        "eventId" uuid, "statusCode" int, error text, "latencyMs" int
      )
      WHERE d.install_id = ${install.id} AND d.event_id = o."eventId" AND d.status = 'forwarded'
      RETURNING d.id`.execute(statements(em));
    return { recorded: rows.length, userErrors: NONE };
  });
  return { recorded: 0, ...done };
}
