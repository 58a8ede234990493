import { z } from 'zod';

/** The queue on which a forgotten password is looked at, after the answer. */
export const FORGOT = 'apps/forgot-password';

const JOB = z.object({ id: z.string(), email: z.string(), address: z.string() });

/** A forgotten password as its job finds it. */
export type Forgotten = z.infer<typeof JOB>;

export const readForgotten = (data: unknown): Forgotten => JOB.parse(data);
