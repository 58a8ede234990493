import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files on a quiet machine, some of them mostly waiting: started last, one core would wait for
 * them.
 */
const LONGEST = [
  'faults/first-start',
  'panel/properties-page',
  'panel/host-panel',
  'faults/mails',
  'panel/account-pages',
  'panel/panel-page',
  'developer/cli-server',
  'races/payments',
  'faults/listener',
  'flows/story',
  'faults/database',
  'flows/first-host',
  'faults/slow-clients',
  'flows/imports',
  'flows/account-security',
  'races/checkout-completion',
  'developer/webhooks',
  'catalog/photos',
  'flows/backup',
  'flows/demo',
  'faults/silent-database',
  'races/acp-model',
  'flows/ical',
  'flows/payments',
  'flows/traces',
];

/**
 * Runs projects with their own workers first, then the slowest files, then the others in vitest's order:
 * largest first.
 */
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
