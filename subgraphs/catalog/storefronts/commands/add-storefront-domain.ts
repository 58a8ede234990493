import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { userError } from '../../errors.ts';
import type { StorefrontDomainAddInput, UserError } from '../../generated.ts';
import { StorefrontDomainEntity, StorefrontEntity } from '../../store/entities.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { readDomainName } from '../domain/domain-name.ts';
import { describeDomain, type StorefrontDomainRecord } from '../queries/domains.ts';
import { platformNames } from '../store/platform-names.ts';

export interface StorefrontDomainPayload {
  readonly storefrontDomain: StorefrontDomainRecord | null;
  readonly userErrors: UserError[];
}

/** Maximum active domains per storefront. */
const MOST_DOMAINS = 10;

/**
 * Adds a host's own domain to a storefront; the payload has the records to create. Each claim has a new proof
 * value, so a leftover record proves nothing. Adding it again returns the existing claim. See
 * docs/interface/storefronts.md#domains.
 */
export function addStorefrontDomain(
  ctx: SubgraphContext,
  input: StorefrontDomainAddInput,
): Promise<StorefrontDomainPayload> {
  const { name, mistake } = readDomainName(input.domain, platformNames(ctx.config));
  return inTransaction(ctx, async (em): Promise<StorefrontDomainPayload> => {
    const storefront = await ownStorefront(em, ctx.viewer, input.storefrontId);
    if (!storefront) return refused('NOT_FOUND', 'storefrontId', 'There is no such storefront.');
    if (mistake !== undefined) return refused('INVALID', 'domain', mistake);
    if (storefront.closedAt)
      return refused('CLOSED', 'storefrontId', 'This storefront is permanently closed.');
    if ((await em.count(StorefrontEntity, { domain: name })) > 0)
      return refused('TAKEN', 'domain', 'This domain belongs to the platform.');
    const domains = await em.find(StorefrontDomainEntity, { storefront, status: { $ne: 'removed' } });
    const known = domains.find(({ domain }) => domain === name);
    if (known) return { storefrontDomain: describeDomain(ctx, known), userErrors: [] };
    if (domains.length >= MOST_DOMAINS)
      return refused(
        'LIMIT_REACHED',
        'domain',
        `A storefront can have at most ${MOST_DOMAINS} domains of its own.`,
      );
    const now = ctx.clock.now();
    const row = em.create(StorefrontDomainEntity, {
      storefront,
      domain: name,
      challenge: `platform-${storefront.teamId}-${randomToken(24)}`,
      createdAt: now,
      nextCheckAt: now,
    });
    await em.flush();
    await recordTeamEvent(ctx, em, [storefront.teamId], { kind: 'storefront_domain.added', subject: name });
    return { storefrontDomain: describeDomain(ctx, row), userErrors: [] };
  });
}

const refused = (
  code: Parameters<typeof userError>[0],
  field: string,
  message: string,
): StorefrontDomainPayload => ({ storefrontDomain: null, userErrors: [userError(code, field, message)] });
