import { type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql';
import { dotted, findUnstorable, unstorableReason } from '#kit/entered-text.ts';
import { refusal } from '../cost/limits.ts';
import type { Variables } from '../cost/operation-cost.ts';

/**
 * Marks errors of `storableTextRule` among those of validation: Apollo Server gives all of them the code of a document that doesn't
 * fit the schema, and a literal gets the code that a variable gets.
 */
export const UNSTORABLE = 'unstorable';

/** The error of the first variable with text that cannot be stored; null if all can be. */
export function unstorableVariable(variables: Variables): GraphQLError | null {
  const found = findUnstorable(variables);
  if (!found) return null;
  return refusal(400, 'BAD_USER_INPUT', `$${dotted(found.path) || 'variables'} ${found.reason}.`);
}

/** Validation: literals and names of arguments hold only text that can be stored. */
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
