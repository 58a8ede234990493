import * as z from 'zod';
import { isName } from '#kit/names.ts';
import { readJson } from '#kit/text.ts';
import { MAX_CHANNEL_RATES, MAX_CHANNEL_ROOMS } from '#schema/limits.ts';
import { isChannelId } from './channel-connection.ts';

/** An app's response to a call; `status` is null if no response arrived. */
export interface AppAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly failure: string | null;
}

/** A property in the channel's system, or the reason it can't be found there. */
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

/** A property's rooms on the channel, with rates if the channel has separate ones. */
export const ChannelProducts = z.object({
  rooms: z
    .array(Product.extend({ rates: z.array(Product).max(MAX_CHANNEL_RATES).optional() }))
    .max(MAX_CHANNEL_ROOMS),
});

/** A response in the requested shape, or the problem with it, phrased as the end of a sentence. */
export function readAnswer<T>(
  { status, body, failure }: AppAnswer,
  shape: z.ZodType<T>,
): { readonly answer: T } | { readonly problem: string } {
  if (status === null) return { problem: `didn’t respond: ${failure ?? 'no response'}` };
  if (status < 200 || status > 299) return { problem: `returned status ${status}` };
  const read = shape.safeParse(readJson(body));
  if (read.success) return { answer: read.data };
  const [issue] = read.error.issues;
  return {
    problem: `returned a body that can’t be read (${issue?.path.join('.') || 'not the expected JSON'})`,
  };
}
