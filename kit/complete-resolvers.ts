import type { GraphQLScalarType } from 'graphql';

/**
 * A subgraph's generated resolver types, with every field required that its parent can't provide: the parent
 * has no property with that name, or one with another type. Codegen makes every resolver optional, so a field
 * without a resolver would be null at run time.
 *
 * `All` is the subgraph's generated `Resolvers`, `Parents` its generated `ResolversParentTypes`.
 */
export type CompleteResolvers<All, Parents> = All & {
  readonly [T in Incomplete<All, Parents>]-?: {
    readonly [F in Unanswered<NonNullable<All[T]>, Parents[T & keyof Parents]>]-?: NonNullable<
      NonNullable<All[T]>[F]
    >;
  };
};

/** Types with at least one field that needs a resolver. */
type Incomplete<All, Parents> = {
  [T in keyof All]-?: NonNullable<All[T]> extends GraphQLScalarType
    ? never
    : T extends keyof Parents
      ? [Unanswered<NonNullable<All[T]>, Parents[T]>] extends [never]
        ? never
        : T
      : never;
}[keyof All];

/** Fields that the parent can't provide. */
type Unanswered<Fields, Parent> = {
  [F in keyof Fields]-?: F extends '__resolveReference' | '__isTypeOf' | '__resolveType'
    ? never
    : Answers<OwnShape<Parent>, F, ResultOf<NonNullable<Fields[F]>>> extends true
      ? never
      : F;
}[keyof Fields];

/** Root types have no parent, which codegen writes as a record without values. */
type Answers<Parent, Field, Result> = Field extends keyof Parent
  ? [Parent[Field]] extends [never]
    ? false
    : [Parent[Field]] extends [null extends Result ? Result | undefined : Result]
      ? true
      : false
  : false;

/** A parent without the bare reference that codegen adds for types with a `@key`: such a type's reference resolver returns its own shape. */
type OwnShape<Parent> = Parent extends { readonly __typename: string } ? never : Parent;

type ResultOf<Resolver> =
  Extract<Resolver, (...args: never) => unknown> extends (...args: never) => infer Result
    ? Awaited<Result>
    : never;
