import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { signTimestamped } from '#kit/hmac.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { acpSecretRow } from '../store/sealed-rows.ts';

/** Signed ACP requests may be this many seconds old, or this far ahead (docs/interface/acp.md#authentication). */
const TIMESTAMP_TOLERANCE_S = 300;

/** An ACP request's authentication data. */
export interface SignedRequest {
  readonly timestamp?: string | null | undefined;
  readonly signature?: string | null | undefined;
  readonly body: string;
}

/**
 * True if an ACP request is allowed: either no secret is configured, or `Signature` and `Timestamp` are
 * correct, with the hex in upper or lower case (docs/interface/acp.md#authentication). A signature over an
 * empty body depends only on the time, so a client may use it for several requests at the same moment, but
 * later it's refused as a replay.
 */
export async function acpSignatureMatches(
  ctx: Pick<SubgraphContext, 'vault' | 'clock' | 'db'>,
  storefront: StorefrontRecord,
  { timestamp, signature, body }: SignedRequest,
): Promise<boolean> {
  if (storefront.acpSigningSecret == null) return true;
  if (timestamp == null || signature == null || !/^\d{1,12}$/.test(timestamp)) return false;
  const ageS = ctx.clock.now().getTime() / 1_000 - Number(timestamp);
  if (Math.abs(ageS) > TIMESTAMP_TOLERANCE_S) return false;
  const secret = ctx.vault.open(storefront.acpSigningSecret, acpSecretRow(storefront.id));
  const expected = Buffer.from(signTimestamped(secret, timestamp, body), 'hex');
  const given = Buffer.from(/^sha256=([\da-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return body !== '' || isFirstUse(ctx, storefront.id, Number(timestamp));
}

/** If a client signs several requests within the same second, their signatures are identical. */
const SAME_MOMENT_MS = 2_000;

/** True if a timestamp is new, or was first used only a moment ago. Deletes expired timestamps. */
async function isFirstUse(
  ctx: Pick<SubgraphContext, 'clock' | 'db'>,
  storefrontId: number,
  signedAt: number,
): Promise<boolean> {
  const now = ctx.clock.now();
  const refusedBefore = Math.floor(now.getTime() / 1_000) - TIMESTAMP_TOLERANCE_S;
  const { rows } = await sql<{ used_at: string }>`
    WITH refused AS (
      DELETE FROM catalog.acp_timestamp WHERE storefront_id = ${storefrontId} AND signed_at < ${refusedBefore}::bigint
    )
    INSERT INTO catalog.acp_timestamp AS t (storefront_id, signed_at, used_at)
    VALUES (${storefrontId}, ${signedAt}::bigint, ${now})
    ON CONFLICT (storefront_id, signed_at) DO UPDATE SET used_at = t.used_at
    RETURNING used_at`.execute(statements(ctx));
  const [first] = rows;
  return first !== undefined && now.getTime() - new Date(first.used_at).getTime() <= SAME_MOMENT_MS;
}
