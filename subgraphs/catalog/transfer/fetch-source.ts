import type { SubgraphContext } from '#db/context.ts';
import { EgressRefused } from '#kit/http.ts';
import { teamOf } from '../access.ts';
import { WrongFile } from './wanted.ts';

const TIMEOUT_MS = 10_000;

/** Fetches a file of a host's through the egress guard; throws `WrongFile` with a sentence for the host. Redirects are not followed. */
export async function fetchSource(
  { services, viewer }: Pick<SubgraphContext, 'services' | 'viewer'>,
  url: string,
  { most, accept = '*/*' }: { readonly most: number; readonly accept?: string },
): Promise<Buffer> {
  const answer = await services.catalog.egress
    .send({
      ...{ url, method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: most },
      share: `team:${teamOf(viewer)}`,
      headers: { accept, 'user-agent': 'Platform-Import/1' },
    })
    .catch((error: unknown) => {
      throw new WrongFile(failureOf(error), { cause: error });
    });
  const { status, headers, bytes } = answer;
  if (status >= 300 && status < 400)
    throw new WrongFile(`The address leads on to ${headers.location ?? 'another one'}: give that one.`);
  if (status !== 200) throw new WrongFile(`The address answers with status ${status}.`);
  return bytes;
}

function failureOf(error: unknown): string {
  if (error instanceof EgressRefused) return `The address cannot be fetched: ${error.message}`;
  const reason = error instanceof Error ? error.message : String(error);
  return `The address cannot be fetched: ${reason.slice(0, 200)}`;
}
