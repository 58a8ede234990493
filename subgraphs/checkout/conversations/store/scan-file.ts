import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { readJson } from '#kit/text.ts';
import { Unavailable } from '#kit/unavailable.ts';

/** Timeout from the first byte sent to the last byte received. */
const TIMEOUT_MS = 15_000;

const Verdict = z.object({ clean: z.boolean() });

/**
 * True if the operator's scanner reports a file as clean, or if there is no scanner. Throws Unavailable if
 * the scanner doesn't respond properly; the file is then withheld. See
 * docs/interface/conversations.md#scanning.
 */
export async function isClean(
  { config, services, log }: Pick<SubgraphContext, 'config' | 'services' | 'log'>,
  { bytes, type }: { readonly bytes: Buffer; readonly type: string },
): Promise<boolean> {
  if (config.attachmentScanUrl === null) return true;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const answer = await services.checkout.scanner
    .send({
      url: config.attachmentScanUrl,
      method: 'POST',
      body: bytes,
      timeoutMs: TIMEOUT_MS,
      share: 'platform',
      headers: {
        'content-type': 'application/octet-stream',
        'x-file-type': type,
        'x-file-sha256': sha256,
        'user-agent': 'Platform-Messages/1',
      },
    })
    .catch((error: unknown) => {
      throw new Unavailable("The file scanner doesn't respond.", { cause: error });
    });
  const verdict = Verdict.safeParse(readJson(answer.body));
  if (answer.status !== 200 || !verdict.success)
    throw new Unavailable(`The file scanner returned status ${answer.status} without a verdict.`);
  if (!verdict.data.clean) log.warn({ sha256, type }, "The scanner refused a message's file");
  return verdict.data.clean;
}
