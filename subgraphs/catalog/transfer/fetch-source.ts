import type { SubgraphContext } from '#db/context.ts';
import { withinBudget } from '#db/limits/work-budget.ts';
import { EgressLate, EgressTooLarge } from '#kit/http.ts';
import { teamOf } from '../access.ts';
import { Later } from './refused.ts';
import { WrongFile } from './wanted.ts';

const TIMEOUT_MS = 10_000;

/**
 * Fetches a host's file through the egress guard, charged to the team's limit; throws `WrongFile` with a
 * sentence for the host, or `Later`. Doesn't follow redirects.
 */
export async function fetchSource(
  ctx: Pick<SubgraphContext, 'db' | 'services' | 'viewer' | 'log'>,
  url: string,
  { most, accept = '*/*' }: { readonly most: number; readonly accept?: string },
): Promise<Buffer> {
  const account = { teamId: teamOf(ctx.viewer), kind: 'files', mostMs: TIMEOUT_MS } as const;
  const fetched = await withinBudget(ctx, {
    ...account,
    run: () =>
      ctx.services.catalog.egress
        .send({
          url,
          method: 'GET',
          timeoutMs: TIMEOUT_MS,
          maxBytes: most,
          share: `team:${teamOf(ctx.viewer)}`,
          headers: { accept, 'user-agent': 'Platform-Import/1' },
        })
        .catch((error: unknown) => {
          ctx.log.info({ err: error }, "Failed to fetch an import's file");
          throw new WrongFile(`The address cannot be fetched: ${failureText(error, most)}`, { cause: error });
        }),
  });
  if ('againInMs' in fetched) throw new Later(fetched.againInMs);
  const { status, headers, bytes } = fetched.done;
  if (status >= 300 && status < 400)
    throw new WrongFile(
      `The address redirects to ${headers.location ?? 'another one'}. Give that one instead.`,
    );
  if (status !== 200) throw new WrongFile(`The address returned status ${status}.`);
  return bytes;
}

/**
 * Explains to a person why a file couldn't be fetched from their URL. Our addresses, resolved addresses and
 * ports appear only in the log, because with them anyone could map our network.
 */
function failureText(error: unknown, mostBytes: number): string {
  if (error instanceof EgressLate) return "it didn't respond in time.";
  const isTooLarge =
    error instanceof EgressTooLarge ||
    (error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'); // undici's own limit
  return isTooLarge ? `the file is larger than ${mostBytes / 1_000_000} MB.` : "it isn't reachable.";
}
