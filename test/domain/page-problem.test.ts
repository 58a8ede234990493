import { expect, test } from 'vitest';
import { pageProblem } from '#subgraphs/apps/installs/domain/page-problem.ts';

// docs/interface/embedded-pages.md#page.

const PANEL = 'https://panel.example.com';
const csp = (value: string | string[]) => ({ 'content-security-policy': value });

test.each([
  ['no header', {}, PANEL],
  ['frame-ancestors with the panel', csp(`frame-ancestors ${PANEL}`), PANEL],
  ['frame-ancestors with a wildcard', csp('frame-ancestors https://*.example.com'), PANEL],
  ['frame-ancestors with a scheme', csp('frame-ancestors https:'), PANEL],
  ['frame-ancestors with everything', csp('frame-ancestors *'), PANEL],
  ['frame-ancestors with an unknown panel', csp('frame-ancestors https://other.example.com'), null],
  ['another directive', csp("default-src 'none'"), PANEL],
  [
    'frame-ancestors and an outdated option',
    { ...csp(`frame-ancestors ${PANEL}`), 'x-frame-options': 'DENY' },
    PANEL,
  ],
  ['an unknown option', { 'x-frame-options': 'ALLOWALL' }, PANEL],
] as const)('the panel can show a page with %s', (_what, headers, panel) => {
  expect(pageProblem({ status: 200, headers: headers as never }, panel)).toBeNull();
});

test.each([
  ['frame-ancestors without sources', csp('frame-ancestors'), PANEL],
  ["frame-ancestors 'none'", csp("default-src *; Frame-Ancestors 'none'"), null],
  ["frame-ancestors 'self'", csp("frame-ancestors 'self'"), null],
  ['frame-ancestors with another site', csp('frame-ancestors https://other.example.com'), PANEL],
  ['frame-ancestors with another port', csp(`frame-ancestors ${PANEL}:8443`), PANEL],
  ['frame-ancestors with only a parent domain', csp('frame-ancestors https://*.panel.example.com'), PANEL],
  ['a second, stricter policy', csp(['frame-ancestors *', "frame-ancestors 'none'"]), PANEL],
  ['X-Frame-Options DENY', { 'x-frame-options': 'deny' }, null],
  ['X-Frame-Options SAMEORIGIN', { 'x-frame-options': 'SAMEORIGIN' }, PANEL],
] as const)("the panel can't show a page with %s", (_what, headers, panel) => {
  expect(pageProblem({ status: 200, headers: headers as never }, panel)).toMatch(/frame-ancestors/);
});

test.each([
  [500, "The app's server returned an error (status 500)."],
  [503, "The app's server returned an error (status 503)."],
  [200, null],
  [302, null],
  [401, null],
  [404, null],
])('a page with status %d has the expected problem', (status, problem) => {
  expect(pageProblem({ status, headers: {} }, PANEL)).toBe(problem);
});
