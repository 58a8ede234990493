import { type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql';
import { dotted, findUnstorable, unstorableReason } from '#kit/entered-text.ts';
import { refusal } from '../cost/limits.ts';
import type { Variables } from '../cost/operation-cost.ts';

/**
 * Marks `storableTextRule` errors among validation errors: Apollo Server gives every validation error the
 * code for an invalid document, but a literal must get the same code as a variable.
 */
export const UNSTORABLE = 'unstorable';

/** Returns an error for the first variable with text that can't be stored; null if all can. */
export function unstorableVariable(variables: Variables): GraphQLError | null {
  const found = findUnstorable(variables);
  if (!found) return null;
  return refusal(400, 'BAD_USER_INPUT', `$${dotted(found.path) || 'variables'} ${found.reason}.`);
}

/** Validation rule: literals and argument names contain only text that can be stored. */
export function storableTextRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node, _key, parent, _path, ancestors) {
      const reason = unstorableReason(node.value);
      if (reason === null) return;
      const names = [...ancestors, parent].flatMap((one) =>
        one && 'kind' in one && (one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD)
          ? [one.name.value]
          : [],
      );
      const message = names.length > 0 ? `Argument "${names.join('.')}" ${reason}.` : `A literal ${reason}.`;
      context.reportError(new GraphQLError(message, { nodes: node, extensions: { [UNSTORABLE]: true } }));
    },
  };
}
