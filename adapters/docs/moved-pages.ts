/**
 * Pages and files whose address under the documentation's prefix has changed: old to new. Bookmarks and links
 * in published packages use the old addresses (docs/interface/operations.md#documentation).
 */
export const MOVED: Readonly<Record<string, string>> = {
  acp: 'guides/book-over-acp',
  agents: 'guides/book-over-mcp',
  'changelog/2026-10': 'reference/changelog/2026-10',
  cli: 'guides/command-line',
  conformance: 'reference/conformance',
  'guides/embed-a-block': 'guides/add-to-storefronts',
  'embedded-pages': 'guides/embed-pages',
  errors: 'reference/errors',
  graphql: 'guides/use-graphql',
  'import.schema.json': 'reference/import.schema.json',
  'management-api': 'guides/manage-apps',
  oauth: 'guides/install-through-oauth',
  panel: 'guides/panel',
  payments: 'guides/process-payments',
  production: 'guides/production',
  settings: 'reference/platform-settings',
  webhooks: 'reference/webhook-topics',
  'webhooks/2026-01.json': 'reference/webhooks/schemas.json',
  'reference/webhooks/2026-01.json': 'reference/webhooks/schemas.json',
};

/** Returns the new path for a moved page, its Markdown or a file; undefined if the path hasn't moved. */
export function movedTo(path: string): string | undefined {
  const [, page = '', ending = ''] = /^(.*?)(\.md|\.html)?$/.exec(path) ?? [];
  const moved = Object.hasOwn(MOVED, page) ? MOVED[page] : undefined;
  return moved === undefined ? undefined : `${moved}${ending === '.md' ? '.md' : ''}`;
}
