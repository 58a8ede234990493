import { recordAcp } from './acp-answers.ts';
import type { Exception, Judge } from './judge.ts';
import { bySchemas, type SchemaFolder } from './official-schemas.ts';

const bundle = (version: string, sha256: string): SchemaFolder => ({
  variable: 'ACP_SCHEMAS_DIR',
  sha256,
  files: [`spec/${version}/json-schema/schema.agentic_checkout.json`],
});

const SESSIONS = ['CheckoutSession', 'CheckoutSessionWithOrder'];
const inSessions = (...rules: readonly string[]) =>
  SESSIONS.flatMap((session) => rules.map((rule) => `${session} ${rule}`));

const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'A line keeps the flat amounts and the quantity of earlier versions beside the official `totals` and `quantity`; the schema allows nothing beside them.',
    checks: inSessions(
      ...['base_amount', 'discount', 'subtotal', 'tax', 'total'].map(
        (amount) => `/line_items/* must NOT have additional properties: ${amount}`,
      ),
      '/line_items/*/item must NOT have additional properties: quantity',
    ),
  },
  {
    why: 'There are no extensions, and an empty list matches both forms that the schema offers.',
    checks: inSessions('/capabilities/extensions must match exactly one schema in oneOf'),
  },
  {
    why: 'Every message has a code, information too, and lodging has codes of its own; the schema knows codes of errors alone, and a closed list of them.',
    checks: [
      ...inSessions(
        '/messages/* must NOT have additional properties: code',
        '/messages/*/type must be equal to constant',
        '/messages/* must match exactly one schema in oneOf',
      ),
      'CheckoutSessionWithOrder /messages/*/code must be equal to one of the allowed values: payment_required',
      'CheckoutSession /messages/*/code must be equal to one of the allowed values: item_unavailable',
      'CheckoutSession /messages/*/code must be equal to one of the allowed values: hold_limit',
    ],
  },
];

export const acpSchemas = judgeOf(
  '2026-04-17',
  'd0e4290617d66bf05d002b8ace388732be2b3eb9a92a1003db7a2daa1e0436f2',
);
export const acpSchemasJanuary = judgeOf(
  '2026-01-30',
  'c038aedd2b39ab6ddc8275392021c60cc966b612d866498ce4d708421b49101b',
);

/** One ACP version's official JSON Schemas over a recorded conversation in that version. */
function judgeOf(version: string, sha256: string): Judge {
  return {
    name: `ACP schemas ${version}`,
    version: `agentic-commerce-protocol ${version} (c2afc86), Apache-2.0`,
    about: `Every operation and every kind of answer against the official JSON Schemas of ${version}. \`ACP_SCHEMAS_DIR\` names a checkout at that commit.`,
    exceptions: EXCEPTIONS,
    ...bySchemas(bundle(version, sha256), (server) => recordAcp(server, version), 'acp'),
  };
}
