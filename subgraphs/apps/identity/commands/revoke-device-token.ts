import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { DEVICE_CLIENT } from '#kit/device-client.ts';
import { hashToken } from '#kit/secrets.ts';
import { recordForTeamsOf } from '../steps/record-for-teams.ts';
import { AccessToken } from '../store/entities.ts';

/**
 * Revokes an access token issued to this client by a device sign-in. Any other token is left unchanged, with
 * the same response (RFC 7009 section 2.2). False if no device has that client id.
 */
export async function revokeDeviceToken(
  ctx: SubgraphContext,
  { clientId, token }: { readonly clientId: string; readonly token: string },
): Promise<boolean> {
  if (clientId !== DEVICE_CLIENT) return false;
  await inTransaction(ctx, async (em) => {
    const known = { tokenHash: hashToken(token), clientId, revokedAt: null };
    const accessToken = await em.findOne(AccessToken, known);
    if (!accessToken) return;
    accessToken.revokedAt = ctx.clock.now();
    const { accountId, name } = accessToken;
    const doer = { accountId, installId: null, address: ctx.address ?? null };
    await recordForTeamsOf(ctx, em, accountId, { kind: 'access_token.revoked', subject: name }, doer);
  });
  return true;
}
