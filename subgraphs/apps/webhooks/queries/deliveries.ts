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

/** An install as the headers of its deliveries need it. */
export interface HeaderSigner extends Signer {
  /** Whether the version it runs asks for the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean;
}

/** A delivery, and the install that signs it. */
export interface DeliveryRow {
  readonly delivery: Delivery;
  readonly install: HeaderSigner;
}

/** An install of the caller's transaction, as the headers of its deliveries need it. */
export async function headerSigner(em: Transaction, install: Install): Promise<HeaderSigner> {
  const { id, appId, teamId, webhookSecretSealed } = install;
  const { standardWebhooks = false } = (await runningManifest(em, id)) ?? {};
  return { appId, teamId, webhookSecretSealed, standardWebhooks };
}

/** A page of the delivery log of an install, newest first. */
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

/** One delivery of an install; null if it had none of that event. */
export async function findDelivery(
  ctx: SubgraphContext,
  install: HeaderSigner & { readonly id: number },
  eventId: string,
): Promise<DeliveryRow | null> {
  if (!isUuid(eventId)) return null;
  const delivery = await reader(ctx).findOne(Delivery, { installId: install.id, eventId });
  return delivery && { delivery, install };
}

/** The headers a delivery was last sent with; signed for now where it was never sent. Docs: docs/reference/webhook-topics.md#signature. */
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
