import { type ASTVisitor, GraphQLError, type ValidationContext, type ValueNode } from 'graphql';
import { DOCUMENT_LIMITS } from './limits.ts';

/** Validation rule: limits nesting in argument lists and objects to the depth allowed for fields. */
export function literalDepthRule(context: ValidationContext): ASTVisitor {
  let depth = 0;
  const within = {
    enter(node: ValueNode) {
      depth += 1;
      if (depth !== DOCUMENT_LIMITS.depth + 1) return;
      const message = `A value nests lists and objects too deeply: at most ${DOCUMENT_LIMITS.depth} levels.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
    leave() {
      depth -= 1;
    },
  };
  return { ListValue: within, ObjectValue: within };
}
