import type { FastifyInstance, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { type ClientRequest, callerOf, readOnce, spend } from './client-form.ts';
import { asErrorCode, oauthError } from './errors.ts';
import { authorizeDeviceDocument, redeemDeviceDocument, revokeDeviceDocument } from './generated.ts';
import type { Parameters } from './parameters.ts';

/** Grant type for a device without its own browser (RFC 8628 section 3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Maximum device sign-ins that an address can start in ten minutes (docs/interface/oauth.md#device-sign-in). */
export const DEVICE_SIGN_INS_PER_TEN_MINUTES = 30;

export interface DeviceAuthorizationOptions {
  readonly execute: Execute;
  /** Limits the device sign-ins from one address. */
  readonly deviceLimiter: RateLimiter;
  /** Returns the origin of the page where a person types the code. */
  readonly originOf: (request: FastifyRequest) => string;
}

/** Serves the endpoint where a device requests its codes (RFC 8628 section 3.1). */
export function deviceAuthorizationRoute(
  app: FastifyInstance,
  { execute, deviceLimiter, originOf }: DeviceAuthorizationOptions,
): void {
  app.post('/oauth/device_authorization', async (request: ClientRequest, reply) => {
    const address = budgetAddress(request.ip);
    await spend(deviceLimiter, address, reply);
    const form = readOnce(request);
    const input = {
      clientId: form.get('client_id') ?? '',
      scope: form.get('scope'),
      deviceName: form.get('device_name'),
      address,
    };
    const { deviceAuthorize } = await execute(authorizeDeviceDocument, { input }, callerOf(request));
    const { started, problem } = deviceAuthorize;
    if (!started)
      throw oauthError(asErrorCode(problem?.code), problem?.message ?? 'The request was refused.');
    const page = `${originOf(request)}/device`;
    return {
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?${new URLSearchParams({ user_code: started.userCode })}`,
      expires_in: started.expiresIn,
      interval: started.interval,
    };
  });
}

/** Issues an access token for the account that confirmed the device's code, once it has been confirmed. */
export async function deviceGrant(
  execute: Execute,
  request: FastifyRequest,
  form: Parameters,
): Promise<object> {
  const input = { clientId: form.get('client_id') ?? '', deviceCode: form.get('device_code') ?? '' };
  const { deviceRedeem } = await execute(redeemDeviceDocument, { input }, callerOf(request));
  const { granted, problem } = deviceRedeem;
  if (!granted) throw oauthError(asErrorCode(problem?.code), problem?.message ?? 'The code was refused.');
  return { access_token: granted.token, token_type: 'Bearer', scope: granted.abilities.join(' ') };
}

/**
 * Revokes a device's own token: its client has no secret, so the token itself is the proof. Returns false for
 * tokens of any other client.
 */
export async function revokeOfDevice(
  execute: Execute,
  request: FastifyRequest,
  form: Parameters,
): Promise<boolean> {
  const clientId = form.get('client_id');
  const token = form.get('token');
  const isPublic = form.get('client_secret') === null && request.headers.authorization === undefined;
  if (!isPublic || clientId === null || token === null) return false;
  const { deviceRevoke } = await execute(
    revokeDeviceDocument,
    { input: { clientId, token } },
    callerOf(request),
  );
  return deviceRevoke;
}
