import { defineConfig } from 'vitepress';
import { keepInlineCode } from './inline-code.js';
import { openLinksInside } from './links.js';
import { writeForMachines } from './machines.js';
import { externalScripts, writeScripts } from './scripts.js';
import { SEARCH } from './search.js';
import { DESCRIPTIONS, NAV, SIDEBAR } from './sidebar.js';

/** Builds the documentation as a static site, which `adapters/docs` serves under /docs. */
export default defineConfig({
  lang: 'en',
  title: 'Lodging platform',
  description:
    'Guides and reference for AI agents, app developers, hosts and operators of the lodging platform.',
  base: '/docs/',
  cleanUrls: true,
  metaChunk: true,
  // Contributors read these pages next to the code, which they link to.
  srcExclude: ['README.md', 'reference/coverage.md', 'contributing/**', 'decisions/**'],
  rewrites: { 'interface/README.md': 'interface/index.md' },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }]],
  markdown: {
    config(md) {
      openLinksInside(md);
      keepInlineCode(md);
    },
    languageAlias: { caddyfile: 'nginx' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: NAV,
    sidebar: SIDEBAR,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: false, miniSearch: SEARCH } },
    externalLinkIcon: true,
  },
  transformPageData: ({ relativePath }) => {
    const description = DESCRIPTIONS.get(`/${relativePath.replace(/(^|(?<=\/))index\.md$|\.md$/, '')}`);
    return description === undefined ? undefined : { description };
  },
  transformHtml: externalScripts,
  buildEnd: async (site) => {
    await writeScripts(site);
    await writeForMachines(site);
  },
});
