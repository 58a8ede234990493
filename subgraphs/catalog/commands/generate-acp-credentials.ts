import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { mintToken } from '#kit/secrets.ts';
import type { AcpApiKeyPayload, AcpSigningSecretPayload } from '../generated.ts';
import { acpSecretRow } from '../queries/storefronts.ts';
import { ownStorefront } from './own-rows.ts';
import { userError } from './user-error.ts';

const NOT_FOUND = {
  ...userError('NOT_FOUND', null, 'There is no such storefront.'),
  field: ['storefrontId'],
};

/** Makes a new ACP API key for one of the host's storefronts; the earlier one stops working. Spec: "Authentication", ACP REST. */
export function generateAcpApiKey(ctx: IslandContext, storefrontId: string): Promise<AcpApiKeyPayload> {
  return inTransaction(ctx, async (em) => {
    const storefront = await ownStorefront(em, ctx.viewer, storefrontId);
    if (!storefront) return { apiKey: null, userErrors: [NOT_FOUND] };
    const { plain, hash, hint } = mintToken('platform_acp_');
    em.assign(storefront, { acpApiKeyHash: hash, acpApiKeyHint: hint });
    await em.flush();
    return { apiKey: plain, userErrors: [] };
  });
}

/**
 * Makes a new secret that ACP requests must be signed with from now on, or with `remove` ends the requirement. Stored
 * sealed. Spec: "Authentication", ACP optional signing.
 */
export function generateAcpSigningSecret(
  ctx: IslandContext,
  storefrontId: string,
  remove: boolean,
): Promise<AcpSigningSecretPayload> {
  return inTransaction(ctx, async (em) => {
    const storefront = await ownStorefront(em, ctx.viewer, storefrontId);
    if (!storefront) return { secret: null, userErrors: [NOT_FOUND] };
    const secret = remove ? null : randomToken();
    em.assign(storefront, {
      acpSigningSecret: secret && ctx.vault.seal(secret, acpSecretRow(storefront.id)),
    });
    await em.flush();
    return { secret, userErrors: [] };
  });
}
