import { describe, expect, test } from 'vitest';
import { readManifest } from '#manifest/manifest.ts';
import { changesOf } from '#subgraphs/apps/authoring/domain/version-changes.ts';

const BASE = {
  name: 'Crew',
  slug: 'crew',
  scopes: ['read_tasks'],
  capabilities: ['register_task_types'],
  webhooks: ['task.created'],
  webhook_url: 'https://crew.example/hooks',
  oauth: { redirect_uris: ['https://crew.example/done'] },
  task_types: [{ key: 'linen', name: 'Linen delivery' }],
};

function manifestOf(changed: object) {
  const { manifest, issues } = readManifest({ ...BASE, ...changed }, { allowPrivate: false });
  if (!manifest) throw new Error(JSON.stringify(issues));
  return manifest;
}

/** A reviewer's view of a change to app.toml: risk, field, before, after. */
const CASES: readonly (readonly [string, object, readonly (readonly (string | null)[])[]])[] = [
  ['nothing', {}, []],
  ['an extra scope', { scopes: ['read_tasks', 'write_tasks'] }, [['high', 'scopes', null, 'write_tasks']]],
  ['a missing scope', { scopes: [] }, [['low', 'scopes', 'read_tasks', null]]],
  [
    'a capability more',
    { capabilities: ['register_task_types', 'act_as_assignment_provider'] },
    [['high', 'capabilities', null, 'act_as_assignment_provider']],
  ],
  [
    'webhooks to another server',
    { webhook_url: 'https://other.example/hooks' },
    [['high', 'webhook_url', 'https://crew.example/hooks', 'https://other.example/hooks']],
  ],
  [
    'webhooks to another path',
    { webhook_url: 'https://crew.example/v2' },
    [['medium', 'webhook_url', 'https://crew.example/hooks', 'https://crew.example/v2']],
  ],
  [
    'another redirect URL',
    { oauth: { redirect_uris: ['https://crew.example/done', 'https://crew.example/too'] } },
    [['high', 'oauth.redirect_uris', null, 'https://crew.example/too']],
  ],
  [
    'an embedded page on a new server',
    { app_page: { url: 'https://pages.example/' } },
    [['high', 'app_page.url', null, 'https://pages.example/']],
  ],
  [
    'a topic more',
    { webhooks: ['task.created', 'task.updated'] },
    [['medium', 'webhooks', null, 'task.updated']],
  ],
  ['another name', { name: 'Crew Pro' }, [['medium', 'name', 'Crew', 'Crew Pro']]],
  [
    'another name of a task type',
    { task_types: [{ key: 'linen', name: 'Towels' }] },
    [['medium', 'task_types.linen.name', 'Linen delivery', 'Towels']],
  ],
  ['a missing task type', { task_types: [] }, [['low', 'task_types.linen', 'Linen delivery', null]]],
  [
    'several things, the riskiest first',
    { name: 'Crew Pro', scopes: ['write_tasks'] },
    [
      ['high', 'scopes', null, 'write_tasks'],
      ['medium', 'name', 'Crew', 'Crew Pro'],
      ['low', 'scopes', 'read_tasks', null],
    ],
  ],
];

describe('the changes of a version', () => {
  test.each(CASES)("a version's changes are listed for %s", (_what, changed, expected) => {
    const changes = changesOf(manifestOf({}), manifestOf(changed));
    expect(changes.map(({ risk, field, before, after }) => [risk, field, before, after])).toEqual(expected);
  });

  test("a first version's changes list everything it declares", () => {
    const fields = changesOf(null, manifestOf({})).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['scopes', 'webhook_url', 'task_types.linen', 'name']));
  });
});
