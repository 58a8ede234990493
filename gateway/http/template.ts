import {
  type DocumentNode,
  type FloatValueNode,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNullableType,
  type IntValueNode,
  isScalarType,
  Kind,
  parse,
  print,
  type StringValueNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isStorable } from '#kit/text.ts';
import type { Variables } from '../cost/operation-cost.ts';
import { hasVariables, unusedPrefix } from '../engine/document-variables.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import type { Literal } from './literals.ts';

/**
 * A valid document with variables in place of its literals, shared by all documents that differ only in
 * literals.
 */
export interface Template {
  readonly document: DocumentNode;
  /** One per literal, in text order. */
  readonly slots: readonly Slot[];
}

interface Slot {
  readonly variable: string;
  readonly type: GraphQLScalarType;
}

/** Converts a literal to an equivalent variable value for these scalars; undefined if there is none. */
const SENT_AS: Readonly<Record<string, (literal: Literal) => unknown>> = {
  Int: asNumber,
  Float: asNumber,
  MinorUnits: asNumber,
  String: ({ value }) => value,
  ID: ({ value }) => value,
  DateTime: ({ value }) => value,
  Date: ({ value }) => value,
};

/** A literal may overflow to infinity or be negative zero; JSON numbers can't. */
function asNumber({ value }: Literal): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && !Object.is(number, -0) ? number : undefined;
}

/**
 * Returns the template for a valid document with these literals. Null if variables might not mean the same:
 * several operations; literals with other types, as variable defaults, in directives, mixed with variables in
 * one value, or single values for a list; and fields that merge only while their literals are equal.
 */
export function templateOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  literals: readonly Literal[],
): Template | null {
  const [operation, ...others] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation || others.length) return null;
  if (!literals.length) return { document, slots: [] };
  const prefix = unusedPrefix(operation.variableDefinitions ?? [], 'literal');
  const slots: Slot[] = [];
  const types = new TypeInfo(schema);
  const replace = (node: IntValueNode | FloatValueNode | StringValueNode): VariableNode | undefined => {
    const type = getNullableType(types.getInputType());
    const literal = literals[slots.length];
    if (!isScalarType(type) || !(type.name in SENT_AS)) return undefined;
    if (literal?.kind !== node.kind || literal.value !== node.value) return undefined;
    const variable = `${prefix}${slots.length}`;
    slots.push({ variable, type });
    return { kind: Kind.VARIABLE, name: nameOf(variable) };
  };
  const literalsReplaced = visit(
    document,
    visitWithTypeInfo(types, {
      Directive: () => false,
      VariableDefinition: () => false,
      Argument: ({ value }) => (value.kind !== Kind.VARIABLE && hasVariables(value) ? false : undefined),
      IntValue: { leave: replace },
      FloatValue: { leave: replace },
      StringValue: { leave: replace },
    }),
  );
  if (slots.length !== literals.length) return null;
  const replaced = visit(literalsReplaced, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [...(node.variableDefinitions ?? []), ...slots.map(define)],
    }),
  });
  const template = parse(print(replaced));
  return validate(schema, template, DOCUMENT_RULES).length ? null : { document: template, slots };
}

/**
 * Returns the literals as values for the template's variables; null if one doesn't fit its place or might
 * mean something else there.
 */
export function fill({ slots }: Template, literals: readonly Literal[]): Variables | null {
  const values: Record<string, unknown> = {};
  for (const [index, { variable, type }] of slots.entries()) {
    const literal = literals[index];
    const value = literal && isFit(literal, type) ? SENT_AS[type.name]?.(literal) : undefined;
    if (value === undefined) return null;
    values[variable] = value;
  }
  return values;
}

function isFit(literal: Literal, type: GraphQLScalarType): boolean {
  if (!isStorable(literal.value)) return false;
  try {
    return type.parseLiteral(literal) !== undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

const define = ({ variable, type }: Slot): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: nameOf(variable) },
  type: { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.NAMED_TYPE, name: nameOf(type.name) } },
});

const nameOf = (value: string) => ({ kind: Kind.NAME, value }) as const;
