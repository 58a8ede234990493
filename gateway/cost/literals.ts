import { type ASTVisitor, GraphQLError, type ValidationContext, type ValueNode } from 'graphql';
import { DOCUMENT_LIMITS } from './limits.ts';

/** Validation: lists and objects written within each other in an argument, as deep as fields may be. */
export function literalDepthRule(context: ValidationContext): ASTVisitor {
  let depth = 0;
  const within = {
    enter(node: ValueNode) {
      depth += 1;
      if (depth !== DOCUMENT_LIMITS.depth + 1) return;
      const message = `A value holds too many lists and objects within each other: at most ${DOCUMENT_LIMITS.depth}.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
    leave() {
      depth -= 1;
    },
  };
  return { ListValue: within, ObjectValue: within };
}
