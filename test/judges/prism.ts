import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newUuid } from '#kit/ids.ts';
import { type CallOptions, MANIFEST } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import type { TestPlatform } from '../support/platform.ts';
import { freePort, readLines } from '../support/process.ts';
import type { Judge, Outcome } from './judge.ts';
import { tool } from './tools.ts';

const prismCli = tool('@stoplight/prism-cli');

type Step = readonly [title: string, method: string, path: string, options?: CallOptions];

/**
 * Stoplight's proxy between a developer and the management API: it validates every request and response
 * against the document.
 */
export const prism: Judge = {
  name: 'Prism',
  version: prismCli.version,
  about:
    'A developer’s calls and their refusals through Prism as a validating proxy: every request and answer is as the OpenAPI document has it.',
  pace: 'nightly',
  exceptions: [],
  missing: prismCli.missing,
  async run(server) {
    const proxy = await startProxy(server);
    try {
      const outcomes: Outcome[] = [];
      const token = demoAccount(server, 'developer').pat ?? '';
      for (const step of stepsOf(`prism-${newUuid().slice(0, 8)}`)) {
        outcomes.push(await sent(proxy.address, token, step));
      }
      const unknown = 'platform_pat_unknown';
      outcomes.push(await sent(proxy.address, unknown, ['an unknown token', 'GET', 'teams']));
      return outcomes;
    } finally {
      await proxy.close();
    }
  },
};

/** An app from its first push to its removal, with a refusal for each type of mistake. */
function stepsOf(slug: string): readonly Step[] {
  const team = 'devteam';
  const app = `apps/${slug}`;
  return [
    ['teams', 'GET', 'teams'],
    [
      'a manifest that is right',
      'POST',
      'apps/validate',
      { body: { manifest: { ...MANIFEST, name: 'Prism', slug } } },
    ],
    [
      'a manifest that is not',
      'POST',
      'apps/validate',
      { body: { manifest: { ...MANIFEST, scopes: ['read_task'] } } },
    ],
    ['a push', 'POST', 'apps', { body: { name: 'Prism', slug, manifest: MANIFEST, release: false } }],
    [
      'a push of a wrong manifest',
      'POST',
      'apps',
      { body: { name: 'Prism', slug, manifest: { scopes: ['none'] } } },
    ],
    ['apps', 'GET', 'apps'],
    ['an app', 'GET', app],
    ['an unknown app', 'GET', 'apps/unknown'],
    ['a release', 'POST', `${app}/release`],
    ['a release of nothing', 'POST', `${app}/release`],
    ['versions', 'GET', `${app}/versions`],
    ['an install on another’s team', 'POST', `${app}/installs`, { team: 'lakeside' }],
    ['an install', 'POST', `${app}/installs`, { team, body: { dev: true } }],
    ['a second install', 'POST', `${app}/installs`, { team, body: { dev: true } }],
    ['installs', 'GET', `${app}/installs`],
    ['a runtime token', 'POST', `${app}/installs/token`, { team }],
    ['a test event', 'POST', `${app}/trigger`, { team, body: { topic: 'task.assignment_requested' } }],
    ['an unknown topic', 'POST', `${app}/trigger`, { team, body: { topic: 'task.none' } }],
    ['events to forward', 'GET', `${app}/forward`, { team }],
    ['deliveries', 'GET', `${app}/deliveries`, { team }],
    ['an unknown delivery', 'GET', `${app}/deliveries/unknown`, { team }],
    ['a new client secret', 'POST', `${app}/client-secret`],
    ['an uninstall', 'DELETE', `${app}/installs`, { team }],
    ['a second uninstall', 'DELETE', `${app}/installs`, { team }],
  ];
}

/**
 * Prism serves the document's paths at its root. It reports violations in a header and passes the response
 * through.
 */
async function sent(
  address: string,
  token: string,
  [title, method, path, { body, team } = {}]: Step,
): Promise<Outcome> {
  const { status, headers } = await fetch(`${address}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(team === undefined ? {} : { 'x-platform-team': team }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { check: `${title} (${status})`, problem: headers.get('sl-violations') };
}

async function startProxy({ address }: TestPlatform) {
  const port = await freePort();
  const script = prismCli.file('dist/index.js');
  const args = ['proxy', `${address}/api/dev/openapi.json`, `${address}/api/dev`, '--port', String(port)];
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  await readLines(child).line(/Prism is listening/);
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
