import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpFor } from '../../panel/layout/help.ts';
import { anchorOf } from '../support/anchors.ts';

test("every panel page's help exists, with the section that it links to", () => {
  const routes = [...readFileSync('panel/routes.tsx', 'utf8').matchAll(/^ {4}path: '(.+)',$/gm)];
  expect(routes.length).toBeGreaterThan(50);
  const broken = routes.filter(([, path = '']) => {
    const [page = '', anchor] = helpFor(path.replaceAll(/:\w+/g, '1')).split('#');
    const text = readFileSync(`docs/${page}${page.endsWith('/') ? 'index' : ''}.md`, 'utf8');
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(broken.map(([, path]) => path)).toEqual([]);
});
