import { isRetired, UNSTABLE } from '#gateway/http/versions.ts';
import { systemClock } from '#kit/clock.ts';
import { API_VERSIONS } from '#schema/views.ts';
import type { Platform } from './platform.ts';

/**
 * Asks every served version of the developer API one question, so that no one's first request waits for what is made on
 * first use: the view's schema, its Apollo Server, a plan. Costs the start about a tenth of a second.
 */
export async function warmUp({ http, role }: Platform): Promise<void> {
  if (role !== 'all' && role !== 'gateway') return;
  const versions = [...API_VERSIONS, UNSTABLE].filter((version) => !isRetired(version, systemClock.now()));
  for (const { version } of versions) {
    const { statusCode } = await http.inject({
      method: 'POST',
      url: `/developer/api/${version}/graphql`,
      payload: { query: '{ apiVersion currentApp { name } }' },
    });
    if (statusCode !== 200)
      http.log.warn({ version, status: statusCode }, 'the developer API did not warm up');
  }
}
