import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VERSIONS } from './graphql.js';
import { withoutLinksOutside } from './links.js';
import { SIDEBAR } from './sidebar.js';

/** Linked files that aren't pages. */
const FILES = ['reference/import.schema.json', 'reference/webhooks/schemas.json'];

/**
 * Writes files for programs: every page's Markdown next to the page (`/docs/guides/panel.md`), an index of these files in `llms.txt`
 * (llmstxt.org), and the schemas that pages link to.
 *
 * @param {import('vitepress').SiteConfig} site
 */
export async function writeForMachines(site) {
  const { srcDir, outDir } = site;
  const texts = await readPages(site);
  for (const [page, text] of texts) await write(join(outDir, page), text);
  for (const file of FILES) await cp(join(srcDir, file), join(outDir, file));
  await write(join(outDir, 'llms.txt'), llms());
}

/** Returns every page's Markdown by its path on the site. */
async function readPages({ srcDir, pages, dynamicRoutes, rewrites }) {
  const made = new Map(dynamicRoutes.map(({ path, content }) => [path, content]));
  const texts = await Promise.all(
    pages.map(async (page) => [
      rewrites.map[page] ?? page,
      withoutLinksOutside(made.get(page) ?? (await readFile(join(srcDir, page), 'utf8')), page),
    ]),
  );
  return new Map(texts.map(([page, text]) => [page, withoutFrontmatter(text)]));
}

const withoutFrontmatter = (text) => text.replace(/^---\n.*?\n---\n+/s, '');

/** Renders the index for language models: the sidebar's sections, with each page's description. */
function llms() {
  const sections = SIDEBAR.map(({ text, items }) => {
    const links = items.map(({ text: title, link, description }) => {
      const page = link.endsWith('/') ? `${link}index.md` : `${link}.md`;
      return `- [${title}](/docs${page}): ${description}`;
    });
    return `## ${text}\n\n${links.join('\n')}\n`;
  });
  return `# Lodging platform\n\n> ${SUMMARY}\n\n${[...sections, schemas()].join('\n')}`;
}

/** Renders links to each API version's SDL, which the running platform serves. */
function schemas() {
  const links = VERSIONS.map(
    (version) =>
      `- [Schema ${version}](/developer/api/${version}/schema.graphql): The file contains the version's whole schema in GraphQL's schema definition language.`,
  );
  return `## Schemas\n\n${links.join('\n')}\n`;
}

const SUMMARY =
  'AI agents find, price and book stays over MCP (UCP) and REST (ACP), guests book on pages, and apps extend the platform through a dated GraphQL API.';

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
