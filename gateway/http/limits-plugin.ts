import type { ApolloServerPlugin } from '@apollo/server';
import { type Charge, type CostReport, type Payer, refusal } from '../cost/limits.ts';
import { unstorableVariable } from './storable-text.ts';

/** Charges operations that Apollo Server runs, and reports their cost in its responses. */
export function limitsPlugin(charge: Charge): ApolloServerPlugin<Payer> {
  return {
    async requestDidStart() {
      let report: CostReport | null = null;
      return {
        async didResolveOperation({ operation, schema, document, request, contextValue }) {
          if (!operation) {
            const name = request.operationName;
            const meant = name ? `"${name}"` : 'to choose by default; name one in operationName';
            throw refusal(400, 'BAD_USER_INPUT', `The document has no operation ${meant}.`);
          }
          const unstorable = unstorableVariable(request.variables ?? {});
          if (unstorable) throw unstorable;
          const parsed = { schema, document, operation };
          const charged = await charge(parsed, request.variables ?? {}, contextValue);
          report = charged.report;
          if (charged.refused) throw charged.refused;
        },
        async willSendResponse({ response: { body } }) {
          if (report === null || body.kind !== 'single') return;
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: report };
        },
      };
    },
  };
}
