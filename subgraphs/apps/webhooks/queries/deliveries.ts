import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { signTimestamped, unixSeconds } from '#kit/hmac.ts';
import { isUuid } from '#kit/ids.ts';
import type { Install } from '../../installs/store/entities.ts';
import { runningManifest } from '../../installs/store/running-version.ts';
import { openWebhookSecret, type Signer } from '../../installs/store/webhook-secret.ts';
import { standardSignature } from '../domain/standard-webhooks.ts';
import { Delivery } from '../store/entities.ts';

/** Install fields for its deliveries' headers. */
export interface HeaderSigner extends Signer {
  /** True if the running version requests Standard Webhooks headers. */
  readonly standardWebhooks: boolean;
}

/** A delivery, and its signing install. */
export interface DeliveryRow {
  readonly delivery: Delivery;
  readonly install: HeaderSigner;
}

/** Returns an install from the caller's transaction with the fields for its deliveries' headers. */
export async function headerSigner(em: Transaction, install: Install): Promise<HeaderSigner> {
  const { id, appId, teamId, webhookSecretSealed } = install;
  const { standardWebhooks = false } = (await runningManifest(em, id)) ?? {};
  return { appId, teamId, webhookSecretSealed, standardWebhooks };
}

/** Returns a page of an install's delivery log, newest first. */
export async function findDeliveries(
  ctx: SubgraphContext,
  install: HeaderSigner & { readonly id: number },
  listing: Listing,
): Promise<Page<DeliveryRow>> {
  const slice = readSlice(listing, 1);
  const { size, backward, after, before } = slice;
  const deliveries = await reader(ctx).find(
    Delivery,
    { installId: install.id, id: { ...(after && { $lt: after[0] }), ...(before && { $gt: before[0] }) } },
    { orderBy: { id: backward ? 'asc' : 'desc' }, limit: size + 1 },
  );
  const rows = deliveries.map((delivery) => ({ delivery, install }));
  return pageOf(rows, slice, ({ delivery: { id } }) => [id]);
}

/** Returns an install's delivery for an event, or null. */
export async function findDelivery(
  ctx: SubgraphContext,
  install: HeaderSigner & { readonly id: number },
  eventId: string,
): Promise<DeliveryRow | null> {
  if (!isUuid(eventId)) return null;
  const delivery = await reader(ctx).findOne(Delivery, { installId: install.id, eventId });
  return delivery && { delivery, install };
}

/**
 * Returns the headers last sent with a delivery; signs with the current time if it was never sent. Docs:
 * docs/reference/webhook-topics.md#signature.
 */
export function headersOf(ctx: SubgraphContext, { delivery, install }: DeliveryRow) {
  const { topic, body, signature, sentAt } = delivery;
  const timestamp = unixSeconds(sentAt ?? ctx.clock.now());
  const secret = openWebhookSecret(ctx, install);
  const hex = signature ?? signTimestamped(secret, timestamp, body);
  return {
    topic,
    timestamp,
    signature: `sha256=${hex}`,
    standardSignature: install.standardWebhooks ? standardSignature(secret, delivery, timestamp) : null,
  };
}
