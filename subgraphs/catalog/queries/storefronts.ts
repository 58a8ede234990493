import { createPrivateKey, type KeyObject, sign, timingSafeEqual } from 'node:crypto';
import { wrap } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { signTimestamped } from '#kit/hmac.ts';
import { equalInConstantTime, hashToken } from '#kit/secrets.ts';
import { StorefrontEntity, type StorefrontRecord } from '../entities.ts';
import { storefrontDirectory } from '../read-model/storefront-directory.ts';
import { reachOf } from '../viewer-rights.ts';

/** The storefront a Host header names, with or without a port; null for an unknown one. */
export function storefrontByHost(ctx: IslandContext, host: string): Promise<StorefrontRecord | null> {
  return storefrontDirectory(ctx).byDomain(host.replace(/:\d+$/, ''));
}

/** A storefront by its id. */
export function storefrontById(ctx: IslandContext, id: number): Promise<StorefrontRecord | null> {
  return storefrontDirectory(ctx).byId(id);
}

/** A storefront that another subgraph refers to: of the host's team, or any for the platform; null for any other. */
export async function storefrontReference(ctx: IslandContext, id: number): Promise<StorefrontRecord | null> {
  const { teamId } = reachOf(ctx.viewer);
  const found = await storefrontById(ctx, id);
  return found && (teamId === null || found.teamId === teamId) ? { ...found } : null;
}

/** Storefronts of a team; null for another team than the chosen one. */
export async function storefrontsOfTeam(ctx: IslandContext, id: number): Promise<StorefrontRecord[] | null> {
  return reachOf(ctx.viewer).teamId === id ? teamStorefronts(ctx) : null;
}

/** Storefronts of the chosen team, in the order they were made; none where no team is chosen. */
export async function teamStorefronts(ctx: IslandContext): Promise<StorefrontRecord[]> {
  const { teamId } = reachOf(ctx.viewer);
  const rows = await reader(ctx).find(StorefrontEntity, { teamId: teamId ?? 0 }, { orderBy: { id: 'asc' } });
  return rows.map((row) => wrap(row).toPOJO());
}

/** Whether an ACP API key is the storefront's, in constant time; false where none was made. */
export function acpApiKeyMatches({ acpApiKeyHash }: StorefrontRecord, apiKey: string): boolean {
  return acpApiKeyHash != null && equalInConstantTime(acpApiKeyHash, hashToken(apiKey));
}

/** Signed ACP requests may be this old or this far ahead (docs/interface/acp.md#authentication). */
const TIMESTAMP_TOLERANCE_S = 300;

/** What an ACP request carries to prove itself. */
export interface SignedRequest {
  readonly timestamp?: string | null | undefined;
  readonly signature?: string | null | undefined;
  readonly body: string;
}

/**
 * Whether an ACP request may pass: no secret is configured, or `Signature` and `Timestamp` are right, whatever the case of the
 * hex (docs/interface/acp.md#authentication). A signature of no body says nothing but the time, so it is good for what a client
 * sends in the same moment, and refused as a replay later.
 */
export async function acpSignatureMatches(
  ctx: Pick<IslandContext, 'vault' | 'clock' | 'db'>,
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

/** A client that signs several requests within a second signs them alike. */
const SAME_MOMENT_MS = 2_000;

/** Whether a timestamp is used for the first time, or was just now. Forgets those that are refused anyway. */
async function isFirstUse(
  ctx: Pick<IslandContext, 'clock' | 'db'>,
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

/** What a storefront's ACP signing secret is sealed to. */
export const acpSecretRow = (storefrontId: number) => `storefront:${storefrontId}:acp-signing-secret`;

/** What the private half of a signing key is sealed to. */
export const signingKeyRow = (kid: string) => `storefront-signing-key:${kid}`;

const KEYS = new WeakMap<StorefrontRecord, KeyObject>();

/** RFC 9421 signature of a signature base with the storefront's key: base64 of ES256 as raw r||s. */
export function signatureOf(
  ctx: Pick<IslandContext, 'vault'>,
  storefront: StorefrontRecord,
  base: string,
): string {
  let key = KEYS.get(storefront);
  if (!key) {
    key = createPrivateKey(ctx.vault.open(storefront.signingKey, signingKeyRow(storefront.signingKid)));
    KEYS.set(storefront, key);
  }
  return sign('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}
