import type { ApolloServer } from '@apollo/server';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import { lazily } from '#kit/lazily.ts';
import type { Logger } from '#kit/log.ts';
import { createCharge } from '../cost/limits.ts';
import type { Engine } from '../engine/engine.ts';
import type { DeveloperContext } from './developer-context.ts';
import { DOCUMENT_TOKENS } from './document-store.ts';
import { type AnswerPlainly, createPlainAnswers } from './plain-answer.ts';

export interface OpenGateway {
  readonly budgets: Budgets;
  readonly budget?: BudgetSize;
  /** Budgets for registered documents, if callers can register any. */
  readonly documentBudgets?: Budgets;
  readonly documentTokens?: number;
  readonly log: Logger;
}

/** Two equivalent paths to a view's engine. */
export interface Gateway {
  /** For plain requests. */
  readonly answer: AnswerPlainly;
  /** For all others: a started Apollo Server, loaded for the first such request. */
  readonly apollo: () => Promise<ApolloServer<DeveloperContext>>;
  readonly close: () => Promise<void>;
}

export function openGateway(
  engine: Engine,
  { budgets, budget, documentBudgets, documentTokens = DOCUMENT_TOKENS.known, log }: OpenGateway,
): Gateway {
  const charge = createCharge(budgets, budget, documentBudgets);
  const apollo = lazily(async () => (await import('./apollo.ts')).openApollo(engine, { charge, log }));
  return {
    answer: createPlainAnswers(engine, { charge, documentTokens, log }),
    apollo: apollo.get,
    async close() {
      await (await apollo.made())?.stop();
    },
  };
}
