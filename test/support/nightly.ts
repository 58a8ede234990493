import { globSync } from 'node:fs';

/**
 * Long races, attacks, failing machines, files that start many processes or take more than ten seconds of CPU for a
 * secondary behavior, and whole stories in a browser: they run at night instead of in CI, with `npm run tool whole`, and many
 * of them also with a command of their own (test/README.md#what-runs-where).
 */
const PATTERNS = [
  'test/catalog/{photos,unknown-zone}.test.ts',
  'test/cluster/patroni.test.ts',
  'test/developer/{access-log,app-guides,client-preset,listings,newcomer}.test.ts',
  'test/developer/{channel-push,fetched-files,own-words}.test.ts',
  'test/developer/cli-{agent,dev,path,server,templates,usage}.test.ts',
  'test/developer/conversation-tenancy.test.ts',
  'test/developer/management-validate.test.ts',
  'test/developer/packages.test.ts',
  'test/domain/{hostile-themes,injection-policies}.test.ts',
  'test/examples/{channel-app,channel-guide,cleaning-app,inbox-app,own-tests}.test.ts',
  'test/faults/clocks.test.ts',
  'test/faults/connections.test.ts',
  'test/faults/database.test.ts',
  'test/faults/first-start.test.ts',
  'test/faults/full-disk.test.ts',
  'test/faults/fuzz*.test.ts',
  'test/faults/listener.test.ts',
  'test/faults/mails.test.ts',
  'test/faults/odd-arguments.test.ts',
  'test/faults/prepared-cluster.test.ts',
  'test/faults/sign-in-flood.test.ts',
  'test/faults/silent-database.test.ts',
  'test/faults/slow-clients.test.ts',
  'test/faults/standby.test.ts',
  'test/faults/unstorable-{forms,text}.test.ts',
  'test/faults/upgrades.test.ts',
  'test/flows/account-takeover.test.ts',
  'test/flows/{backup,point-in-time,reverse-proxy,side-by-side}.test.ts',
  'test/flows/demo.test.ts',
  'test/flows/earlier-databases.test.ts',
  'test/flows/growth.test.ts',
  'test/flows/{ical,imports,invoice-documents}.test.ts',
  'test/flows/injections.test.ts',
  'test/flows/living-demo.test.ts',
  'test/flows/operator-recovery.test.ts',
  'test/flows/publish-apps.test.ts',
  'test/flows/reservation-imports.test.ts',
  'test/flows/{secret-keys,setting-secrets,setup-transfers}.test.ts',
  'test/flows/statement-{languages,payments,reversals}.test.ts',
  'test/flows/{store-install,storefront-domains}.test.ts',
  'test/flows/theme-stories.test.ts',
  'test/flows/traces.test.ts',
  'test/judges/judges.test.ts',
  'test/panel/keyboard-{desk,guest,team}.test.ts',
  'test/panel/week.test.ts',
  'test/proofs.test.ts',
  'test/races/account-limits.test.ts',
  'test/races/{acp,bookings}-model.test.ts',
  'test/races/agent-{budget,holds}.test.ts',
  'test/races/automatic-messages.test.ts',
  'test/races/catalog-imports.test.ts',
  'test/races/{channels,checkout-completion,conversations,paid-apps,rate-limit}.test.ts',
  'test/races/channel-{push,sales}.test.ts',
  'test/races/complete-once.test.ts',
  'test/races/invoices.test.ts',
  'test/races/leased-work.test.ts',
  'test/races/lodging-surfaces.test.ts',
  'test/races/message-outbox.test.ts',
  'test/races/panel-sessions.test.ts',
  'test/races/paid-apps-killed.test.ts',
  'test/races/postgres-crashes.test.ts',
  'test/races/reservation-imports.test.ts',
  'test/races/payments.test.ts',
  'test/races/redis-{limits,of-several}.test.ts',
  'test/races/task-assignment.test.ts',
  'test/races/two-item-carts.test.ts',
  'test/races/webhooks.test.ts',
  'test/recipes.test.ts',
  'test/release.test.ts',
];

/** Files matching the patterns above. */
export const NIGHTLY: readonly string[] = PATTERNS.flatMap((pattern) => {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`No test file matches ${pattern} in test/support/nightly.ts.`);
  return files;
});

/**
 * Browser tests that CI runs within its 20 minutes: a host's first day, a guest's booking, and every panel page once.
 * `npm run pages` and nightly runs include the others.
 */
export const CORE_PAGES: readonly string[] = globSync([
  'test/flows/{first-host,guest-books,story}.test.ts',
  'test/panel/{navigation,oauth-pages,panel-page}.test.ts',
]);
