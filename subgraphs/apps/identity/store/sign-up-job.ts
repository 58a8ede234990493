import { z } from 'zod';
import type { Vault } from '#kit/secrets.ts';

/** Queue for sign-ups, handled after the response. */
export const SIGN_UP = 'apps/sign-up';

const ROW = 'apps:sign-up';

const TAKEN = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  passwordHash: z.string(),
  address: z.string(),
});

/** Job data for a sign-up. */
export type TakenSignUp = z.infer<typeof TAKEN>;

const JOB = z.object({ sealed: z.string() });

/** Seals a sign-up's job data. */
export const sealSignUp = ({ vault }: { readonly vault: Vault }, taken: TakenSignUp) => ({
  sealed: vault.seal(JSON.stringify(taken), ROW),
});

/** Opens a sign-up's job data. */
export const openSignUp = ({ vault }: { readonly vault: Vault }, data: unknown): TakenSignUp =>
  TAKEN.parse(JSON.parse(vault.open(JOB.parse(data).sealed, ROW)));
