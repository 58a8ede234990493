import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import type { TestPlatform } from '../support/platform.ts';
import type { Judge, Outcome } from './judge.ts';
import { devDependency } from './tools.ts';

/** Redocly's engine, without its command and telemetry. */
export const redocly: Judge = {
  name: 'Redocly',
  version: devDependency('@redocly/openapi-core').version,
  about: 'The rules that Redocly recommends, warnings included, over the management API’s OpenAPI document.',
  pace: 'ci',
  exceptions: [],
  run: async (server) => lintWithRedocly(await documentOf(server)),
};

/** Lists every Redocly rule that an OpenAPI document breaks. */
export async function lintWithRedocly(source: string): Promise<readonly Outcome[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return outcomesOf(
    found.map(({ ruleId, message, location: [at] }) => ({
      check: ruleId,
      problem: `${at?.pointer}: ${message}`,
    })),
  );
}

/** Spectral's engine with its rules for OpenAPI. */
export const spectral: Judge = {
  name: 'Spectral',
  version: `${devDependency('@stoplight/spectral-core').version}, ${devDependency('@stoplight/spectral-rulesets').version}`,
  about: 'The rules for OpenAPI that Spectral recommends, hints included, over the same document.',
  pace: 'ci',
  exceptions: [],
  run: async (server) => lintWithSpectral(await documentOf(server)),
};

/** Lists every Spectral rule that an OpenAPI document breaks. */
export async function lintWithSpectral(source: string): Promise<readonly Outcome[]> {
  const linter = new spectralCore.Spectral();
  // Their two packages type the same value differently.
  linter.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']] });
  const found = await linter.run(JSON.parse(source));
  return outcomesOf(
    found.map(({ code, message, path }) => ({
      check: String(code),
      problem: `${path.join('/')}: ${message}`,
    })),
  );
}

/** A document without a finding counts as one pass. */
const outcomesOf = (found: readonly Outcome[]): readonly Outcome[] =>
  found.length ? found : [{ check: 'the document', problem: null }];

async function documentOf({ address }: TestPlatform): Promise<string> {
  const answer = await fetch(`${address}/api/dev/openapi.json`);
  if (!answer.ok) throw new Error(`The document answers ${answer.status}.`);
  return answer.text();
}
