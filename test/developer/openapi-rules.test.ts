import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '#adapters/rest/management/openapi.ts';
import { ROUTES } from '#adapters/rest/management/routes.ts';

/** The document as it is served; a file without a server, because linting holds its process for seconds. */
const SERVED = JSON.stringify(openApiDocument(ROUTES));
const TWICE = SERVED.replace('"operationId":"listApps"', '"operationId":"listTeams"');

describe('the OpenAPI document keeps the recommended rules', { timeout: 60_000 }, () => {
  const redocly = async (source: string) => {
    const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    return found.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer]);
  };
  const linted = async (source: string) => {
    const linter = new spectral.Spectral();
    // Their two packages type the same thing apart.
    linter.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']] });
    const found = await linter.run(JSON.parse(source));
    return found.map(({ code, message, path }) => [code, message, path.join('.')]);
  };

  test.each([
    ['Redocly', redocly],
    ['Spectral', linted],
  ])('of %s, which finds an operation id that is there twice', async (_judge, lint) => {
    expect(await lint(SERVED)).toEqual([]);
    expect(await lint(TWICE)).not.toEqual([]);
  });
});
