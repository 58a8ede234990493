import { generateSecret, generateURI, verify } from 'otplib';

const ISSUER = 'Lodging';
const PERIOD_S = 30;

/** A new secret of an authenticator app, in base32: 160 bits. */
export const newTotpSecret = (): string => generateSecret();

/** A secret as authenticator apps read it from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret });

/**
 * The time step of a right code (RFC 6238: six digits, one step of 30 seconds early or late); null for a wrong one, or one of
 * `lastStep` or before: no code is taken twice.
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
