import { z } from 'zod';

/** Queue for forgotten passwords, handled after the response. */
export const FORGOT = 'apps/forgot-password';

const JOB = z.object({ id: z.string(), email: z.string(), address: z.string() });

/** Job data for a forgotten password. */
export type Forgotten = z.infer<typeof JOB>;

export const readForgotten = (data: unknown): Forgotten => JOB.parse(data);
