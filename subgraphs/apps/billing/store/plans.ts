import type { Transaction } from '#db/transaction.ts';
import { Plan } from './entities.ts';

/** True if teams can choose one of an app's plans. */
export const offersPlans = async (em: Transaction, appId: number): Promise<boolean> =>
  (await em.count(Plan, { appId, isCurrent: true, active: true })) > 0;
