import { describe, expect, test } from 'vitest';
import { openApiDocument } from '#adapters/rest/management/openapi.ts';
import { ROUTES } from '#adapters/rest/management/routes.ts';
import { lintWithRedocly, lintWithSpectral } from './openapi-linters.ts';

describe('a linter', { timeout: 60_000 }, () => {
  test.each([
    ['Redocly', lintWithRedocly],
    ['Spectral', lintWithSpectral],
  ])('%s finds a duplicate operation id', async (_name, lint) => {
    const served = JSON.stringify(openApiDocument(ROUTES));
    const found = await lint(served.replace('"operationId":"listApps"', '"operationId":"listTeams"'));
    expect(found.some(({ problem }) => problem?.includes('operationId'))).toBe(true);
  });
});
