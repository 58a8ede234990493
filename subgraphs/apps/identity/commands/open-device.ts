import type { SubgraphContext } from '#db/context.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused } from '../../errors.ts';
import { printUserCode } from '../domain/device-codes.ts';
import { findWaitingDevice } from '../steps/waiting-device.ts';

/** Device fields for the person who decides. */
export interface OpenedDevice {
  readonly userCode: string;
  readonly name: string | null;
  readonly address: string;
  readonly startedAt: Date;
}

/**
 * Returns the device for a typed code. Refuses with `INVALID`, or `TOO_MANY_ATTEMPTS` after 10 wrong codes in
 * 15 minutes.
 */
export async function openDevice(
  ctx: SubgraphContext,
  typed: string,
): Promise<Refused & { readonly device?: OpenedDevice }> {
  const found = await findWaitingDevice(ctx, panelUserId(ctx), typed);
  if ('userErrors' in found) return found;
  const { userCode, name, address, createdAt } = found;
  return {
    device: { userCode: printUserCode(userCode), name, address, startedAt: createdAt },
    userErrors: NONE,
  };
}
