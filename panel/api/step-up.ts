import { createContext, useContext } from 'react';
import { StepUpRequired } from './errors.ts';

/** Asks the person to confirm who they are; false where they go back. */
export type AskStepUp = () => Promise<boolean>;

/** How the panel asks (`layout/step-up.tsx`). */
export const StepUpContext = createContext<AskStepUp | null>(null);

/** Runs calls; one that needs a fresh proof of who asks is repeated once that was given. */
export function useStepUp(): <TResult>(call: () => Promise<TResult>) => Promise<TResult> {
  const ask = useContext(StepUpContext);
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StepUpRequired) || !ask || !(await ask())) throw error;
      return call();
    }
  };
}
