import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest on a quiet machine, some of them waiting for most of it: begun last, one core would wait for them. */
const LONGEST = [
  'faults/mails',
  'faults/first-start',
  'faults/silent-database',
  'panel/host-panel',
  'faults/database',
  'flows/story',
  'races/payments',
  'faults/slow-clients',
  'panel/apps-pages',
  'flows/demo',
  'races/acp-model',
  'races/checkout-completion',
  'developer/cli-server',
  'races/complete-once',
  'developer/graphql-tenancy',
  'races/redis-limits',
  'faults/fuzz',
  'faults/odd-arguments',
  'panel/account-pages',
];

/** Projects with workers of their own first, then the longest files, then the others, as vitest orders them: largest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  if (project.name === 'remote') return -1;
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}
