import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** Amount of schema that an operation requests. */
export interface Introspected {
  /** `__schema` fields, with fragments expanded. */
  readonly schemas: number;
  /** Estimated response size; 1 is the size of the standard introspection query's response. */
  readonly share: number;
}

interface Asked {
  readonly schemas: number;
  /** Estimated number of values in the response. */
  readonly values: number;
}

/** List lengths in the introspection schema: the average over all types, and the maximum. */
interface ListSizes {
  readonly average: Readonly<Record<string, number>>;
  readonly largest: Readonly<Record<string, number>>;
}

const NONE: Asked = { schemas: 0, values: 0 };

/** The query that tools send: everything about every type. */
const STANDARD = parse(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);
const standards = new WeakMap<GraphQLSchema, number>();
const sizes = new WeakMap<GraphQLSchema, ListSizes>();

/** Measures an operation's `__schema` and `__type` selections. */
export function introspectedBy(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Introspected {
  const { schemas, values } = askedBy(schema, document, operation);
  if (values === 0) return { schemas, share: 0 };
  const standard = standards.get(schema) ?? askedBy(schema, STANDARD, getOperationAST(STANDARD)).values;
  standards.set(schema, standard);
  return { schemas, share: values / standard };
}

/**
 * A list below `types` has the average length for its kind, which is exact there; elsewhere it may be the
 * longest. Visits each fragment once per possible place.
 */
function askedBy(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode | null | undefined,
): Asked {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Asked>();
  const lists = sizes.get(schema) ?? listSizes(schema);
  sizes.set(schema, lists);

  /** `place` is the list or type being selected from; null at the operation's root. */
  function of({ selections }: SelectionSetNode, place: Place): Asked {
    return selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, place);
        if (selection.kind === Kind.INLINE_FRAGMENT) return of(selection.selectionSet, place);
        return ofFragment(selection.name.value, place);
      })
      .reduce(plus, NONE);
  }

  function ofFragment(name: string, place: Place): Asked {
    const key = `${place} ${name}`;
    const before = known.get(key);
    if (before) return before;
    const fragment = fragments.get(name);
    const found = fragment ? of(fragment.selectionSet, place) : NONE;
    known.set(key, found);
    return found;
  }

  function ofField({ name: { value: name }, selectionSet: inner }: FieldNode, place: Place): Asked {
    if (place === 'root' && name !== '__schema' && name !== '__type') return NONE;
    if (!inner) return { schemas: 0, values: 1 };
    const { values } = of(inner, next(place, name));
    const times = (place === 'every type' ? lists.average : lists.largest)[name] ?? 1;
    return { schemas: name === '__schema' ? 1 : 0, values: 1 + times * (1 + values) };
  }

  return operation ? of(operation.selectionSet, 'root') : NONE;
}

type Place = 'root' | 'every type' | 'one type';

const next = (place: Place, name: string): Place =>
  name === 'types' || (place === 'every type' && STILL_EVERY.has(name)) ? 'every type' : 'one type';

/** Fields through which each type appears about as often as it's used. */
const STILL_EVERY = new Set(['fields', 'inputFields', 'args', 'type', 'ofType']);

const plus = (a: Asked, b: Asked): Asked => ({
  schemas: a.schemas + b.schemas,
  values: a.values + b.values,
});

function listSizes(schema: GraphQLSchema): ListSizes {
  const types = Object.values(schema.getTypeMap());
  const fieldsOf = types.map((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const lengths: Readonly<Record<string, readonly number[]>> = {
    fields: fieldsOf.map((fields) => fields.length),
    args: fieldsOf.flat().map(({ args }) => args.length),
    inputFields: types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    enumValues: types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    interfaces: types.map((type) => (isObjectType(type) ? type.getInterfaces().length : 0)),
    possibleTypes: types.map((type) => (isInterfaceType(type) ? schema.getPossibleTypes(type).length : 0)),
  };
  const always = { types: types.length, directives: schema.getDirectives().length };
  /** Most types are named; wrappers add one or two levels. */
  const wrapped = { ofType: 0.5 };
  const each = (measure: (all: readonly number[]) => number) =>
    Object.fromEntries(Object.entries(lengths).map(([name, all]) => [name, measure(all)]));
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  return {
    average: { ...always, ...wrapped, ...each((all) => sum(all) / Math.max(1, all.length)) },
    largest: { ...always, ...each((all) => Math.max(0, ...all)) },
  };
}
