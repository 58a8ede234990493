import { z } from 'zod';
import type { Vault } from '#kit/secrets.ts';

/** The queue on which a sign-up is looked at, after the answer. */
export const SIGN_UP = 'apps/sign-up';

const ROW = 'apps:sign-up';

const TAKEN = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  passwordHash: z.string(),
  address: z.string(),
});

/** A sign-up as its job finds it. */
export type TakenSignUp = z.infer<typeof TAKEN>;

const JOB = z.object({ sealed: z.string() });

/** The data of a sign-up's job. */
export const sealSignUp = ({ vault }: { readonly vault: Vault }, taken: TakenSignUp) => ({
  sealed: vault.seal(JSON.stringify(taken), ROW),
});

/** Opens the data of a sign-up's job. */
export const openSignUp = ({ vault }: { readonly vault: Vault }, data: unknown): TakenSignUp =>
  TAKEN.parse(JSON.parse(vault.open(JOB.parse(data).sealed, ROW)));
