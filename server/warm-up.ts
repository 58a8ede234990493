import { isRetired, UNSTABLE } from '#gateway/http/versions.ts';
import { systemClock } from '#kit/clock.ts';
import { API_VERSIONS } from '#schema/views.ts';
import type { Platform } from './platform.ts';

/**
 * Creates lazy state ahead of its first use: compiles the internal operations and sends one query to every
 * served developer API version, which creates the planner, the view's schema and a plan. The process serves
 * requests during this.
 */
export async function warmUp(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { http, role } = platform;
  await platform.prepareOperations();
  const surfaces = role === 'all' || role === 'gateway';
  const versions = [...API_VERSIONS, UNSTABLE].filter((version) => !isRetired(version, systemClock.now()));
  for (const { version } of surfaces ? versions : []) {
    if (stopping.aborted) return;
    const { statusCode } = await http.inject({
      method: 'POST',
      url: `/developer/api/${version}/graphql`,
      payload: { query: '{ apiVersion currentApp { name } }' },
    });
    if (statusCode !== 200)
      http.log.warn({ version, status: statusCode }, 'Failed to warm up the developer API');
  }
  http.log.info({ role }, 'The process is warm');
}
