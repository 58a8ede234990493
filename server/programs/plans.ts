import { readFile, writeFile } from 'node:fs/promises';
import { createPlans, createViewPlanner } from '#gateway/engine/planner.ts';
import { digestOf, PLANS_FILE, type PlansFile } from '#schema/plans.ts';
import { apiSdl, supergraphSdl } from '#schema/sdl.ts';
import { OPERATIONS } from '../operations.ts';

/** Returns the committed plans for all operations, one per line. Throws GraphQLError if one isn't valid. */
export function plansJson(): string {
  const sdl = supergraphSdl('internal');
  const planner = createViewPlanner(createPlans(sdl), {
    apiSdl: apiSdl('internal'),
    supergraphSdl: () => sdl,
  });
  const lines = OPERATIONS.map(({ text }) => {
    const { definition, plan } = planner.planOurs(text);
    return { name: definition.name?.value ?? '', line: `"${digestOf(text)}":${JSON.stringify(plan)}` };
  }).sort((one, other) => one.name.localeCompare(other.name));
  const supergraph: PlansFile['supergraph'] = digestOf(sdl);
  return `{"supergraph":"${supergraph}","plans":{\n${lines.map(({ line }) => line).join(',\n')}\n}}\n`;
}

if (import.meta.main) {
  const text = plansJson();
  const current = await readFile(PLANS_FILE, 'utf8').catch(() => null);
  if (!process.argv.includes('--check')) await writeFile(PLANS_FILE, text);
  else if (current !== text) {
    process.stderr.write(
      'Stale, run "npm run codegen" and commit:\n- schema/generated/internal/plans.json\n',
    );
    process.exitCode = 1;
  }
}
