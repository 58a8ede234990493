import { cleanLine, cleanMarkdown } from '../../domain/agent-text.ts';
import type { StorefrontPolicy } from '../../generated.ts';
import type { StorefrontRecord } from '../../store/entities.ts';

/** Maximum number of characters in a policy page. */
const LONGEST = 20_000;

/** A storefront's policy pages, without its imprint, as agents read them (docs/interface/mcp.md#resources). */
export const agentPolicies = ({ policies, domain }: StorefrontRecord): StorefrontPolicy[] =>
  policies
    .filter(({ kind }) => kind !== 'legal_notice')
    .map(({ kind, title, text }) => ({
      kind,
      title: cleanLine(title),
      text: cleanMarkdown(text, domain, LONGEST),
    }));
