import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { developerId } from '../../access.ts';
import { appNotFound, NONE, type Refused } from '../../errors.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { appBySlug } from '../store/app-by-slug.ts';
import { clientSecretRow } from '../store/entities.ts';

/**
 * Replaces the client secret of the account's own app. New exchanges need the new secret immediately;
 * existing tokens stay valid (docs/interface/apps.md#credentials).
 */
export async function rotateClientSecret(
  ctx: SubgraphContext,
  slug: string,
): Promise<Refused & { readonly clientSecret?: string }> {
  const accountId = developerId(ctx);
  return inTransaction(ctx, async (em) => {
    const app = await appBySlug(em, { slug, accountId });
    if (!app) return appNotFound(slug);
    const clientSecret = `${PREFIX.clientSecret}${randomToken()}`;
    app.clientSecretSealed = ctx.vault.seal(clientSecret, clientSecretRow(app.clientId));
    await recordForTeamsOf(ctx, em, accountId, { kind: 'client_secret.rotated', subject: app.name });
    return { clientSecret, userErrors: NONE };
  });
}
