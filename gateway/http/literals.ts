import { GraphQLError, Kind, Lexer, Source, TokenKind } from 'graphql';
import { DOCUMENT_LIMITS } from '../cost/limits.ts';

/** A number or string literal in a document. */
export interface Literal {
  readonly kind: Kind.INT | Kind.FLOAT | Kind.STRING;
  readonly value: string;
}

/** A document without its literals. */
export interface WithoutLiterals {
  /** Its other tokens, equal for documents that differ only in literals and spacing. */
  readonly rest: string;
  /** In text order. */
  readonly literals: readonly Literal[];
}

const KINDS: Readonly<Partial<Record<TokenKind, Literal['kind']>>> = {
  [TokenKind.INT]: Kind.INT,
  [TokenKind.FLOAT]: Kind.FLOAT,
  [TokenKind.STRING]: Kind.STRING,
  [TokenKind.BLOCK_STRING]: Kind.STRING,
};

/** Extracts a document's literals. Null if the document can't be parsed or exceeds the token limit. */
export function takeLiterals(text: string): WithoutLiterals | null {
  const lexer = new Lexer(new Source(text));
  const rest: string[] = [];
  const literals: Literal[] = [];
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (rest.length === DOCUMENT_LIMITS.tokens) return null;
      const kind = KINDS[token.kind];
      if (kind) literals.push({ kind, value: token.value });
      rest.push(kind ? `<${kind}>` : token.kind === TokenKind.NAME ? token.value : token.kind);
    }
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
  return { rest: rest.join(' '), literals };
}
