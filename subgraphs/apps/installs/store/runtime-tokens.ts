import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import { mintToken } from '#kit/secrets.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { tables } from '../../store/tables.ts';

/** Issues a new runtime token for an install, in the caller's transaction; returns its plain text, shown once. */
export async function issueRuntimeToken(
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
): Promise<string> {
  const { plain, hash, hint } = mintToken(PREFIX.runtimeToken);
  await insertToken(em, { installId, tokenHash: hash, hint, createdAt: ctx.clock.now() });
  return plain;
}

interface NewToken {
  readonly installId: number;
  readonly tokenHash: string;
  readonly hint: string;
  readonly createdAt: Date;
}

const insertToken = prepared(tables, (db, { installId, tokenHash, hint, createdAt }: Given<NewToken>) =>
  db.insertInto('runtime_tokens').values({ installId, tokenHash, hint, createdAt }),
);
