import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { DEVICE_CLIENT } from '#kit/device-client.ts';
import { isName } from '#kit/names.ts';
import { hashToken, mintToken } from '#kit/secrets.ts';
import { tables } from '../../store/tables.ts';
import {
  DEVICE_ABILITIES,
  DEVICE_CODE_TTL_MS,
  LONGEST_DEVICE_NAME,
  newUserCode,
  POLL_SECONDS,
  printUserCode,
} from '../domain/device-codes.ts';

export interface DeviceRequest {
  readonly clientId: string;
  readonly scope?: string | null;
  readonly deviceName?: string | null;
  /** IP address of the request. */
  readonly address: string;
}

/** A device's codes, returned only here; or why it wasn't given any. */
export interface DeviceAuthorized {
  readonly started: {
    readonly deviceCode: string;
    readonly userCode: string;
    readonly expiresIn: number;
    readonly interval: number;
  } | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

const refused = (code: string, message: string): DeviceAuthorized => ({
  started: null,
  problem: { code, message },
});

/**
 * Starts a device's sign-in with two codes: the device keeps the first, and a person types the second in a
 * signed-in browser. Stores both as SHA-256 (docs/interface/oauth.md#device-sign-in). Refuses with
 * `invalid_client`, `invalid_scope` or `invalid_request`.
 */
export async function authorizeDevice(
  ctx: SubgraphContext,
  { clientId, scope = null, deviceName = null, address }: DeviceRequest,
): Promise<DeviceAuthorized> {
  if (clientId !== DEVICE_CLIENT) return refused('invalid_client', 'No device has this client_id.');
  const asked = scope?.split(' ').filter((word) => word !== '') ?? [];
  if (!asked.every((word) => DEVICE_ABILITIES.some((ability) => ability === word))) {
    return refused('invalid_scope', `A device can request only: ${DEVICE_ABILITIES.join(', ')}.`);
  }
  if (deviceName !== null && !isName(deviceName, LONGEST_DEVICE_NAME)) {
    return refused(
      'invalid_request',
      `The device_name must have 1 to ${LONGEST_DEVICE_NAME} visible characters or be omitted.`,
    );
  }
  const { plain, hash } = mintToken('');
  const userCode = newUserCode();
  const createdAt = ctx.clock.now();
  await inTransaction(ctx, (em) =>
    tables(em)
      .insertInto('device_codes')
      .values({
        deviceCodeHash: hash,
        userCodeHash: hashToken(userCode),
        clientId,
        name: deviceName?.trim() ?? null,
        address,
        intervalSeconds: POLL_SECONDS,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DEVICE_CODE_TTL_MS),
      })
      .execute(),
  );
  const expiresIn = DEVICE_CODE_TTL_MS / 1_000;
  const codes = { deviceCode: plain, userCode: printUserCode(userCode) };
  return { started: { ...codes, expiresIn, interval: POLL_SECONDS }, problem: null };
}
