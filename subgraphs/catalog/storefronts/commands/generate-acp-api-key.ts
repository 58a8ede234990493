import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent, type TeamEventKind } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { mintToken } from '#kit/secrets.ts';
import { userError } from '../../errors.ts';
import type { AcpApiKeyPayload, AcpSigningSecretPayload } from '../../generated.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { acpSecretRow } from '../store/sealed-rows.ts';

const NOT_FOUND = {
  ...userError('NOT_FOUND', null, 'There is no such storefront.'),
  field: ['storefrontId'],
};

/**
 * Creates a new ACP API key for a host's storefront; the previous key stops working. See
 * docs/interface/acp.md#authentication.
 */
export async function generateAcpApiKey(
  ctx: SubgraphContext,
  storefrontId: string,
): Promise<AcpApiKeyPayload> {
  const { plain, hash, hint } = mintToken('platform_acp_');
  const changed = await changeCredentials(ctx, storefrontId, 'acp_key.created', () => ({
    acpApiKeyHash: hash,
    acpApiKeyHint: hint,
  }));
  return changed ? { apiKey: plain, userErrors: [] } : { apiKey: null, userErrors: [NOT_FOUND] };
}

/**
 * Creates a new signing secret that ACP requests must use from now on, or removes the requirement with
 * `remove`. Stored sealed. See docs/interface/acp.md#authentication.
 */
export async function generateAcpSigningSecret(
  ctx: SubgraphContext,
  storefrontId: string,
  remove: boolean,
): Promise<AcpSigningSecretPayload> {
  const secret = remove ? null : randomToken();
  const kind = remove ? 'acp_signing_secret.removed' : 'acp_signing_secret.created';
  const changed = await changeCredentials(ctx, storefrontId, kind, (id) => ({
    acpSigningSecret: secret && ctx.vault.seal(secret, acpSecretRow(id)),
  }));
  return changed ? { secret, userErrors: [] } : { secret: null, userErrors: [NOT_FOUND] };
}

type Credentials = Partial<Pick<StorefrontRecord, 'acpApiKeyHash' | 'acpApiKeyHint' | 'acpSigningSecret'>>;

/** Changes a host's storefront, and notifies this process immediately; false if there is no such storefront. */
async function changeCredentials(
  ctx: SubgraphContext,
  storefrontId: string,
  kind: TeamEventKind,
  credentialsOf: (id: number) => Credentials,
): Promise<boolean> {
  const id = await inTransaction(ctx, async (em) => {
    const storefront = await ownStorefront(em, ctx.viewer, storefrontId);
    if (!storefront) return null;
    em.assign(storefront, credentialsOf(storefront.id));
    await recordTeamEvent(ctx, em, [storefront.teamId], { kind, subject: storefront.name });
    return storefront.id;
  });
  if (id !== null) ctx.services.catalog.changes.announce(id);
  return id !== null;
}
