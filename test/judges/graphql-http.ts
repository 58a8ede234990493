import { serverAudits } from 'graphql-http';
import { panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import type { TestPlatform } from '../support/platform.ts';
import type { Judge, Outcome } from './judge.ts';
import { devDependency } from './tools.ts';

/** Both GraphQL endpoints under the audits from the GraphQL over HTTP specification's own test suite. */
export const graphqlHttp: Judge = {
  name: 'graphql-http',
  version: devDependency('graphql-http').version,
  about:
    'The server audits of GraphQL over HTTP, requirements and recommendations alike, on the developer and the host endpoint.',
  pace: 'ci',
  exceptions: [
    {
      why: 'A document that cannot be run is 400 under either content type, as Apollo Server has it: the recommendation of 200 for `application/json` is for clients of servers that never answered otherwise.',
      checks: ['developer', 'host'].flatMap((endpoint) => [
        `${endpoint}: SHOULD use 200 status code on document parsing failure when accepting application/json`,
        `${endpoint}: SHOULD use 200 status code on document validation failure when accepting application/json`,
        `${endpoint}: SHOULD use a status code of 200 on variable coercion failure when accepting application/json`,
      ]),
    },
  ],
  async run(server) {
    return [
      ...(await audited('developer', `${server.address}/developer/api/2026-01/graphql`, {})),
      ...(await audited('host', `${server.address}/panel/graphql`, await hostHeaders(server))),
    ];
  },
};

async function audited(
  endpoint: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const fetchFn = (to: string, init?: RequestInit) =>
    fetch(to, { ...init, headers: { ...headers, ...(init?.headers as object) } }); // the audits send plain objects
  for (const { name, fn } of serverAudits({ url, fetchFn })) {
    const result = await fn();
    const problem = result.status === 'ok' || result.status === 'notice' ? null : result.reason;
    outcomes.push({ check: `${endpoint}: ${name}`, problem });
  }
  return outcomes;
}

/** Headers that make a signed-in host's page's calls acceptable. */
async function hostHeaders(server: TestPlatform): Promise<Readonly<Record<string, string>>> {
  const browser = plainBrowser(server.address);
  await signIn(server, browser, 'host');
  const { cookie = '', 'x-csrf-token': token = '' } = await panelHeaders(browser);
  return { cookie, 'x-csrf-token': token };
}
