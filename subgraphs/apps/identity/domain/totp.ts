import { generateSecret, generateURI, verify } from 'otplib';

const ISSUER = 'Lodging';
const PERIOD_S = 30;

/** Returns a new authenticator app secret: 160 bits in base32. */
export const newTotpSecret = (): string => generateSecret();

/** Returns a secret as a URI that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret });

/**
 * Returns a correct code's time step (RFC 6238: six digits, up to one 30-second step early or late); null for
 * an incorrect code, or for a step up to `lastStep`, so that no code is accepted twice.
 */
export async function totpStep(
  { secret, lastStep }: { readonly secret: string; readonly lastStep: number | null },
  code: string,
  now: Date,
): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({ secret, token, epoch, epochTolerance: PERIOD_S, period: PERIOD_S });
  if (!result.valid) return null;
  const step = Math.floor(epoch / PERIOD_S) + result.delta;
  return lastStep !== null && step <= lastStep ? null : step;
}
