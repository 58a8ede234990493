import * as z from 'zod';
import { isName } from '#kit/names.ts';
import { readJson } from '#kit/text.ts';
import { MAX_CHANNEL_RATES, MAX_CHANNEL_ROOMS } from '#schema/limits.ts';
import { isChannelId } from './channel-connection.ts';

/** What an app answered to a call; `status` is null if no answer came. */
export interface AppAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly failure: string | null;
}

/** A property as the channel knows it, or why it does not. */
export const ChannelTest = z.union([
  z.object({
    ok: z.literal(true),
    channel_property_id: z.string().refine(isChannelId),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  z.object({ ok: z.literal(false), message: z.string().max(300).optional() }),
]);

const Product = z.object({
  id: z.string().refine(isChannelId),
  name: z.string().refine((name) => isName(name, 120)),
});

/** The rooms of a property on the channel, with their rates where it tells those apart. */
export const ChannelProducts = z.object({
  rooms: z
    .array(Product.extend({ rates: z.array(Product).max(MAX_CHANNEL_RATES).optional() }))
    .max(MAX_CHANNEL_ROOMS),
});

/** An answer of the shape that was asked for, or what is wrong with it, as the end of a sentence. */
export function readAnswer<T>(
  { status, body, failure }: AppAnswer,
  shape: z.ZodType<T>,
): { readonly answer: T } | { readonly problem: string } {
  if (status === null) return { problem: `did not answer: ${failure ?? 'no response'}` };
  if (status < 200 || status > 299) return { problem: `answered with status ${status}` };
  const read = shape.safeParse(readJson(body));
  if (read.success) return { answer: read.data };
  const [issue] = read.error.issues;
  return {
    problem: `answered with a body that cannot be read (${issue?.path.join('.') || 'not the JSON that was expected'})`,
  };
}
