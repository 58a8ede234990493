import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused } from '../../errors.ts';
import { tokenNameOf } from '../domain/device-codes.ts';
import { refuseUnlessRoom } from '../steps/add-access-token.ts';
import { decideDevice, findWaitingDevice } from '../steps/waiting-device.ts';
import { recordAccountEvent } from '../store/account-events.ts';

/** Name of an approved device's token. */
export type DeviceDecided = Refused & { readonly tokenName?: string };

/**
 * Grants a device an access token for the caller's account; the token is created on the device's next poll.
 * Refuses with `INVALID` or `TOO_MANY_ATTEMPTS` for invalid codes, and with `LIMIT_REACHED` if the account
 * can't have another token (docs/interface/oauth.md#device-sign-in).
 */
export const approveDevice = (ctx: SubgraphContext, userCode: string): Promise<DeviceDecided> =>
  decide(ctx, userCode, 'approved');

/** Refuses a device. */
export const denyDevice = (ctx: SubgraphContext, userCode: string): Promise<DeviceDecided> =>
  decide(ctx, userCode, 'denied');

async function decide(
  ctx: SubgraphContext,
  typed: string,
  status: 'approved' | 'denied',
): Promise<DeviceDecided> {
  const accountId = panelUserId(ctx);
  const found = await findWaitingDevice(ctx, accountId, typed);
  if ('userErrors' in found) return found;
  const { userCode, name } = found;
  return inTransaction(ctx, async (em): Promise<DeviceDecided> => {
    const full = status === 'approved' ? await refuseUnlessRoom(em, accountId) : null;
    const refused = full ?? (await decideDevice(ctx, em, { userCode, status, accountId }));
    if (refused) return refused;
    if (status === 'denied') return { userErrors: NONE };
    const address = ctx.address ?? null;
    await recordAccountEvent(ctx, em, { accountId, kind: 'device.approved', address, detail: name });
    return { tokenName: tokenNameOf(name), userErrors: NONE };
  });
}
