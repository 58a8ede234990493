import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { DEVICE_CLIENT } from '#kit/device-client.ts';
import { hashToken } from '#kit/secrets.ts';
import { tables } from '../../store/tables.ts';
import { DEVICE_ABILITIES, judgePoll, tokenNameOf } from '../domain/device-codes.ts';
import { addAccessToken, refuseUnlessRoom } from '../steps/add-access-token.ts';
import { Account } from '../store/entities.ts';

/** The token for a device, or why it wasn't issued, as an RFC 8628 section 3.5 code. */
export interface DeviceRedeemed {
  readonly granted: { readonly token: string; readonly abilities: readonly string[] } | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

const refused = (code: string, message: string): DeviceRedeemed => ({
  granted: null,
  problem: { code, message },
});

const MESSAGES = {
  authorization_pending: 'No one has confirmed the code yet.',
  slow_down: 'Too early: wait 5 seconds longer between requests.',
  access_denied: 'The sign-in was denied.',
  expired_token: 'The code has expired: start again.',
} as const;

/**
 * Responds to a polling device, with an access token once its code is approved. The row is locked and
 * deleted, so that only one concurrent poll gets the token (docs/interface/oauth.md#device-sign-in).
 */
export async function redeemDevice(
  ctx: SubgraphContext,
  { clientId, deviceCode }: { readonly clientId: string; readonly deviceCode: string },
): Promise<DeviceRedeemed> {
  if (clientId !== DEVICE_CLIENT) return refused('invalid_client', 'No device has this client_id.');
  return inTransaction(ctx, async (em): Promise<DeviceRedeemed> => {
    const device = await lockDevice(em, hashToken(deviceCode));
    if (!device) return refused('invalid_grant', 'The device_code is unknown or was already used.');
    const poll = judgePoll(device, ctx.clock.now());
    if (poll.kind === 'redeem') return redeem(ctx, em, device);
    if ('intervalSeconds' in poll) {
      await tables(em)
        .updateTable('device_codes')
        .set({ polledAt: ctx.clock.now(), intervalSeconds: poll.intervalSeconds })
        .where('deviceCodeHash', '=', device.deviceCodeHash)
        .execute();
    }
    return refused(poll.kind, MESSAGES[poll.kind]);
  });
}

type Device = NonNullable<Awaited<ReturnType<typeof lockDevice>>>;

const lockDevice = (em: Transaction, deviceCodeHash: string) =>
  tables(em)
    .selectFrom('device_codes')
    .select([
      'deviceCodeHash',
      'clientId',
      'name',
      'status',
      'accountId',
      'intervalSeconds',
      'polledAt',
      'expiresAt',
    ])
    .where('deviceCodeHash', '=', deviceCodeHash)
    .forUpdate()
    .executeTakeFirst();

async function redeem(
  ctx: SubgraphContext,
  em: Transaction,
  { deviceCodeHash, clientId, name, accountId }: Device,
): Promise<DeviceRedeemed> {
  if (accountId === null) throw new Error('An approved device has an account that approved it.');
  await tables(em).deleteFrom('device_codes').where('deviceCodeHash', '=', deviceCodeHash).execute();
  const full = await refuseUnlessRoom(em, accountId);
  if (!(await mayHaveTokens(em, accountId))) return refused('access_denied', 'The account is suspended.');
  if (full) return refused('access_denied', full.userErrors[0]?.message ?? MESSAGES.access_denied);
  const { token } = await addAccessToken(ctx, em, {
    accountId,
    name: tokenNameOf(name),
    abilities: DEVICE_ABILITIES,
    clientId,
    doer: { accountId, installId: null, address: ctx.address ?? null },
  });
  return { granted: { token, abilities: DEVICE_ABILITIES }, problem: null };
}

/** Suspended and deleted accounts don't get a token: it would work once they're resumed. */
async function mayHaveTokens(em: Transaction, accountId: number): Promise<boolean> {
  const { status } = await em.findOneOrFail(Account, { id: accountId });
  return status === 'active' || status === 'unverified';
}
