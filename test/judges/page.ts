import type { Judge, Verdict } from './judge.ts';

/** Page that records every judge's last run. */
export const PAGE = 'docs/reference/conformance.md';

const HEAD = `# Conformance

Software that others wrote decides here whether the platform keeps the standards it names. Each judge is pinned to a
version and runs over a real server with the demo world. \`npm run tool judges -- --write\` runs all of them and writes this page;
nothing on it is written by hand.

- A check that fails and is not listed below fails the run. So does a check that is listed and passes.
- Judges of *every test run* are also part of \`npm test\`. The others run nightly: \`npm run tool judges\` installs what
  they need from \`test/judges/tools\`, apart from the repository's own packages, and needs no network after that.
- A judge whose material may not be copied here needs a checkout, which an environment variable of its section names. Unset,
  the judge is reported as not run and keeps its row below; set to something unusable, it fails the run.
`;

const SOURCES = `## Where the schemas come from

No schema of another project is in this repository: the judges read them from a folder that you name, or from the packages that
\`npm ci\` and \`npm run tool judges\` install. A folder is accepted only if the SHA-256 over its files is the one in the judge's source.

| schemas | project | commit or release | license | how you get them | in this repository |
| --- | --- | --- | --- | --- | --- |
| UCP 2026-04-08 | [Universal-Commerce-Protocol/ucp](https://github.com/Universal-Commerce-Protocol/ucp) | branch \`gh-pages\`, \`7cc96c5ab47e310dac3884f8694941069a47c9ef\` | Apache-2.0 | check the commit out; \`UCP_SCHEMAS_DIR\` is its folder \`2026-04-08\` | no |
| UCP 2026-08-25 | the same | branch \`main\`, \`fdcf893\`, three days before the release | Apache-2.0 | check the commit out; \`UCP_SOURCE_DIR\` is its folder \`source\` | no |
| UCP lodging (draft) | the same | \`0030fd791fecf6ce2877ddc303047744d7d283a6\`, with parts of other commits ([below](#the-draft-of-ucp-lodging)) | Apache-2.0 | put together from three commits; \`UCP_LODGING_DIR\` is the folder that contains \`schemas\` | no |
| ACP 2026-01-30 and 2026-04-17 | [agentic-commerce-protocol/agentic-commerce-protocol](https://github.com/agentic-commerce-protocol/agentic-commerce-protocol) | branch \`main\`, \`c2afc863b46b6bb64fbc2be969bff25ee6eab652\` | Apache-2.0 | check the commit out; \`ACP_SCHEMAS_DIR\` is the checkout | no |
| MCP | [@modelcontextprotocol/conformance](https://www.npmjs.com/package/@modelcontextprotocol/conformance) | 0.1.16 and 0.2.0-alpha.12 | MIT | \`npm ci\`; the alpha with \`npm run tool judges\` | no, only its version |
| subgraphs of the federation audit | [graphql-hive/federation-gateway-audit](https://github.com/graphql-hive/federation-gateway-audit) | \`f59c05e3f48f4a4f8e8a731d67a1b71a9788a96f\` | as its repository states | check the commit out and install its packages; \`FEDERATION_AUDIT_DIR\` is the checkout | no |
| rules for OpenAPI | [@redocly/openapi-core](https://www.npmjs.com/package/@redocly/openapi-core), [@stoplight/spectral-rulesets](https://www.npmjs.com/package/@stoplight/spectral-rulesets) | 2.64.0, 1.23.1 | MIT, Apache-2.0 | \`npm ci\` | no, only their versions |
| GraphQL and OpenAPI of this product (Relay compiler, urql, Apollo Client, Prism) | this one | the commit you run | see LICENSE | part of the repository | \`schema/\`, \`docs/\` |

### The draft of UCP lodging

The official schemas at 0030fd7 aren't complete for us, so a plain clone validates no lodging response against them.

- **Missing at that commit**: \`lodging/types/property\`, \`lodging/types/capacity\`, \`lodging/policy_cancellation\` and the response head of a
  booking. \`test/judges/ucp-lodging-schemas.ts\` describes these four as the draft's pages do; they are our words, not the project's.
- **From other commits**: \`common/types\` and the remaining shared files are those of fdcf893, and \`payment_term\` and
  \`payment_schedule\` those of the branch \`raginpirate/payment-namespacing\`, which has them under their new names.
- **What \`npm test\` checks instead**: every response that \`test/agent/lodging.test.ts\` looks at is
  validated against the draft's rules as we wrote them down (\`test/support/lodging-rules.ts\`), against the output schema that our own
  tools publish, and its sums are added up. This finds our mistakes, but not a misreading of the draft.
- **With the official schemas**: put the files that \`LODGING_DRAFT\` in \`test/judges/ucp-lodging-schemas.ts\` lists into one folder,
  under \`schemas/\`, and run \`UCP_LODGING_DIR=/that/folder npm test\`. The same tests then validate each response against them
  too, and \`UCP_LODGING_DIR=/that/folder npm run tool judges -- "UCP lodging (draft)"\` runs the recorded conversation. A checkout of the
  one commit 0030fd7 has another digest: the run stops and prints it. Replace \`sha256\` there if those are the files you want.
`;

/**
 * The page: a table with all judges and their counts, and for each its subject and intentional failures. A
 * judge that wasn't run keeps its row from the previous page, which has the same version.
 */
export function pageOf(
  judges: readonly Judge[],
  verdicts: ReadonlyMap<Judge, Verdict>,
  before: string,
): string {
  const lines = before.split('\n');
  const rows = judges.map((judge) => {
    const verdict = verdicts.get(judge);
    const row = verdict ? rowOf(judge, verdict) : lines.find((line) => line.startsWith(rowHeadOf(judge)));
    if (!row) throw new Error(`${judge.name} ${judge.version} never ran: its counts are not known.`);
    return row;
  });
  return [
    HEAD,
    '| judge | version | runs in | passed | expected to fail |\n| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    SOURCES,
    ...judges.map(sectionOf),
  ].join('\n');
}

const rowOf = (judge: Judge, { passed, expected }: Verdict): string =>
  `${rowHeadOf(judge)} ${passed} | ${expected.length} |`;

/** A row up to the run's counts. */
export const rowHeadOf = ({ name, version, pace }: Judge): string =>
  `| [${name}](#${anchorOf(name)}) | ${version} | ${pace === 'ci' ? 'every test run' : 'nightly'} |`;

const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** A judge's description, and each exception with its reason. */
export function sectionOf({ name, about, exceptions }: Judge): string {
  const reasons = exceptions.map(
    ({ why, checks }) => `- ${why} (${checks.map((check) => `\`${check}\``).join(', ')})`,
  );
  return [
    `## ${name}`,
    '',
    about,
    '',
    ...(reasons.length ? ['Expected to fail:', '', ...reasons, ''] : []),
  ].join('\n');
}
