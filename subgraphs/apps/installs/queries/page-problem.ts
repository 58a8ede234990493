import type { SubgraphContext } from '#db/context.ts';
import { deliveryError } from '#kit/delivery-error.ts';
import { EgressLate, EgressRefused } from '#kit/http.ts';
import { pageProblem } from '../domain/page-problem.ts';
import type { InstallRow } from '../store/install-row.ts';

type PageOwner = Pick<InstallRow, 'id' | 'appPageUrl' | 'teamId'>;

/** Time limit for the page's status and headers. */
const TIMEOUT_MS = 10_000;

/**
 * DNS errors of a name without addresses. A forbidden address gets the same result, so that callers can't find
 * out which internal names exist.
 */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/**
 * Requests an install's page, without a session, and returns the reason why the panel can't show it; null if it
 * can, or if only a browser can find out. Concurrent calls share one check, so that one operation with many aliases
 * sends one request.
 */
export function findPageProblem(ctx: SubgraphContext, install: PageOwner): Promise<string | null> {
  const { pageChecks } = ctx.services.apps;
  const running = pageChecks.get(install.id);
  if (running) return running;
  const check = checkPage(ctx, install).finally(() => pageChecks.delete(install.id));
  pageChecks.set(install.id, check);
  return check;
}

async function checkPage(ctx: SubgraphContext, { appPageUrl, teamId }: PageOwner): Promise<string | null> {
  if (appPageUrl === null) return null;
  try {
    const head = await ctx.services.apps.egress.send({
      url: appPageUrl,
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'Platform-Panel/1' },
      share: `team:${teamId}`,
      timeoutMs: TIMEOUT_MS,
      isHeadOnly: true,
    });
    return pageProblem(head, ctx.config.publicOriginAuth);
  } catch (error) {
    if (error instanceof EgressRefused) return null;
    if (error instanceof EgressLate) return "The app's server didn't respond within 10 seconds.";
    if (error instanceof Error && 'code' in error && UNKNOWN_NAME.has(String(error.code))) return null;
    return `The app's server doesn't respond. ${deliveryError(error)}`;
  }
}
